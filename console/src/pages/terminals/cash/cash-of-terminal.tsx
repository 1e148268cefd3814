// The cash of one terminal: what is expected in it, and what was put in, taken out and counted.

import { Badge, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { EmptyState } from '../../../kit/page/empty-state.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Instant, Money } from '../../../kit/show/values.tsx'
import { cashWord } from '../terminal-words.ts'
import { CashButton } from './cash-form.tsx'

type Cash = onboarding.TerminalCash
type Movement = onboarding.CashMovement

export function CashOfTerminal({ terminal }: { terminal: onboarding.Terminal }) {
  const { id, status } = terminal
  const query = useQuery({
    queryKey: ['terminals', id, 'cash'],
    queryFn: () => ask(admin.getTerminalCash({ id })),
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={640}>
          What should be in the terminal, by what was put in, taken out and counted, and by its transactions. A count
          that differs is an exception.
        </Text>
        {status !== 'DECOMMISSIONED' && (
          <Allowed module="TERMINALS" action="UPDATE">
            <CashButton terminal={terminal} asOf={query.data?.asOf} />
          </Allowed>
        )}
      </Group>
      <Loaded query={query}>{(cash) => <CashShown cash={cash} />}</Loaded>
    </Stack>
  )
}

function CashShown({ cash: { expected, movements, hasMore } }: { cash: Cash }) {
  if (movements.length === 0)
    return <EmptyState title="No cash was recorded" hint="Count what is in the terminal to begin." />
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {expected.map(({ currencyCode, amount, lastCountAt }) => (
          <Section key={currencyCode} title={`Expected in ${currencyCode}`}>
            <Text size="xl" fw={600} component="div">
              <Money amount={amount} currency={currencyCode} />
            </Text>
            <Text size="xs" c="dimmed">
              {lastCountAt === undefined ? (
                'Never counted'
              ) : (
                <>
                  Last counted: <Instant at={lastCountAt} />
                </>
              )}
            </Text>
          </Section>
        ))}
      </SimpleGrid>
      <Section title="Movements">
        <Movements movements={movements} />
        {hasMore && (
          <Text size="sm" c="dimmed" mt="xs">
            Older ones are not shown here; the API has them.
          </Text>
        )}
      </Section>
    </Stack>
  )
}

function Movements({ movements }: { movements: readonly Movement[] }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table className="list" aria-label="Movements of cash">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th className="numeric">Amount</Table.Th>
            <Table.Th className="numeric">Expected before</Table.Th>
            <Table.Th>Difference</Table.Th>
            <Table.Th>Reference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {movements.map((movement) => (
            <Table.Tr key={movement.id}>
              <Table.Td>
                <Instant at={movement.at} />
              </Table.Td>
              <Table.Td>{cashWord(movement.kind)}</Table.Td>
              <Table.Td className="numeric">
                <Money amount={movement.amount} currency={movement.currencyCode} />
              </Table.Td>
              <Table.Td className="numeric">
                <Money amount={movement.expected} currency={movement.currencyCode} />
              </Table.Td>
              <Table.Td>
                <Difference movement={movement} />
              </Table.Td>
              <Table.Td>
                {movement.reference}
                <Text size="xs" c="dimmed">
                  {movement.note ?? movement.recordedBy}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Difference({ movement }: { movement: Movement }) {
  const { difference, currencyCode, exceptionId, exceptionState, reference } = movement
  if (difference === undefined || difference === 0) return '—'
  return (
    <Group gap={6}>
      <Money amount={difference} currency={currencyCode} />
      {exceptionId !== undefined && (
        <Allowed module="EXCEPTIONS" action="VIEW">
          <PageLink to={`/transactions/exceptions?kind=CASH_DIFFERENCE&search=${encodeURIComponent(reference)}`}>
            {exceptionState === 'OPEN' ? (
              <Badge color="orange" variant="light" radius="sm" tt="none">
                Open exception
              </Badge>
            ) : (
              'Resolved'
            )}
          </PageLink>
        </Allowed>
      )}
    </Group>
  )
}
