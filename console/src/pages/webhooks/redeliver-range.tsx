// Delivers a range of events again, also those that the webhook never got because it was off.

import { Group, NumberInput, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { tellRedelivered } from './redelivered.ts'

export function RedeliverRange({ webhookId }: { webhookId: string }) {
  return (
    <FormDialog label="Redeliver a range" title="Deliver events again" size="xs" dialogSize="md">
      {(close) => <Range webhookId={webhookId} onClose={close} />}
    </FormDialog>
  )
}

interface RangeValues extends Record<string, unknown> {
  from: number | ''
  to: number | ''
}

function Range({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const state = useRecordForm<RangeValues, { deliveries: number }>({
    initialValues: { from: '', to: '' },
    validate: ({ from, to }) => ({
      ...(from === '' && { from: 'Is required' }),
      ...(to === '' && { to: 'Is required' }),
    }),
    submit: ({ from, to }) => ask(admin.redeliverEvents({ id: webhookId }, { from: Number(from), to: Number(to) })),
    invalidates: [['webhooks'], ['audit']],
    onSaved(redelivery) {
      onClose()
      tellRedelivered(redelivery)
    },
  })
  const { form } = state
  const input = (name: 'from' | 'to') => ({
    required: true,
    min: 1,
    allowDecimal: false,
    w: 160,
    ...form.getInputProps(name),
    onChange: (next: string | number) => form.setFieldValue(name, typeof next === 'number' ? next : ''),
  })
  return (
    <RecordForm state={state} submitLabel="Deliver again" onCancel={onClose}>
      <Text size="sm">
        Events by their number in the feed of the partner, at most 1,000 at once: those of the kinds and institutions
        that the webhook gets, also such as it never got because it was off. The receiver knows those that it has seen
        by their id.
      </Text>
      <Group align="flex-start">
        <NumberInput label="From number" data-autofocus {...input('from')} />
        <NumberInput label="To number" {...input('to')} />
      </Group>
    </RecordForm>
  )
}
