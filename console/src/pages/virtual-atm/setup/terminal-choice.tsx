// Chooses the terminal that the ATM is.

import { Button, Select, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '../../../kit/show/format.ts'
import type { Terminal } from '../engine/orders.ts'
import { atm, PUBLISHED_TERMINALS, useAtm } from '../the-atm.ts'
import { useOtherTerminals } from './other-terminals.ts'
import { TerminalForm } from './terminal-form.tsx'

export function TerminalChoice() {
  const { terminal, credentials, screen } = useAtm()
  const [isFormOpen, form] = useDisclosure(false)
  const isUsed = screen.name !== 'welcome'
  const keyOf = ({ institutionId, terminalId }: Terminal) => `${institutionId}/${terminalId}`
  const chosen = keyOf(terminal)
  const known = [...PUBLISHED_TERMINALS, ...useOtherTerminals().map((one) => ({ ...one, note: '' }))]
  const institutions = [...new Set(known.map(({ institutionId }) => institutionId))]
  const choices = institutions.map((institutionId) => ({
    group: `${institutionId} · ${known.find((one) => one.institutionId === institutionId)?.institutionName ?? ''}`,
    items: known
      .filter((one) => one.institutionId === institutionId)
      .map((one) => ({
        value: keyOf(one),
        label: `${one.terminalId} of ${institutionId}${one.note === '' ? '' : ` (${one.note})`}`,
      })),
  }))
  const isKnown = known.some((one) => keyOf(one) === chosen)
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
          isKnown
            ? choices
            : [{ value: chosen, label: `${terminal.terminalId} of ${terminal.institutionId}` }, ...choices]
        }
        value={chosen}
        onChange={(value) => {
          const found = known.find((one) => keyOf(one) === value)
          if (found !== undefined) atm.setUp({ ...found, fee: terminal.fee }, credentials)
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
