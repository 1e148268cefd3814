// Closes a loan. Each reason means something else, and most cannot be undone.

import { Alert, Radio, SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { textOf } from '../../../../kit/inputs/money-input.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../../kit/show/format.ts'
import { lendingKey } from '../../lending-frame.tsx'
import { CLOSE_REASONS } from '../../lending-words.ts'
import type { CloseReason } from '../loan-states.ts'
import type { LoanFormProps } from './loan-form-props.ts'

const MEANINGS: Readonly<Record<CloseReason, string>> = {
  OBLIGATIONS_MET: 'What was overpaid goes back to the borrower, and the loan closes.',
  CANCELLED: 'The loan ends before anything was paid out.',
  SETTLED_SHORT:
    'The lender accepts what was paid. The rest of the principal is booked as a loss, and the loan closes.',
  CHARGED_OFF: 'Interest stops, and the principal is booked as a loss. What is owed stays repayable.',
  WRITTEN_OFF: 'Final: the principal is booked as a loss. What is received later is a recovery.',
}

export function CloseForm({ partnerId, loan, reasons, onDone }: LoanFormProps & { reasons: readonly CloseReason[] }) {
  const { loanId, currency } = loan
  const once = useOnce(`close-${loanId}`)
  const state = useRecordForm({
    initialValues: {
      reason: (reasons[0] ?? 'CANCELLED') as CloseReason,
      effectiveDate: '',
      note: '',
      refundAccount: '',
      sure: false,
    },
    validate: ({ sure, reason, refundAccount }) =>
      present({
        sure: sure ? undefined : 'Confirm it first',
        refundAccount:
          reason === 'OBLIGATIONS_MET' && textOf(refundAccount) === undefined ? 'Enter an account' : undefined,
      }),
    fieldNames: { 'refundAccount.accountId': 'refundAccount' },
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).closeLoan(
            { loanId },
            {
              reason: values.reason,
              ...present({
                effectiveDate: textOf(values.effectiveDate),
                note: textOf(values.note),
                refundAccount: values.reason === 'OBLIGATIONS_MET' ? textOf(values.refundAccount) : undefined,
              }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ status }) => {
      notifications.show({ message: `Done: the loan is ${status.toLowerCase().replaceAll('_', ' ')}.`, color: 'green' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const { reason } = form.values
  return (
    <RecordForm state={state} submitLabel={CLOSE_REASONS[reason]} submitColor="red" onCancel={onDone}>
      <Radio.Group label="Why" {...form.getInputProps('reason')}>
        <Stack gap="sm" mt={6}>
          {reasons.map((value) => (
            <Radio key={value} value={value} label={CLOSE_REASONS[value]} description={MEANINGS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {loan.balances.totalOutstanding > 0 && (
        <Alert color="yellow" role="note">
          {formatMoney(loan.balances.totalOutstanding, currency)} is outstanding,{' '}
          {formatMoney(loan.balances.principal, currency)} of it principal.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.date('effectiveDate', 'Effective date', 'Today or earlier; the business date when empty.')}
        {reason === 'OBLIGATIONS_MET' &&
          field.text(
            'refundAccount',
            'Refund to account',
            `${formatMoney(loan.balances.overpayment, currency)} goes there.`,
            { required: true, maxLength: 36 },
          )}
      </SimpleGrid>
      {field.area('note', 'Note', { maxLength: 255, autosize: true, minRows: 2 })}
      {field.tick(
        'sure',
        reason === 'OBLIGATIONS_MET'
          ? 'Pay the overpayment back and close the loan'
          : 'I know that this cannot be undone',
      )}
    </RecordForm>
  )
}
