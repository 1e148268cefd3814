// Reads what can be promoted from a place.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { Environment } from './property-words.ts'

interface Place {
  readonly application: string
  readonly institutionId: string | undefined
}

const SIZE = 200
/** Pages read per place; more are too many to choose from by hand. */
const MAX_PAGES = 25

/** The list cannot be asked for those that hold for all institutions, so they are picked out here. */
export async function propertiesAt(
  environment: Environment,
  { application, institutionId }: Place,
): Promise<onboarding.ApplicationProperty[]> {
  const found: onboarding.ApplicationProperty[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { content, totalPages } = await ask(
      admin.listApplicationProperties(
        { page, size: SIZE, sort: 'key:asc' },
        { environment: [environment], application, ...(institutionId !== undefined && { institutionId }) },
      ),
    )
    found.push(...content.filter((property) => property.institutionId === institutionId))
    if (page >= totalPages) break
  }
  return found
}
