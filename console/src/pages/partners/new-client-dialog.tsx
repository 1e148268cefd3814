// Makes a client of a partner. Its secret is handed on and shown once.

import { Alert, Checkbox, Group, Modal } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { AddressesField } from './addresses-field.tsx'
import { ALL_EVENTS, endOfDay, FAMILIES } from './partner-words.ts'

export interface NewClientDialogProps {
  readonly partner: onboarding.Partner
  readonly isOpen: boolean
  onClose(): void
  onMade(client: onboarding.ClientWithSecret): void
}

export function NewClientDialog({ partner, isOpen, onClose, onMade }: NewClientDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`New client of ${partner.name}`} closeOnClickOutside={false}>
      <NewClient partner={partner} onClose={onClose} onMade={onMade} />
    </Modal>
  )
}

function NewClient({ partner, onClose, onMade }: Omit<NewClientDialogProps, 'isOpen'>) {
  const state = useRecordForm({
    initialValues: { clientId: '', lastDay: '', families: partner.families, addresses: [] as string[] },
    validate: ({ families }) => (families.length === 0 ? { families: 'Choose at least one family' } : {}),
    submit: ({ clientId, lastDay, families, addresses }) => {
      const expiresAt = endOfDay(lastDay)
      return ask(
        admin.createClient(
          { id: partner.id },
          {
            families,
            ...(addresses.length > 0 && { addresses }),
            ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
            ...(expiresAt !== undefined && { expiresAt }),
          },
        ),
      )
    },
    fieldNames: { expiresAt: 'lastDay' },
    fieldOf: ({ status, message }) => (status === 409 && /clientId is taken/i.test(message) ? 'clientId' : undefined),
    invalidates: [['partners'], ['audit']],
    onSaved: onMade,
  })
  const { form, error } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Make the client" onCancel={onClose}>
      {error instanceof GatewayError && error.isPassing && (
        <Alert color="blue">
          If the answer was lost on its way, the client exists without anybody knowing its secret: it is then in the
          table. Rotate it to get a new secret.
        </Alert>
      )}
      {field.text('clientId', 'Client id', 'Empty: one is made up.', {
        placeholder: 'harbor-atm',
        'data-autofocus': true,
      })}
      {field.text('lastDay', 'Last day', 'From the day after it is refused. Empty: it does not expire.', {
        type: 'date',
      })}
      <AddressesField {...form.getInputProps('addresses')} />
      <Checkbox.Group
        label="API families"
        description="Of the feed of events it reads what these cover, or all of it."
        required
        {...form.getInputProps('families')}
      >
        <Group mt="xs">
          {FAMILIES.filter(({ value }) => partner.families.includes(value)).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
          <Checkbox value={ALL_EVENTS.value} label={ALL_EVENTS.label} />
        </Group>
      </Checkbox.Group>
    </RecordForm>
  )
}
