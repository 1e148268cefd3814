// Transfers that are not final yet.

import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { search } from '../digital-search.ts'
import { InstitutionName } from '../parties/party-names.tsx'

const OPEN_STATES = ['RECEIVED', 'RESERVED', 'COMMITTING', 'RELEASING'] as const
/** Transfers read per state. */
const MOST = 10

export interface OpenTransfersProps {
  readonly partnerId: string
  readonly refreshEveryMs: number
}

export function OpenTransfers({ partnerId, refreshEveryMs }: OpenTransfersProps) {
  const open = useQuery({
    queryKey: ['digital', partnerId, 'movements', 'open'],
    queryFn: async () => {
      const pages = await Promise.all(
        OPEN_STATES.map((state) => search(partnerId, 'INTERBANK_TRANSFER', { size: MOST, filters: { state } })),
      )
      return {
        rows: pages.flatMap(({ content }) => content),
        count: pages.reduce((sum, { totalElements }) => sum + totalElements, 0),
      }
    },
    refetchInterval: refreshEveryMs,
  })
  return (
    <Section title="Open transfers" description="Reserved tokens wait for a commit; the others are about to finish.">
      <Loaded query={open}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No transfer is open.
            </Text>
          ) : (
            <>
              <Table.ScrollContainer minWidth={640}>
                <Table className="list" aria-label="Open transfers">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Made</Table.Th>
                      <Table.Th className="numeric">Amount</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th>Payer</Table.Th>
                      <Table.Th>Beneficiary</Table.Th>
                      <Table.Th>Expires</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {rows.map(({ id, createdAt, tokenAmount, state, payer, beneficiary, expiresAt }) => (
                      <Table.Tr key={id}>
                        <Table.Td data-title="Made">
                          <PageLink to={`/digital/movements/transfers/${id}`}>
                            <Instant at={createdAt} />
                          </PageLink>
                        </Table.Td>
                        <Table.Td data-title="Amount" className="numeric">
                          <Money amount={tokenAmount.tokens} currency={tokenAmount.currency} />
                        </Table.Td>
                        <Table.Td data-title="State">
                          <StatusBadge status={state} />
                        </Table.Td>
                        <Table.Td data-title="Payer">
                          <InstitutionName partnerId={partnerId} id={payer.institutionId} plain />
                        </Table.Td>
                        <Table.Td data-title="Beneficiary">
                          <InstitutionName partnerId={partnerId} id={beneficiary.institutionId} plain />
                        </Table.Td>
                        <Table.Td data-title="Expires">
                          <Instant at={expiresAt} />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
              {count > rows.length && (
                <PageLink to="/digital/movements" search={{ state: 'RESERVED' }}>
                  {count - rows.length} more
                </PageLink>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
