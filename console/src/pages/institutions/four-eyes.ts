// The user who submitted an institution, or edited it last, cannot decide about it. The history tells who that was.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useUser } from '../../session/session.ts'
import type { Institution } from './institution.ts'
import { useReadiness } from './onboarding/readiness.ts'

export interface FourEyes {
  /** Undefined until the history is read. */
  readonly isOwnWork: boolean | undefined
  readonly submittedBy: string | undefined
  /** Why the user may neither approve nor reject it, as the gateway says. */
  readonly cannotApprove: string | undefined
}

const RECENT = 50

export function useFourEyes(institution: Institution): FourEyes {
  const { id, version, status } = institution
  const user = useUser()
  const { data } = useQuery({
    queryKey: ['institutions', 'history', id, 'four-eyes', version],
    queryFn: () => ask(admin.getInstitutionHistory({ id, size: RECENT })),
    enabled: status === 'SUBMITTED' || status === 'APPROVED',
  })
  const { data: readiness } = useReadiness(institution)
  if (data === undefined || readiness === undefined) {
    return { isOwnWork: undefined, submittedBy: undefined, cannotApprove: undefined }
  }
  const done = data.content.filter(({ outcome }) => outcome === 'SUCCESS')
  const submission = done.find(({ action }) => action === 'institution.submit')
  const edit = done.find(({ action }) => action === 'institution.update' || action === 'institution.create')
  return {
    isOwnWork: submission?.actorId === user.id || edit?.actorId === user.id,
    submittedBy: submission?.actorEmail ?? undefined,
    cannotApprove: readiness.cannotApprove,
  }
}
