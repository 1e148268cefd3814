// Supply and backing of an institution: how many tokens are in circulation, and the money behind them.

import { Group, Progress, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import type { digital } from '@tillgate/sdk'
import { formatMoney } from '../../kit/show/format.ts'
import { Money } from '../../kit/show/values.tsx'

export type Position = NonNullable<digital.DigitalInstitutionDetail['positions']>[number]

/** Amounts have at most four decimals; the difference of two of them is exact after rounding. */
function difference(a: number, b: number): number {
  return Math.round((a - b) * 10_000) / 10_000
}

/** What is missing behind the tokens; zero or less when every one is backed. */
export function missingBacking({ supply, backing }: Position): number {
  return difference(supply, backing)
}

const FIGURES = [
  ['supply', 'Supply'],
  ['backing', 'Backing'],
  ['owed', 'Owed to others'],
  ['reserved', 'Reserved'],
  ['unclaimed', 'Unclaimed'],
] as const

export function PositionsTable({ positions, label }: { positions: readonly Position[]; label: string }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table className="list" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={100}>Currency</Table.Th>
            {FIGURES.map(([figure, title]) => (
              <Table.Th key={figure} className="numeric">
                {title}
              </Table.Th>
            ))}
            <Table.Th w="28%">Backed?</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {positions.map((position) => (
            <Table.Tr key={position.currency}>
              <Table.Td data-title="Currency">{position.currency}</Table.Td>
              {FIGURES.map(([figure, title]) => (
                <Table.Td key={figure} data-title={title} className="numeric" data-figure={figure}>
                  <Money amount={position[figure]} currency={position.currency} />
                </Table.Td>
              ))}
              <Table.Td data-title="Backed?">
                <Backing position={position} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Backing({ position }: { position: Position }) {
  const { supply, backing, currency } = position
  const missing = missingBacking(position)
  const share = supply === 0 ? 100 : Math.min(100, (backing / supply) * 100)
  return (
    <Stack gap={4}>
      <BackingStatement position={position} />
      {supply > 0 && (
        <Progress
          value={share}
          color={missing > 0 ? 'red' : 'green'}
          size="sm"
          aria-label={`Backed in ${currency}: ${share.toFixed(1)} per cent`}
        />
      )}
    </Stack>
  )
}

function BackingStatement({ position }: { position: Position }) {
  const { supply, currency } = position
  const missing = missingBacking(position)
  if (missing > 0) {
    return (
      <Group gap={6} wrap="nowrap" align="flex-start">
        <IconAlertTriangle size={17} color="var(--mantine-color-error)" aria-hidden />
        <Text size="sm" fw={600}>
          {formatMoney(missing, currency)} are missing behind the tokens
        </Text>
      </Group>
    )
  }
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconShieldCheck size={17} color="var(--mantine-color-green-filled)" aria-hidden />
      <Text size="sm">
        {supply === 0 && missing === 0 ? 'No tokens in circulation' : 'Every token is backed'}
        {missing < 0 && `; ${formatMoney(-missing, currency)} more are held for deposits and redemptions under way`}
      </Text>
    </Group>
  )
}

export function PositionsKey() {
  return (
    <Text size="sm" c="dimmed">
      <b>Supply</b>: tokens in circulation. <b>Backing</b>: the money held behind them. <b>Owed to others</b>: what
      transfers left to be settled with other institutions; a negative amount is owed to this one. <b>Reserved</b>: open
      transfers out. <b>Unclaimed</b>: money that could be neither turned into tokens nor given back.
    </Text>
  )
}
