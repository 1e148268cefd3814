// Pays out a loan, or a part of it.

import { SimpleGrid, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../../kit/inputs/money-input.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { formatMoney, roundAmount } from '../../../../kit/show/format.ts'
import { lendingKey } from '../../lending-frame.tsx'
import type { LoanFormProps } from './loan-form-props.ts'

export function DisburseForm({ partnerId, loan, onDone }: LoanFormProps) {
  const { loanId, currency } = loan
  const left = roundAmount(loan.principalApproved - loan.principalDisbursed, currency)
  const once = useOnce(`disburse-${loanId}`)
  const state = useRecordForm({
    initialValues: {
      amount: left as number | string,
      valueDate: '',
      accountId: '',
      institutionId: '',
      deductFees: true,
    },
    validate: ({ amount }) => (numberOf(amount) === undefined ? { amount: 'Enter an amount' } : {}),
    fieldNames: {
      'destination.accountId': 'accountId',
      destination: 'accountId',
      'destination.institutionId': 'institutionId',
    },
    submit: (values) => {
      const accountId = textOf(values.accountId)
      return once((idempotencyKey) =>
        ask(
          lending(partnerId).disburseLoan(
            { loanId },
            {
              amount: numberOf(values.amount) ?? 0,
              deductFees: values.deductFees,
              ...present({
                valueDate: textOf(values.valueDate),
                destination:
                  accountId === undefined
                    ? undefined
                    : { accountId, ...present({ institutionId: textOf(values.institutionId) }) },
              }),
            },
            { idempotencyKey },
          ),
        ),
      )
    },
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ netAmount, feesDeducted, status }) => {
      const kept = feesDeducted > 0 ? ` ${formatMoney(feesDeducted, currency)} of fees were kept back.` : ''
      notifications.show(
        status === 'PENDING'
          ? { message: 'The bank has not answered yet. The disbursement is pending.', color: 'yellow' }
          : status === 'FAILED'
            ? { message: 'The bank refused the disbursement. Nothing was paid out.', color: 'red' }
            : { message: `${formatMoney(netAmount, currency)} was paid out.${kept}`, color: 'green' },
      )
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Pay out" onCancel={onDone}>
      <Text size="sm">
        {loan.status === 'APPROVED'
          ? 'The first payment makes the loan active and fixes its schedule.'
          : 'A further payment levels the instalments that follow.'}{' '}
        At most {formatMoney(left, currency)} can still be paid out.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.money('amount', 'Amount', currency, { required: true, 'data-autofocus': true })}
        {field.date('valueDate', 'Value date', 'Interest runs from it; the business date when empty.')}
        {field.text('accountId', 'Account', `Of ${loan.institutionId}, in ${currency}. To clearing when empty.`, {
          maxLength: 36,
        })}
        {field.text('institutionId', 'Institution of the account', `${loan.institutionId} when empty.`, {
          maxLength: 36,
        })}
      </SimpleGrid>
      {loan.status === 'APPROVED' &&
        field.flag(
          'deductFees',
          'Keep back the fees of the offer that are not financed',
          'Otherwise they are charges due on the value date, in the first instalment.',
        )}
    </RecordForm>
  )
}
