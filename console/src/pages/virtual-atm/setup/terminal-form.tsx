// The terminal in all its fields: also one that the sandbox does not publish, of a bank that was just onboarded, with its
// own partner client.

import { Alert, Autocomplete, Button, Group, Modal, PasswordInput, SimpleGrid, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { atm, PUBLISHED_CLIENTS, useAtm } from '../the-atm.ts'

export function TerminalForm({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Terminal, client and fee" size="lg">
      <Fields onClose={onClose} />
    </Modal>
  )
}

const ID = /^[\w.-]{1,35}$/

function id(value: string): string | null {
  return ID.test(value) ? null : '1 to 35 letters, digits, dots, hyphens or underscores'
}

function Fields({ onClose }: { onClose(): void }) {
  const { terminal, credentials } = useAtm()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      institutionId: terminal.institutionId,
      institutionName: terminal.institutionName,
      terminalId: terminal.terminalId,
      acceptorId: terminal.acceptorId,
      terminalLoc: terminal.terminalLoc,
      partnerId: credentials.partnerId,
      clientId: credentials.clientId,
      clientSecret: '',
      fee: terminal.fee,
      currency: terminal.currency,
    },
    validate: {
      institutionId: id,
      terminalId: id,
      acceptorId: id,
      terminalLoc: (value) => (value.trim() === '' ? 'Where the terminal stands' : null),
      partnerId: (value) => (value.trim() === '' ? 'Which partner the client belongs to' : null),
      clientId: (value) => (value.trim() === '' ? 'Which client signs the requests' : null),
      currency: (value) => (/^[A-Za-z]{3}$/.test(value) ? null : 'Three letters, such as USD'),
      clientSecret: (value, { clientId }) =>
        value === '' && secretOf(clientId) === undefined ? 'The secret of this client' : null,
    },
  })
  const field = fieldsOf(form)

  function secretOf(clientId: string): string | undefined {
    return [credentials, ...PUBLISHED_CLIENTS].find((one) => one.clientId === clientId)?.clientSecret
  }

  return (
    <form
      onSubmit={form.onSubmit(({ clientId, clientSecret, partnerId, ...place }) => {
        atm.setUp(
          {
            ...terminal,
            ...place,
            fee: Number(place.fee) || 0,
            currency: place.currency.toUpperCase(),
            institutionName: place.institutionName.trim() === '' ? place.institutionId : place.institutionName,
          },
          { clientId, partnerId, clientSecret: clientSecret === '' ? (secretOf(clientId) ?? '') : clientSecret },
        )
        onClose()
      })}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.text('institutionId', 'Institution id', { required: true })}
          {field.text('institutionName', 'Its name, for the screen')}
          {field.text('terminalId', 'Terminal id', { required: true })}
          {field.text('acceptorId', 'Acceptor id', { required: true })}
          {field.text('terminalLoc', 'Location of the terminal', { required: true })}
          {field.text('partnerId', 'Partner id', { required: true })}
          <Autocomplete
            label="Client id"
            required
            data={PUBLISHED_CLIENTS.map(({ clientId }) => clientId)}
            filter={({ options }) => options}
            {...form.getInputProps('clientId')}
          />
          <PasswordInput
            label="Client secret"
            description="Not needed for the published clients"
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
          {field.number('fee', 'Fee for cash', 'Part of the amount debited; FI001 allows up to 10.00', {
            min: 0,
            max: 1000,
            decimalScale: 2,
          })}
          {field.text('currency', 'Currency of the notes', 'An account in another one is declined', { maxLength: 3 })}
        </SimpleGrid>
        <Alert color="blue" p="xs">
          The secret stays in this tab’s memory. It is gone when the page is loaded again, and the panel never shows it.
        </Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Use this terminal</Button>
        </Group>
      </Stack>
    </form>
  )
}
