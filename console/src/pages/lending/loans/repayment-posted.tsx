// What a repayment has paid.

import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { CalendarDate, Money } from '../../../kit/show/values.tsx'
import { AllocationTable } from './allocation-table.tsx'
import type { PostedRepayment } from './post-repayment.ts'

export interface RepaymentPostedProps {
  readonly posted: PostedRepayment
  readonly currency: string
  onClose(): void
}

export function RepaymentPosted({ posted, currency, onClose }: RepaymentPostedProps) {
  const { status, amount, balancesAfter, nextDue, remainingDue } = posted
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
      <Facts
        columns={3}
        facts={[
          ['Outstanding now', <Money key="outstanding" amount={balancesAfter.totalOutstanding} currency={currency} />],
          remainingDue !== undefined && ['Still due', <Money key="due" amount={remainingDue} currency={currency} />],
          nextDue !== undefined && [
            'Next due',
            nextDue === null ? (
              'Nothing more falls due'
            ) : (
              <span key="next">
                <Money amount={nextDue.totalToPay} currency={currency} /> on <CalendarDate date={nextDue.dueDate} />
              </span>
            ),
          ],
        ]}
      />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
