// Chooses the terminal that the ATM is, its client, its currency and its fee.

import { Button, Group, NumberInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Terminal } from './engine/orders.ts'
import { OtherTerminal } from './other-terminal.tsx'
import { atm, PUBLISHED_CLIENTS, PUBLISHED_TERMINALS, useAtm } from './the-atm.ts'

export function TerminalChoice() {
  const { terminal, credentials, screen } = useAtm()
  const [isOtherOpen, other] = useDisclosure(false)
  const isUsed = screen.name !== 'welcome'
  const keyOf = ({ institutionId, terminalId }: Terminal) => `${institutionId}/${terminalId}`
  const chosen = keyOf(terminal)
  const institutions = [...new Set(PUBLISHED_TERMINALS.map(({ institutionId }) => institutionId))]
  const groups = institutions.map((institutionId) => ({
    group: `${institutionId} · ${PUBLISHED_TERMINALS.find((one) => one.institutionId === institutionId)?.institutionName ?? ''}`,
    items: PUBLISHED_TERMINALS.filter((one) => one.institutionId === institutionId).map((one) => ({
      value: keyOf(one),
      label: `${one.terminalId} of ${institutionId}${one.note === '' ? '' : ` (${one.note})`}`,
    })),
  }))
  const isPublished = PUBLISHED_TERMINALS.some((one) => keyOf(one) === chosen)
  const clients = PUBLISHED_CLIENTS.map(({ clientId, partnerId }) => ({
    value: clientId,
    label: `${clientId} (${partnerId})`,
  }))
  const isPublishedClient = PUBLISHED_CLIENTS.some(({ clientId }) => clientId === credentials.clientId)
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        Terminal
      </Title>
      <Select
        label="Institution and terminal"
        size="xs"
        allowDeselect={false}
        disabled={isUsed}
        data={
          isPublished
            ? groups
            : [{ value: chosen, label: `${terminal.terminalId} of ${terminal.institutionId}` }, ...groups]
        }
        value={chosen}
        onChange={(value) => {
          const found = PUBLISHED_TERMINALS.find((one) => keyOf(one) === value)
          if (found !== undefined) atm.setUp({ ...found, currency: terminal.currency, fee: terminal.fee }, credentials)
        }}
      />
      <Select
        label="Signs as client"
        size="xs"
        allowDeselect={false}
        disabled={isUsed}
        data={
          isPublishedClient
            ? clients
            : [{ value: credentials.clientId, label: `${credentials.clientId} (${credentials.partnerId})` }, ...clients]
        }
        value={credentials.clientId}
        onChange={(value) => {
          const found = PUBLISHED_CLIENTS.find(({ clientId }) => clientId === value)
          if (found !== undefined) atm.setUp(terminal, found)
        }}
      />
      <Group grow gap="xs" align="flex-end">
        <NumberInput
          label="Fee for cash"
          size="xs"
          min={0}
          max={1000}
          decimalScale={2}
          fixedDecimalScale
          disabled={isUsed}
          value={terminal.fee}
          onChange={(fee) => atm.setUp({ ...terminal, fee: Number(fee) || 0 }, credentials)}
        />
        <TextInput
          label="Currency"
          size="xs"
          maxLength={3}
          disabled={isUsed}
          value={terminal.currency}
          onChange={(event) =>
            atm.setUp({ ...terminal, currency: event.currentTarget.value.toUpperCase() }, credentials)
          }
        />
      </Group>
      <Button size="xs" variant="default" onClick={other.open} disabled={isUsed}>
        Another terminal or client…
      </Button>
      {isUsed && (
        <Text size="xs" c="dimmed">
          Return the card to change the terminal.
        </Text>
      )}
      <OtherTerminal isOpen={isOtherOpen} onClose={other.close} />
    </Stack>
  )
}
