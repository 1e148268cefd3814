// Assesses a fee or a penalty.

import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { DateField } from '../../../kit/form/date-field.tsx'
import { MoneyInput, numberOf, textOf } from '../../../kit/form/money-input.tsx'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { lendingKey } from '../lending-frame.tsx'
import { choicesOf, FEE_BASES } from '../lending-words.ts'
import { RateInput } from '../terms/rate-input.tsx'
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
  return (
    <RecordForm state={state} submitLabel="Assess" onCancel={onDone}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="What for"
          description="A code: ADMIN_FEE."
          required
          maxLength={35}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Select
          label="Kind"
          description="Penalties are paid first."
          allowDeselect={false}
          data={choicesOf({ FEE: 'Fee', PENALTY: 'Penalty' })}
          {...form.getInputProps('kind')}
        />
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
          <MoneyInput label="Amount" required currency={currency} {...form.getInputProps('amount')} />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <RateInput label="Percent" required {...form.getInputProps('percent')} />
            <Select label="Of" allowDeselect={false} data={choicesOf(FEE_BASES)} {...form.getInputProps('base')} />
          </SimpleGrid>
        )}
        {form.values.as === 'percent' && form.values.base === 'INSTALMENT' && (
          <Text size="sm" c="dimmed">
            Without a due date the fee is on every unpaid instalment.
          </Text>
        )}
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateField
          label="Due"
          description="It is in the first instalment due from then; today when empty."
          {...form.getInputProps('dueDate')}
        />
        <DateField
          label="Stands from"
          description="A due date that is past, else the business date, when empty."
          {...form.getInputProps('valueDate')}
        />
      </SimpleGrid>
      <TextInput label="Reason" maxLength={255} {...form.getInputProps('reason')} />
    </RecordForm>
  )
}
