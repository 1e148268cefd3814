// Assesses a fee or a penalty.

import { SimpleGrid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../../kit/inputs/money-input.tsx'
import { Segments } from '../../../../kit/inputs/segments.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../../kit/show/format.ts'
import { lendingKey } from '../../lending-frame.tsx'
import { choicesOf, FEE_BASES } from '../../lending-words.ts'
import type { LoanFormProps } from './loan-form-props.ts'

export function FeeForm({ partnerId, loan, onDone }: LoanFormProps) {
  const { loanId, currency } = loan
  const once = useOnce(`fee-${loanId}`)
  const state = useRecordForm({
    initialValues: {
      code: '',
      kind: 'FEE' as api.Fee['kind'],
      as: 'amount' as 'amount' | 'percent',
      amount: '' as number | string,
      percent: '' as number | string,
      base: 'PRINCIPAL' as keyof typeof FEE_BASES,
      dueDate: '',
      valueDate: '',
      reason: '',
    },
    validate: (values) =>
      present({
        code: textOf(values.code) === undefined ? 'Say what it is for' : undefined,
        amount: values.as === 'amount' && numberOf(values.amount) === undefined ? 'Enter an amount' : undefined,
        percent: values.as === 'percent' && numberOf(values.percent) === undefined ? 'Enter a percentage' : undefined,
      }),
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).chargeFee(
            { loanId },
            {
              code: values.code.trim(),
              kind: values.kind,
              ...(values.as === 'percent' && { base: values.base }),
              ...present({
                amount: values.as === 'amount' ? numberOf(values.amount) : undefined,
                percent: values.as === 'percent' ? numberOf(values.percent) : undefined,
                dueDate: textOf(values.dueDate),
                valueDate: textOf(values.valueDate),
                reason: textOf(values.reason),
              }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ amount, instalment }) => {
      notifications.show({
        message: `${formatMoney(amount, currency)} is assessed, in instalment ${instalment}.`,
        color: 'green',
      })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Assess" onCancel={onDone}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.text('code', 'What for', 'A code: ADMIN_FEE.', {
          required: true,
          maxLength: 35,
          'data-autofocus': true,
        })}
        {field.choice('kind', 'Kind', choicesOf({ FEE: 'Fee', PENALTY: 'Penalty' }), 'Penalties are paid first.', {
          allowDeselect: false,
        })}
      </SimpleGrid>
      <Stack gap="xs">
        <Segments
          aria-label="How it is stated"
          w="fit-content"
          data={[
            { value: 'amount', label: 'An amount' },
            { value: 'percent', label: 'A percentage' },
          ]}
          {...form.getInputProps('as')}
        />
        {form.values.as === 'amount' ? (
          field.money('amount', 'Amount', currency, { required: true })
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field.rate('percent', 'Percent', { required: true })}
            {field.choice('base', 'Of', choicesOf(FEE_BASES), { allowDeselect: false })}
          </SimpleGrid>
        )}
        {form.values.as === 'percent' && form.values.base === 'INSTALMENT' && (
          <Text size="sm" c="dimmed">
            Without a due date the fee is on every unpaid instalment.
          </Text>
        )}
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.date('dueDate', 'Due', 'It is in the first instalment due from then; today when empty.')}
        {field.date('valueDate', 'Stands from', 'A due date that is past, else the business date, when empty.')}
      </SimpleGrid>
      {field.text('reason', 'Reason', { maxLength: 255 })}
    </RecordForm>
  )
}
