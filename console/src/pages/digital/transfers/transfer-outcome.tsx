// How a transfer ended, in plain words.

import { Alert, Text } from '@mantine/core'
import { IconClockX } from '@tabler/icons-react'
import type { digital } from '@tillgate/sdk'
import { Instant } from '../../../kit/show/values.tsx'
import { OutcomeNotice } from '../movements/movement-parts.tsx'

export function TransferOutcome({ transfer }: { transfer: digital.InterbankTransfer }) {
  const { state, outcome, expiresAt } = transfer
  if (state === 'EXPIRED') {
    return (
      <Alert color="red" icon={<IconClockX />} title="The transfer expired">
        <Text size="sm">
          No one committed it before <Instant at={expiresAt} />. The tokens are free again for the payer. Make a new
          transfer if it is still meant.
        </Text>
      </Alert>
    )
  }
  if (state === 'ABORTED') {
    const by = outcome?.isoReason === 'MS02' ? 'The payee’s side' : 'The payer’s side'
    return (
      <Alert color="red" icon={<IconClockX />} title="The transfer was aborted">
        <Text size="sm">{by} aborted it. The tokens are free again for the payer.</Text>
      </Alert>
    )
  }
  return (
    <OutcomeNotice
      movement={transfer}
      success="The beneficiary has tokens of their own bank, and the institutions owe each other the difference."
    />
  )
}
