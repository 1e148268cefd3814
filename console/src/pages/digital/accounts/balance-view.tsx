// The four balances of an account: drawn, and told in words.

import { Box, Group, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { digital } from '@tillgate/sdk'
import { formatMoney } from '../../../kit/show/format.ts'
import { Money } from '../../../kit/show/values.tsx'
import { shownText } from '../../../texts/mark.ts'
import { InstitutionName } from '../parties/party-names.tsx'

type Balance = digital.BalanceInquiryReply['balances'][number]

const FIGURES = [
  ['asset', 'Held', 'The asset: everything in the account, available and locked.', undefined],
  ['available', shownText('Available'), 'Can be transferred or redeemed now.', 'teal'],
  ['locked', 'Locked', 'Held, but promised to open redemptions and transfers out.', 'orange'],
  ['pending', 'Pending', 'On its way in by open deposits and transfers; not held yet.', 'blue'],
] as const

export function BalanceView({ balance }: { balance: Balance }) {
  return (
    <Stack gap="md">
      <BalanceBar balance={balance} />
      <SimpleGrid cols={{ base: 2, md: 4 }} component="dl" m={0}>
        {FIGURES.map(([figure, title, words, color]) => (
          <Paper key={figure} p="md" withBorder>
            <Group gap={8} mb={4} component="dt">
              <Box
                w={10}
                h={10}
                aria-hidden
                style={{
                  borderRadius: 3,
                  background: color === undefined ? 'transparent' : `var(--mantine-color-${color}-filled)`,
                  border: color === undefined ? '2px solid var(--mantine-color-dimmed)' : undefined,
                }}
              />
              <Text size="sm" fw={600} span>
                {title}
              </Text>
            </Group>
            <Text component="dd" m={0} fz="xl" fw={650} data-balance={figure}>
              <Money amount={balance[figure]} currency={balance.currency} />
            </Text>
            <Text component="dd" m={0} size="xs" c="dimmed" mt={4}>
              {words}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** What is held, split into available and locked, and what is on its way beside it. */
function BalanceBar({ balance }: { balance: Balance }) {
  const { currency, available, locked, pending, asset } = balance
  const whole = asset + pending
  if (whole === 0) {
    return (
      <Text size="sm" c="dimmed">
        The account is empty.
      </Text>
    )
  }
  const parts = [
    ['available', available, 'teal'],
    ['locked', locked, 'orange'],
    ['pending', pending, 'blue'],
  ] as const
  const told = parts.map(([name, amount]) => `${formatMoney(amount, currency)} ${name}`).join(', ')
  return (
    <Group gap={3} wrap="nowrap" h={22} role="img" aria-label={`Of ${formatMoney(asset, currency)} held: ${told}`}>
      {parts
        .filter(([, amount]) => amount > 0)
        .map(([name, amount, color]) => (
          <Box
            key={name}
            h="100%"
            miw={4}
            style={{
              flexGrow: amount / whole,
              flexBasis: 0,
              borderRadius: 4,
              background: `var(--mantine-color-${color}-filled)`,
              // Not held yet: told apart without colour too.
              ...(name === 'pending' && { opacity: 0.55, border: '2px dashed var(--mantine-color-body)' }),
            }}
          />
        ))}
    </Group>
  )
}

const HELD = [
  ['tokens', 'Held'],
  ['available', shownText('Available')],
  ['locked', 'Locked'],
  ['pending', 'Pending'],
] as const

export interface HoldingsProps {
  readonly partnerId: string
  readonly holdings: digital.BalanceInquiryReply['tokenizedDepositHoldings']
}

export function HoldingsTable({ partnerId, holdings }: HoldingsProps) {
  if (holdings.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No tokens of any issuer.
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table className="list" aria-label="Holdings by issuer">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Issuer</Table.Th>
            {HELD.map(([figure, title]) => (
              <Table.Th key={figure} className="numeric">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {holdings.map((holding) => (
            <Table.Tr key={`${holding.issuer.institutionId} ${holding.currency}`}>
              <Table.Td data-title="Issuer">
                <InstitutionName partnerId={partnerId} id={holding.issuer.institutionId} />
              </Table.Td>
              {HELD.map(([figure, title]) => (
                <Table.Td key={figure} data-title={title} className="numeric">
                  <Money amount={holding[figure]} currency={holding.currency} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
