// Records what is known about an applicant's risk. Only what was filled in is sent.

import { Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { useRef } from 'react'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { lendingKey } from '../lending-frame.tsx'
import { RECOMMENDATIONS } from '../lending-words.ts'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'

const NUMBERS = ['CREDIT_SCORE', 'MONTHLY_INCOME', 'ANNUAL_INCOME', 'MONTHLY_DEBT', 'DELINQUENCIES'] as const
const FLAGS = ['BANKRUPTCY', 'FRAUD_ALERT', 'IDENTITY_VERIFIED'] as const
const KNOWN_OR_NOT = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

type Numbers = Record<(typeof NUMBERS)[number], number | string>
type Flags = Record<(typeof FLAGS)[number], string | null>

const EMPTY = {
  ...(Object.fromEntries(NUMBERS.map((type) => [type, ''])) as Numbers),
  ...(Object.fromEntries(FLAGS.map((type) => [type, null])) as Flags),
  provider: '',
  others: [] as { type: string; value: string }[],
}

type Values = typeof EMPTY

export interface SignalsFormProps {
  readonly partnerId: string
  readonly application: api.Application
  onDone(): void
}

export function SignalsForm({ partnerId, application, onDone }: SignalsFormProps) {
  const { applicationId, currency } = application
  const once = useOnce(`signals-${applicationId}`)
  // The request numbers the signals; the form knows them by their type.
  const fieldNames = useRef<Record<string, string>>({}).current
  const state = useRecordForm({
    initialValues: EMPTY,
    validate: (values) => (signalsOf(values).length === 0 ? { CREDIT_SCORE: 'Enter at least one signal' } : {}),
    submit: (values) => {
      const signals = signalsOf(values)
      for (const [at, { field }] of signals.entries()) {
        for (const part of ['', '.type', '.value']) fieldNames[`signals.${at}${part}`] = field
      }
      return once((idempotencyKey) =>
        ask(
          lending(partnerId).recordRiskSignals(
            { applicationId, signals: signals.map(({ signal }) => signal) },
            { idempotencyKey },
          ),
        ),
      )
    },
    fieldNames,
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ recommendation, riskGrade }) => {
      notifications.show({
        message: `Graded ${riskGrade}. Recommendation: ${RECOMMENDATIONS[recommendation] ?? recommendation}.`,
        color: 'green',
      })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Record and grade" onCancel={onDone}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.number('CREDIT_SCORE', 'Credit score', '740 and above is graded A; below 560 E.', {
          min: 0,
          max: 1000,
          'data-autofocus': true,
        })}
        {field.number('DELINQUENCIES', 'Late payments', 'Delinquencies in the credit report.', {
          min: 0,
          allowDecimal: false,
        })}
        {field.money('MONTHLY_INCOME', 'Monthly income', currency)}
        {field.money('ANNUAL_INCOME', 'or annual income', currency)}
        {field.money('MONTHLY_DEBT', 'Monthly debt', currency, 'What other loans take each month.')}
        {field.choice('IDENTITY_VERIFIED', 'Identity verified', KNOWN_OR_NOT, {
          placeholder: 'Not known',
          clearable: true,
        })}
        {field.choice('BANKRUPTCY', 'Bankruptcy', KNOWN_OR_NOT, { placeholder: 'Not known', clearable: true })}
        {field.choice('FRAUD_ALERT', 'Fraud alert', KNOWN_OR_NOT, { placeholder: 'Not known', clearable: true })}
      </SimpleGrid>
      {field.text('provider', 'Provider', 'Who reports this: a bureau, a colleague.', { maxLength: 120 })}
      <Stack gap="xs">
        <Title order={3} size="h5">
          Signals of your own decision table
        </Title>
        {form.values.others.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place in the form
          <Group key={at} className="field-row" wrap="nowrap">
            {field.text(`others.${at}.type`, 'Type', { flex: 1, maxLength: 35 })}
            {field.text(`others.${at}.value`, 'Value', { flex: 1, maxLength: 255 })}
            <RemoveRowButton label={`Remove signal ${at + 1}`} onClick={() => form.removeListItem('others', at)} />
          </Group>
        ))}
        <AddRowButton label="Add a signal" onClick={() => form.insertListItem('others', { type: '', value: '' })} />
      </Stack>
    </RecordForm>
  )
}

function signalsOf(values: Values): { field: string; signal: api.Signal }[] {
  const stated: { field: string; type: string; value: api.Signal['value'] | undefined }[] = [
    ...NUMBERS.map((type) => ({ field: type, type, value: numberOf(values[type]) })),
    ...FLAGS.map((type) => ({ field: type, type, value: values[type] === null ? undefined : values[type] === 'true' })),
    ...values.others.map(({ type, value }, at) => ({
      field: `others.${at}.value`,
      type: type.trim(),
      value: typedValue(value),
    })),
  ]
  const provider = textOf(values.provider)
  return stated.flatMap(({ field, type, value }) =>
    value === undefined || type === '' ? [] : [{ field, signal: { type, value, ...present({ provider }) } }],
  )
}

/** A number or a flag where the text is one. */
function typedValue(text: string): api.Signal['value'] | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed
}
