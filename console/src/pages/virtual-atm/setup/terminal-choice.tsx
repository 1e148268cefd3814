// Chooses the terminal that the ATM is.

import { Button, Select, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '../../../kit/show/format.ts'
import type { Terminal } from '../engine/orders.ts'
import { atm, PUBLISHED_TERMINALS, useAtm } from '../the-atm.ts'
import { TerminalForm } from './terminal-form.tsx'

export function TerminalChoice() {
  const { terminal, credentials, screen } = useAtm()
  const [isFormOpen, form] = useDisclosure(false)
  const isUsed = screen.name !== 'welcome'
  const keyOf = ({ institutionId, terminalId }: Terminal) => `${institutionId}/${terminalId}`
  const chosen = keyOf(terminal)
  const institutions = [...new Set(PUBLISHED_TERMINALS.map(({ institutionId }) => institutionId))]
  const published = institutions.map((institutionId) => ({
    group: `${institutionId} · ${PUBLISHED_TERMINALS.find((one) => one.institutionId === institutionId)?.institutionName ?? ''}`,
    items: PUBLISHED_TERMINALS.filter((one) => one.institutionId === institutionId).map((one) => ({
      value: keyOf(one),
      label: `${one.terminalId} of ${institutionId}${one.note === '' ? '' : ` (${one.note})`}`,
    })),
  }))
  const isPublished = PUBLISHED_TERMINALS.some((one) => keyOf(one) === chosen)
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
            ? published
            : [{ value: chosen, label: `${terminal.terminalId} of ${terminal.institutionId}` }, ...published]
        }
        value={chosen}
        onChange={(value) => {
          const found = PUBLISHED_TERMINALS.find((one) => keyOf(one) === value)
          if (found !== undefined) atm.setUp({ ...found, currency: terminal.currency, fee: terminal.fee }, credentials)
        }}
      />
      <Button size="xs" variant="default" onClick={form.open} disabled={isUsed}>
        Another terminal, client or fee…
      </Button>
      <Text size="xs" c="dimmed">
        {isUsed
          ? 'Return the card to change the terminal.'
          : `Signs as ${credentials.clientId} (${credentials.partnerId}). Fee for cash: ${formatMoney(terminal.fee, terminal.currency)}.`}
      </Text>
      <TerminalForm isOpen={isFormOpen} onClose={form.close} />
    </Stack>
  )
}
