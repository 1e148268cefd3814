// Gives a client a new secret. The old one dies at once unless an overlap is chosen, so it asks first.

import { Alert, Button, Modal, Radio, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { formatInstant } from '../../kit/show/format.ts'
import { endOfDay } from './partner-words.ts'

export interface RotateClientButtonProps {
  readonly partner: onboarding.Partner
  readonly client: onboarding.Client
  onRotated(client: onboarding.ClientWithSecret): void
}

export function RotateClientButton({ partner, client, onRotated }: RotateClientButtonProps) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open} aria-label={`Rotate ${client.clientId}`}>
        Rotate
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Give ${client.clientId} a new secret?`}>
        <RotateClient
          partner={partner}
          client={client}
          onClose={dialog.close}
          onRotated={(rotated) => {
            dialog.close()
            onRotated(rotated)
          }}
        />
      </Modal>
    </>
  )
}

function RotateClient({ partner, client, onClose, onRotated }: RotateClientButtonProps & { onClose: () => void }) {
  const state = useRecordForm({
    initialValues: { expiry: 'keep' as 'keep' | 'never' | 'day', lastDay: '', oldSecretDay: '' },
    validate: ({ expiry, lastDay }) =>
      expiry === 'day' && endOfDay(lastDay) === undefined ? { lastDay: 'Choose a day' } : {},
    submit: ({ expiry, lastDay, oldSecretDay }) =>
      ask(
        admin.rotateClient(
          { id: partner.id, clientId: client.clientId },
          {
            ...(expiry !== 'keep' && { expiresAt: expiry === 'never' ? null : (endOfDay(lastDay) ?? null) }),
            ...(endOfDay(oldSecretDay) !== undefined && { oldSecretUntil: endOfDay(oldSecretDay) as string }),
          },
        ),
      ),
    fieldNames: { expiresAt: 'lastDay', oldSecretUntil: 'oldSecretDay' },
    invalidates: [['partners'], ['audit']],
    onSaved: onRotated,
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Make a new secret" submitColor="red" onCancel={onClose}>
      <Alert color="yellow" icon={<IconAlertTriangle />}>
        The present secret is refused by every gateway within two seconds, unless you let both overlap: calls with it
        fail until the partner uses the new one.
      </Alert>
      {field.text('oldSecretDay', 'Last day of the present secret', 'At most 90 days ahead. Empty: refused at once.', {
        type: 'date',
      })}
      <Radio.Group label="Expiry" {...form.getInputProps('expiry')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="keep"
            label={client.expiresAt === null ? 'As it is: never' : `As it is: ${formatInstant(client.expiresAt)}`}
          />
          {client.expiresAt !== null && <Radio value="never" label="It no longer expires" />}
          <Radio value="day" label="Another last day" />
        </Stack>
      </Radio.Group>
      {form.values.expiry === 'day' && field.text('lastDay', 'Last day', { type: 'date', required: true })}
    </RecordForm>
  )
}
