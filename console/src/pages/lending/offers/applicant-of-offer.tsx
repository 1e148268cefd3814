// Whom an offer was made to: an offer names its application only.

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { Id } from '../../../kit/show/values.tsx'
import { ApplicantName } from '../applicant-name.tsx'
import { lendingKey } from '../lending-frame.tsx'

/** A name does not change while a list is looked at. */
const FRESH_MS = 300_000

export interface ApplicantOfOfferProps {
  readonly partnerId: string
  readonly applicationId: string
}

export function ApplicantOfOffer({ partnerId, applicationId }: ApplicantOfOfferProps) {
  const { data, isError } = useQuery({
    queryKey: lendingKey(partnerId, 'applications', applicationId, 'applicant'),
    queryFn: () => ask(lending(partnerId).getApplication({ applicationId })),
    staleTime: FRESH_MS,
  })
  if (data !== undefined) return <ApplicantName of={data} />
  return isError ? <Id>{applicationId}</Id> : <Skeleton height={14} width={120} />
}
