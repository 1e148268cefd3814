// Changes where a client may call from.

import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { AddressesField } from './addresses-field.tsx'

export interface ChangeClientButtonProps {
  readonly partner: onboarding.Partner
  readonly client: onboarding.Client
}

export function ChangeClientButton({ partner, client }: ChangeClientButtonProps) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open} aria-label={`Change ${client.clientId}`}>
        Change
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Change ${client.clientId}`} closeOnClickOutside={false}>
        <ChangeClient partner={partner} client={client} onClose={dialog.close} />
      </Modal>
    </>
  )
}

function ChangeClient({ partner, client, onClose }: ChangeClientButtonProps & { onClose: () => void }) {
  const state = useRecordForm({
    initialValues: { addresses: [...client.addresses] },
    submit: ({ addresses }) => ask(admin.updateClient({ id: partner.id, clientId: client.clientId }, { addresses })),
    invalidates: [['partners'], ['audit']],
    onSaved: onClose,
  })
  return (
    <RecordForm state={state} submitLabel="Save" onCancel={onClose}>
      <AddressesField data-autofocus {...state.form.getInputProps('addresses')} />
    </RecordForm>
  )
}
