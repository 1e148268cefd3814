// The corrections that name a transaction, and the way to ask for one.

import { Table, Text } from '@mantine/core'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { CalendarDate, Money } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { isInquiry, type TransactionDetail } from './transaction-words.ts'

export function CorrectionsOfTransaction({ transaction }: { transaction: TransactionDetail }) {
  const { id, type, institutionId, accountId, currencyCode, corrections } = transaction
  const mayAsk = useMay()('CORRECTIONS', 'CREATE')
  if (isInquiry(type) || (corrections.length === 0 && !mayAsk)) return null
  return (
    <Section
      title="Corrections"
      actions={
        <Allowed module="CORRECTIONS" action="CREATE">
          <LinkButton
            to="/corrections/new"
            search={{ institutionId, accountId, currencyCode, transactionId: id }}
            variant="default"
            size="compact-sm"
          >
            Ask for a correction
          </LinkButton>
        </Allowed>
      }
    >
      {corrections.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was corrected.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={360}>
          <Table className="list" aria-label="Corrections">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Business date</Table.Th>
                <Table.Th>Reason</Table.Th>
                <Table.Th className="numeric">Amount</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {corrections.map((correction) => (
                <Table.Tr key={correction.id}>
                  <Table.Td data-title="Business date">
                    <CalendarDate date={correction.businessDate} />
                  </Table.Td>
                  <Table.Td data-title="Reason">
                    <Corrected correction={correction} />
                  </Table.Td>
                  <Table.Td data-title="Amount" className="numeric">
                    <Money
                      amount={correction.direction === 'CREDIT' ? correction.amount : -correction.amount}
                      currency={correction.currencyCode}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}

function Corrected({ correction: { id, reason } }: { correction: TransactionDetail['corrections'][number] }) {
  const may = useMay()
  return may('CORRECTIONS', 'VIEW') ? <PageLink to={`/corrections/${id}`}>{reason}</PageLink> : reason
}
