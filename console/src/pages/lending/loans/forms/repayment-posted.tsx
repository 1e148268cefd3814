// What a repayment has paid.

import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { formatMoney } from '../../../../kit/show/format.ts'
import { AllocationTable } from '../allocation-table.tsx'
import type { PostedRepayment } from './post-repayment.ts'
import { RepaymentFacts } from './repayment-facts.tsx'

export interface RepaymentPostedProps {
  readonly posted: PostedRepayment
  readonly currency: string
  onClose(): void
}

export function RepaymentPosted({ posted, currency, onClose }: RepaymentPostedProps) {
  const { status, amount } = posted
  return (
    <Stack>
      {status === 'PENDING' ? (
        <Alert color="yellow" icon={<IconClock />} title="Pending">
          The bank has not answered yet. The repayment counts as soon as it does.
        </Alert>
      ) : status === 'FAILED' ? (
        <Alert color="red" icon={<IconX />} title="The bank refused it">
          Nothing was paid.
        </Alert>
      ) : (
        <Alert color="green" icon={<IconCheck />} title="The repayment is posted">
          {formatMoney(amount, currency)} paid the following.
        </Alert>
      )}
      <AllocationTable allocation={posted.allocation} perInstalment={posted.perInstalment} currency={currency} />
      <RepaymentFacts repayment={posted} currency={currency} outstanding="Outstanding now" />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
