// Gives a webhook a new secret. The one before signs beside it for some hours, so that the receiver never refuses an event.

import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import type { Webhook } from './webhook-words.ts'

export interface RotateSecretProps {
  readonly webhook: Webhook
  onRotated(webhook: Webhook): void
}

export function RotateSecret({ webhook, onRotated }: RotateSecretProps) {
  return (
    <FormDialog label="Rotate the secret" dialogSize="md">
      {(close) => <Rotate webhook={webhook} onRotated={onRotated} onClose={close} />}
    </FormDialog>
  )
}

const DAY_HOURS = 24
const MOST_HOURS = 168

function Rotate({ webhook: { id }, onRotated, onClose }: RotateSecretProps & { onClose(): void }) {
  const state = useRecordForm<{ overlapHours: number | '' }, Webhook>({
    initialValues: { overlapHours: DAY_HOURS },
    validate: ({ overlapHours }) => (overlapHours === '' ? { overlapHours: 'Is required' } : {}),
    async submit({ overlapHours }) {
      const webhook = await ask(admin.rotateWebhook({ id }, { overlapHours: Number(overlapHours) }))
      // At once: nothing that happens afterwards may lose the secret.
      onRotated(webhook)
      return webhook
    },
    invalidates: [['webhooks'], ['audit']],
    onSaved: onClose,
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Make a new secret" onCancel={onClose}>
      <Text size="sm">
        Events are signed with both secrets for a while. The receiver accepts them with either, and changes to the new
        one meanwhile.
      </Text>
      {field.number('overlapHours', 'Hours with both', 'From 0 to 168, a week.', {
        required: true,
        min: 0,
        max: MOST_HOURS,
        allowDecimal: false,
        w: 200,
        'data-autofocus': true,
        onChange: (next) => form.setFieldValue('overlapHours', typeof next === 'number' ? next : ''),
      })}
      {form.values.overlapHours === 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          The present secret signs no event from now on: the receiver refuses them until it knows the new one. They are
          tried again.
        </Alert>
      )}
    </RecordForm>
  )
}
