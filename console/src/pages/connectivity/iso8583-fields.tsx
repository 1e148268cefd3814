// The fields of a connection to a core that speaks ISO 8583.

import { NumberInput, SimpleGrid, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Connection } from './connection.ts'
import type { ConnectionValues } from './connection-values.ts'
import { SecretField } from './secret-field.tsx'

interface Iso8583FieldsProps {
  readonly form: UseFormReturnType<ConnectionValues>
  readonly connection: Connection | undefined
  readonly isFixed: boolean
}

export function Iso8583Fields({ form, connection, isFixed }: Iso8583FieldsProps) {
  return (
    <>
      <Stack gap="sm">
        <Title order={3}>Messages</Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <TextInput
            label="Dialect"
            description="iso87-ascii, iso93-binary, or one of your own."
            required
            disabled={isFixed}
            {...form.getInputProps('iso8583.dialect')}
          />
          <NumberInput
            label="Connections kept open"
            description="Of each node of the gateway."
            min={1}
            max={32}
            allowDecimal={false}
            disabled={isFixed}
            {...form.getInputProps('iso8583.connections')}
          />
          <NumberInput
            label="Echo after"
            description="When nothing came in for so long."
            suffix=" s"
            min={5}
            max={3600}
            allowDecimal={false}
            disabled={isFixed}
            {...form.getInputProps('iso8583.echoSeconds')}
          />
        </SimpleGrid>
      </Stack>
      <Identifiers form={form} isFixed={isFixed} />
      <Security form={form} connection={connection} isFixed={isFixed} />
    </>
  )
}

function Identifiers({ form, isFixed }: Omit<Iso8583FieldsProps, 'connection'>) {
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Identifiers</Title>
        <Text size="sm" c="dimmed">
          As the bank has agreed them. What is empty is left out of the messages.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="md">
        <TextInput
          label="Acquirer"
          description="DE 32, up to 11 digits."
          maxLength={11}
          disabled={isFixed}
          {...form.getInputProps('iso8583.acquirerId')}
        />
        <TextInput
          label="Forwarder"
          description="DE 33, up to 11 digits."
          maxLength={11}
          disabled={isFixed}
          {...form.getInputProps('iso8583.forwarderId')}
        />
        <TextInput
          label="Card acceptor"
          description="DE 42; empty, it is the terminal."
          maxLength={15}
          disabled={isFixed}
          {...form.getInputProps('iso8583.acceptorId')}
        />
        <TextInput
          label="Name and place"
          description="DE 43: name, city, country."
          maxLength={99}
          disabled={isFixed}
          {...form.getInputProps('iso8583.acceptorName')}
        />
      </SimpleGrid>
    </Stack>
  )
}

function Security({ form, connection, isFixed }: Iso8583FieldsProps) {
  const { tls } = form.values.iso8583
  const pem = { autosize: true, minRows: 2, maxRows: 6, autoComplete: 'off', spellCheck: false, disabled: isFixed }
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Security</Title>
        <Text size="sm" c="dimmed">
          Keys are stored encrypted and can never be read again.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SecretField form={form} name="macKey" label="Key of the MAC" isSet={connection?.macKeySet} isFixed={isFixed} />
        <Switch
          label="TLS"
          description="Certificates are in PEM."
          disabled={isFixed}
          {...form.getInputProps('iso8583.tls', { type: 'checkbox' })}
        />
        {tls && (
          <>
            <Textarea
              label="Certificates to trust"
              description="Empty: those of the system."
              {...pem}
              {...form.getInputProps('iso8583.caCertificates')}
            />
            <Textarea
              label="Own certificate"
              description="What the gateway shows to the host."
              {...pem}
              {...form.getInputProps('iso8583.clientCertificate')}
            />
            <SecretField
              form={form}
              name="clientKey"
              label="Key of the certificate"
              isSet={connection?.clientKeySet}
              isFixed={isFixed}
              isPem
            />
          </>
        )}
      </SimpleGrid>
    </Stack>
  )
}
