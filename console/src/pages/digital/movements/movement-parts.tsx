// What the pages of deposits, redemptions and transfers have in common.

import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FactsProps } from '../../../kit/show/facts.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { Id, Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { isoWords, outcomeWords } from '../words/reasons.ts'
import type { Movement } from './movement-list.tsx'

/** While it goes on, the page reads it again this often. */
const POLL_MS = 1_000

export function pollUntilFinal({ settlement }: Movement): number | false {
  return settlement.finality === 'FINAL' ? false : POLL_MS
}

export function movementTitle(noun: string, { tokenAmount }: Movement): string {
  return `${noun} of ${formatMoney(tokenAmount.tokens, tokenAmount.currency)}`
}

/** How it ended, in words. Nothing while it goes on. */
export function OutcomeNotice({ movement, success }: { movement: Movement; success: ReactNode }) {
  const { outcome, settlement } = movement
  if (settlement.finality !== 'FINAL') return null
  if (outcome === undefined) {
    return (
      <Alert color="green" icon={<IconCircleCheck />} title="Done and final">
        <Text size="sm">{success}</Text>
      </Alert>
    )
  }
  const iso = isoWords(outcome.isoReason)
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title="It ended without success">
      <Text size="sm">{outcomeWords(outcome.reasonCode) ?? 'The gateway gives only a code.'}</Text>
      <Text size="xs" c="dimmed" mt={4}>
        {outcome.reasonCode}
        {outcome.isoReason !== undefined &&
          ` · ISO 20022 reason ${outcome.isoReason}${iso === undefined ? '' : `: ${iso}`}`}
      </Text>
    </Alert>
  )
}

export function settlementFacts({
  id,
  settlement,
  transaction,
  channelInfo,
  createdAt,
  updatedAt,
}: Movement): FactsProps['facts'] {
  return [
    ['Settlement', <StatusBadge key="finality" status={settlement.finality} />],
    ['Final since', <Instant key="final" at={settlement.finalAt} />],
    ['Made', <Instant key="made" at={createdAt} />],
    ['Last changed', <Instant key="changed" at={updatedAt} />],
    transaction !== undefined && ['Reference', <Id key="ref">{transaction.ref}</Id>],
    channelInfo !== undefined && ['Channel', channelInfo.type],
    ['Id', <Id key="id">{id}</Id>],
  ]
}
