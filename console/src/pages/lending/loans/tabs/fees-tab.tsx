// Fees and penalties of a loan.

import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { ActionButton } from '../../../../kit/actions/action-button.tsx'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { FormDialog } from '../../../../kit/form/form-dialog.tsx'
import { present, RecordList } from '../../../../kit/list/record-list.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { formatAmount, formatMoney, formatWord } from '../../../../kit/show/format.ts'
import { CalendarDate, Money, StatusBadge } from '../../../../kit/show/values.tsx'
import { useMay } from '../../../../session/entitlements.ts'
import { lendingKey } from '../../lending-frame.tsx'
import { choicesOf } from '../../lending-words.ts'
import { Figure } from '../figure.tsx'
import { FeeForm } from '../forms/fee-form.tsx'
import { canCharge, type Loan } from '../loan-states.ts'

const STATUSES = choicesOf({ OUTSTANDING: 'Outstanding', PARTIAL: 'Partly paid', PAID: 'Paid', WAIVED: 'Waived' })
const KINDS = choicesOf({ FEE: 'Fee', PENALTY: 'Penalty' })

export function FeesTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const { loanId, currency } = loan
  const may = useMay()
  const queryKey = lendingKey(partnerId, 'loans', loanId, 'fees')
  const { data } = useQuery({
    queryKey: [...queryKey, 'totals'],
    queryFn: () => ask(lending(partnerId).listFees({ loanId, size: 1 })),
  })
  const money = (amount: number | undefined) => <Money amount={amount} currency={currency} />
  const mayWaive = may('LOAN_SERVICING', 'CREATE') && may('LOAN_SERVICING', 'UPDATE')
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Assessed" value={money(data?.totals.assessed)} />
        <Figure label="Paid" value={money(data?.totals.paid)} />
        <Figure label="Waived" value={money(data?.totals.waived)} />
        <Figure label="Outstanding" value={money(data?.totals.outstanding)} />
      </SimpleGrid>
      <Section
        title="Fees and penalties"
        description="Late fees are charged automatically; others are assessed here."
        actions={
          canCharge(loan) &&
          may('LOAN_SERVICING', 'CREATE') && (
            <FormDialog label="Assess a fee">
              {(close) => <FeeForm partnerId={partnerId} loan={loan} onDone={close} />}
            </FormDialog>
          )
        }
      >
        <RecordList
          label="Fees and penalties"
          queryKey={queryKey}
          load={({ page, size, filters }) =>
            ask(
              lending(partnerId).listFees({
                loanId,
                page,
                size,
                ...present({
                  status: filters.status as api.Fee['status'] | undefined,
                  kind: filters.kind as api.Fee['kind'] | undefined,
                }),
              }),
            )
          }
          columns={[
            { title: 'Fee', render: (fee) => <FeeName fee={fee} /> },
            { title: 'Status', render: ({ status }) => <StatusBadge status={status} />, width: 120 },
            { title: 'Due', render: (fee) => <FeeDue fee={fee} />, width: 130 },
            { title: 'Assessed', numeric: true, render: ({ amount }) => formatAmount(amount, currency) },
            { title: 'Paid', numeric: true, render: ({ paid }) => formatAmount(paid, currency) },
            { title: 'Waived', numeric: true, render: ({ waived }) => formatAmount(waived, currency) },
            { title: 'Outstanding', numeric: true, render: ({ outstanding }) => formatAmount(outstanding, currency) },
          ]}
          filters={[
            { kind: 'choice', name: 'status', label: 'Status', choices: STATUSES },
            { kind: 'choice', name: 'kind', label: 'Kind', choices: KINDS },
          ]}
          rowKey={({ feeId }) => feeId}
          rowActions={(fee) =>
            mayWaive && fee.outstanding > 0 && <WaiveButton partnerId={partnerId} loan={loan} fee={fee} />
          }
          empty={{ title: 'No fees', hint: 'Nothing but interest has been charged.' }}
        />
      </Section>
    </Stack>
  )
}

function FeeName({ fee: { code, kind, automatic } }: { fee: api.Fee }) {
  return (
    <>
      {formatWord(code)}
      <Text span display="block" size="xs" c="dimmed">
        {kind === 'PENALTY' ? 'Penalty' : 'Fee'}
        {automatic && ', automatic'}
      </Text>
    </>
  )
}

function FeeDue({ fee: { dueDate, instalment } }: { fee: api.Fee }) {
  return (
    <>
      <CalendarDate date={dueDate} />
      <Text span display="block" size="xs" c="dimmed">
        with instalment {instalment}
      </Text>
    </>
  )
}

function WaiveButton({ partnerId, loan, fee }: { partnerId: string; loan: Loan; fee: api.Fee }) {
  const once = useOnce(`waive-${loan.loanId}-${fee.feeId}`)
  return (
    <ActionButton
      label="Waive"
      size="compact-sm"
      confirm={{
        title: `Waive the fee ${fee.code}`,
        message: `${formatMoney(fee.outstanding, loan.currency)} is no longer asked for. What was paid of the fee stays paid.`,
        reason: 'optional',
      }}
      run={(reason) =>
        once((idempotencyKey) =>
          ask(
            lending(partnerId).chargeFee(
              { loanId: loan.loanId },
              { action: 'WAIVE', feeId: fee.feeId, ...present({ reason }) },
              { idempotencyKey },
            ),
          ),
        )
      }
      invalidates={[lendingKey(partnerId)]}
      done="The fee is waived."
    />
  )
}
