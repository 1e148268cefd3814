// Takes a repayment or a disbursement back.

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { FormDialog } from '../../../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { textOf } from '../../../../kit/inputs/money-input.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { formatDate, formatMoney } from '../../../../kit/show/format.ts'
import { useMay } from '../../../../session/entitlements.ts'
import { useUser } from '../../../../session/session.ts'
import { lendingKey } from '../../lending-frame.tsx'
import type { LoanFormProps } from './loan-form-props.ts'

const REPAYMENTS: ReadonlySet<string> = new Set(['REPAYMENT', 'PREPAYMENT', 'SETTLEMENT'])

interface ReverseProps extends Omit<LoanFormProps, 'onDone'> {
  readonly transaction: api.Txn
}

export function ReverseButton({ partnerId, loan, transaction }: ReverseProps) {
  const may = useMay()
  const isRepayment = REPAYMENTS.has(transaction.type)
  const isDisbursement = transaction.type === 'DISBURSEMENT'
  if (transaction.status !== 'POSTED' || !(isRepayment || isDisbursement)) return null
  if (!may('LOAN_SERVICING', 'UPDATE') || (isRepayment && !may('LOAN_SERVICING', 'CREATE'))) return null
  const props = { partnerId, loan, transaction }
  return (
    <FormDialog
      label="Reverse"
      title={isRepayment ? 'Reverse the repayment' : 'Reverse the disbursement'}
      size="compact-sm"
      aria-label={`Reverse the ${transaction.type.toLowerCase()} of ${formatDate(transaction.valueDate)}`}
    >
      {(close) =>
        isRepayment ? <ReverseRepayment {...props} onDone={close} /> : <ReverseDisbursement {...props} onDone={close} />
      }
    </FormDialog>
  )
}

function ReverseRepayment({ partnerId, loan, transaction, onDone }: ReverseProps & LoanFormProps) {
  const user = useUser()
  const once = useOnce(`reverse-${transaction.transactionId}`)
  const state = useRecordForm({
    initialValues: {
      reason: '',
      operatorId: (user.email.split('@')[0] ?? '').replaceAll(/[^\w.-]/g, ''),
      valueDate: transaction.valueDate,
    },
    validate: ({ reason }) => (textOf(reason) === undefined ? { reason: 'Say why' } : {}),
    submit: ({ reason, operatorId, valueDate }) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).repayLoanManually(
            { loanId: loan.loanId },
            { reversalOf: transaction.transactionId, reason: reason.trim(), operatorId: operatorId.trim(), valueDate },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ replayedTransactions: { length } }) => {
      const replayed = length === 0 ? '' : ` ${length} later ${length === 1 ? 'one was' : 'were'} allocated again.`
      notifications.show({ message: `The repayment is reversed.${replayed}`, color: 'green' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Reverse" submitColor="red" onCancel={onDone}>
      <Text size="sm">
        {formatMoney(transaction.amount, loan.currency)} of {formatDate(transaction.valueDate)} counts as not paid, and
        later repayments are allocated again. A loan that it closed opens again.
      </Text>
      {field.text('reason', 'Reason', { required: true, maxLength: 255, 'data-autofocus': true })}
      {field.text('operatorId', 'Decided by', { required: true, maxLength: 35 })}
      {field.date('valueDate', 'Value date', { required: true })}
    </RecordForm>
  )
}

function ReverseDisbursement({ partnerId, loan, transaction, onDone }: ReverseProps & LoanFormProps) {
  const once = useOnce(`reverse-${transaction.transactionId}`)
  const state = useRecordForm({
    initialValues: { reasonCode: '', valueDate: '' },
    validate: ({ reasonCode }) => (textOf(reasonCode) === undefined ? { reasonCode: 'Say why' } : {}),
    submit: ({ reasonCode, valueDate }) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).reverseDisbursement(
            { loanId: loan.loanId, disbursementId: transaction.transactionId },
            { reasonCode: reasonCode.trim(), ...present({ valueDate: textOf(valueDate) }) },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ status }) => {
      notifications.show(
        status === 'REVERSED'
          ? { message: 'The disbursement is reversed.', color: 'green' }
          : { message: 'The bank has not answered yet. The reversal is pending.', color: 'yellow' },
      )
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Reverse" submitColor="red" onCancel={onDone}>
      <Text size="sm">
        {formatMoney(transaction.amount, loan.currency)} comes back from the account that received it. Without its only
        disbursement the loan is approved again, as before.
      </Text>
      {field.text('reasonCode', 'Reason code', 'Letters, digits, hyphens and underscores: WRONG_ACCOUNT.', {
        required: true,
        maxLength: 35,
        'data-autofocus': true,
      })}
      {field.date('valueDate', 'Value date', 'The business date when empty.')}
    </RecordForm>
  )
}
