// The clients of a partner: the credentials it calls with.

import { Button, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatInstant } from '../../kit/show/format.ts'
import { SecretOnce } from '../../kit/show/secret-once.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { ChangeClientButton } from './change-client-button.tsx'
import { NewClientDialog } from './new-client-dialog.tsx'
import { familyName, isExpired } from './partner-words.ts'
import { RotateClientButton } from './rotate-client-button.tsx'

export function ClientsSection({ partner }: { partner: onboarding.Partner }) {
  const [isOpen, dialog] = useDisclosure(false)
  // Only here, and gone with the dialog: the secret is never part of what is read from the gateway.
  const [shown, setShown] = useState<onboarding.ClientWithSecret>()
  const show = (client: onboarding.ClientWithSecret) => {
    dialog.close()
    setShown(client)
  }
  return (
    <Section
      title="Clients"
      description="The credentials that the partner calls with. Rotating one can let two secrets overlap."
      flush
      actions={
        <Allowed module="PARTNERS" action="CREATE">
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={dialog.open}>
            New client
          </Button>
        </Allowed>
      }
    >
      {partner.clients.length === 0 ? (
        <EmptyState title="No clients" />
      ) : (
        <ClientTable partner={partner} onSecret={show} />
      )}
      <NewClientDialog partner={partner} isOpen={isOpen} onClose={dialog.close} onMade={show} />
      <SecretOnce
        title={`Credentials of ${partner.name}`}
        secrets={
          shown && [
            ['Client id', shown.clientId],
            ['Client secret', shown.client_secret],
          ]
        }
        hint="The secret is shown once. Copy it now and hand it over on a safe way: no one can read it again. If it is lost, rotate the client."
        onClose={() => setShown(undefined)}
      />
    </Section>
  )
}

interface ClientTableProps {
  readonly partner: onboarding.Partner
  onSecret(client: onboarding.ClientWithSecret): void
}

function ClientTable({ partner, onSecret }: ClientTableProps) {
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table className="list" aria-label="Clients">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Client</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {partner.clients.map((client) => (
            <Table.Tr key={client.clientId}>
              <Table.Td data-title="Client">
                <Id>{client.clientId}</Id>
                <Text size="xs" c="dimmed" mt={2}>
                  {client.families.map(familyName).join(', ')}
                </Text>
                {client.addresses.length > 0 && (
                  <Text size="xs" c="dimmed">
                    From {client.addresses.join(', ')}
                  </Text>
                )}
                {client.oldSecretUntil !== null && Date.parse(client.oldSecretUntil) > Date.now() && (
                  <Text size="xs" c="dimmed">
                    Its former secret is taken until {formatInstant(client.oldSecretUntil)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-title="Expires">
                {client.expiresAt === null ? 'Never' : <Instant at={client.expiresAt} />}
              </Table.Td>
              <Table.Td data-title="Last used">
                {client.lastUsedAt === null ? 'Never' : <Instant at={client.lastUsedAt} />}
              </Table.Td>
              <Table.Td data-title="Status">
                <StatusBadge status={isExpired(client) ? 'EXPIRED' : client.isActive ? 'ACTIVE' : 'INACTIVE'} />
              </Table.Td>
              <Table.Td className="row-actions">
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  <Allowed module="PARTNERS" action="DELETE">
                    <ActionButton
                      label="Delete"
                      size="xs"
                      color="red"
                      variant="light"
                      aria-label={`Delete ${client.clientId}`}
                      confirm={{
                        title: `Delete the client ${client.clientId}?`,
                        message:
                          'Callers that still use its secret are refused by every gateway within two seconds. It cannot be brought back.',
                      }}
                      run={() => ask(admin.deleteClient({ id: partner.id, clientId: client.clientId }))}
                      done={`The client ${client.clientId} is deleted.`}
                      invalidates={[['partners'], ['audit']]}
                    />
                  </Allowed>
                  <Allowed module="PARTNERS" action="UPDATE">
                    <ChangeClientButton partner={partner} client={client} />
                  </Allowed>
                  <Allowed module="PARTNERS" action="UPDATE">
                    <RotateClientButton partner={partner} client={client} onRotated={onSecret} />
                  </Allowed>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
