// What moved last, of every kind.

import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { search } from '../digital-search.ts'
import { KINDS, type MovementKind } from '../movements/movement-kinds.ts'
import type { Movement } from '../movements/movement-list.tsx'
import { InstitutionName } from '../parties/party-names.tsx'

const MOST = 8

const NOUNS: Readonly<Record<MovementKind, string>> = {
  deposits: 'Deposit',
  redemptions: 'Redemption',
  transfers: 'Transfer',
}

export interface LatestMovementsProps {
  readonly partnerId: string
  readonly refreshEveryMs: number
}

export function LatestMovements({ partnerId, refreshEveryMs }: LatestMovementsProps) {
  const latest = useQuery({
    queryKey: ['digital', partnerId, 'movements', 'latest'],
    queryFn: async () => {
      const kinds = Object.keys(KINDS) as MovementKind[]
      const lists = await Promise.all(
        kinds.map(async (kind) => {
          const { content } = await search(partnerId, KINDS[kind].entity, { size: MOST })
          return content.map((movement: Movement) => ({ kind, movement }))
        }),
      )
      return lists
        .flat()
        .sort((a, b) => b.movement.createdAt.localeCompare(a.movement.createdAt))
        .slice(0, MOST)
    },
    refetchInterval: refreshEveryMs,
  })
  return (
    <Section title="Latest movements" actions={<PageLink to="/digital/movements">All movements</PageLink>}>
      <Loaded query={latest}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing has moved yet.
            </Text>
          ) : (
            <Table.ScrollContainer minWidth={600}>
              <Table className="list" aria-label="Latest movements">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Made</Table.Th>
                    <Table.Th>Kind</Table.Th>
                    <Table.Th className="numeric">Amount</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th>Between</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ kind, movement }) => (
                    <Table.Tr key={movement.id}>
                      <Table.Td data-title="Made">
                        <PageLink to={`/digital/movements/${kind}/${movement.id}`}>
                          <Instant at={movement.createdAt} />
                        </PageLink>
                      </Table.Td>
                      <Table.Td data-title="Kind">{NOUNS[kind]}</Table.Td>
                      <Table.Td data-title="Amount" className="numeric">
                        <Money amount={movement.tokenAmount.tokens} currency={movement.tokenAmount.currency} />
                      </Table.Td>
                      <Table.Td data-title="State">
                        <StatusBadge status={movement.state} />
                      </Table.Td>
                      <Table.Td data-title="Between">
                        <Between partnerId={partnerId} movement={movement} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
    </Section>
  )
}

function Between({ partnerId, movement }: { partnerId: string; movement: Movement }) {
  if ('beneficiary' in movement) {
    return (
      <>
        <InstitutionName partnerId={partnerId} id={movement.payer.institutionId} plain /> →{' '}
        <InstitutionName partnerId={partnerId} id={movement.beneficiary.institutionId} plain />
      </>
    )
  }
  return <InstitutionName partnerId={partnerId} id={movement.issuer.institutionId} plain />
}
