// The fields of a connection to a core that speaks ISO 8583.

import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import type { Connection } from './connection.ts'
import type { ConnectionValues } from './connection-values.ts'
import { SecretField } from './secret-field.tsx'

interface Iso8583FieldsProps {
  readonly form: UseFormReturnType<ConnectionValues>
  readonly connection: Connection | undefined
  readonly isFixed: boolean
}

export function Iso8583Fields({ form, connection, isFixed }: Iso8583FieldsProps) {
  const field = fieldsOf(form)
  return (
    <>
      <Stack gap="sm">
        <Title order={3}>Messages</Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          {field.text('iso8583.dialect', 'Dialect', 'iso87-ascii, iso93-binary, or one of your own.', {
            required: true,
            disabled: isFixed,
          })}
          {field.number('iso8583.connections', 'Connections kept open', 'Of each node of the gateway.', {
            min: 1,
            max: 32,
            allowDecimal: false,
            disabled: isFixed,
          })}
          {field.number('iso8583.echoSeconds', 'Echo after', 'When nothing came in for so long.', {
            suffix: ' s',
            min: 5,
            max: 3600,
            allowDecimal: false,
            disabled: isFixed,
          })}
        </SimpleGrid>
      </Stack>
      <Identifiers form={form} isFixed={isFixed} />
      <Security form={form} connection={connection} isFixed={isFixed} />
    </>
  )
}

function Identifiers({ form, isFixed }: Omit<Iso8583FieldsProps, 'connection'>) {
  const field = fieldsOf(form)
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Identifiers</Title>
        <Text size="sm" c="dimmed">
          As the bank has agreed them. What is empty is left out of the messages.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="md">
        {field.text('iso8583.acquirerId', 'Acquirer', 'DE 32, up to 11 digits.', { maxLength: 11, disabled: isFixed })}
        {field.text('iso8583.forwarderId', 'Forwarder', 'DE 33, up to 11 digits.', {
          maxLength: 11,
          disabled: isFixed,
        })}
        {field.text('iso8583.acceptorId', 'Card acceptor', 'DE 42; empty, it is the terminal.', {
          maxLength: 15,
          disabled: isFixed,
        })}
        {field.text('iso8583.acceptorName', 'Name and place', 'DE 43: name, city, country.', {
          maxLength: 99,
          disabled: isFixed,
        })}
      </SimpleGrid>
    </Stack>
  )
}

function Security({ form, connection, isFixed }: Iso8583FieldsProps) {
  const field = fieldsOf(form)
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
        {field.flag('iso8583.tls', 'TLS', 'Certificates are in PEM.', { disabled: isFixed })}
        {tls && (
          <>
            {field.area('iso8583.caCertificates', 'Certificates to trust', 'Empty: those of the system.', { ...pem })}
            {field.area('iso8583.clientCertificate', 'Own certificate', 'What the gateway shows to the host.', {
              ...pem,
            })}
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
