// The user who submitted an institution, or edited it last, cannot decide about it. The history tells who that was.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useUser } from '../../session/session.ts'
import type { Institution } from './institution.ts'

export interface FourEyes {
  /** Undefined until the history is read. */
  readonly isOwnWork: boolean | undefined
  readonly submittedBy: string | undefined
}

const RECENT = 50

export function useFourEyes({ id, version, status }: Institution): FourEyes {
  const user = useUser()
  const { data } = useQuery({
    queryKey: ['institutions', 'history', id, 'four-eyes', version],
    queryFn: () => ask(admin.getInstitutionHistory({ id, size: RECENT })),
    enabled: status === 'SUBMITTED' || status === 'APPROVED',
  })
  if (data === undefined) return { isOwnWork: undefined, submittedBy: undefined }
  const done = data.content.filter(({ outcome }) => outcome === 'SUCCESS')
  const submission = done.find(({ action }) => action === 'institution.submit')
  const edit = done.find(({ action }) => action === 'institution.update' || action === 'institution.create')
  return {
    isOwnWork: submission?.actorId === user.id || edit?.actorId === user.id,
    submittedBy: submission?.actorEmail ?? undefined,
  }
}
