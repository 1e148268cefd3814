// Loans past due: sums by bucket, and the loans with the worst first.

import { Alert, Button, SimpleGrid, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { EmptyState } from '../../../kit/page/empty-state.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { formatAmount, formatCount } from '../../../kit/show/format.ts'
import { Money } from '../../../kit/show/values.tsx'
import { ApplicantName } from '../applicant-name.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { bucketInWords, pastDueInWords } from '../lending-words.ts'
import { LoanBadges } from '../loans/loan-badges.tsx'
import type { Loan } from '../loans/loan-states.ts'
import { BucketChart } from './bucket-chart.tsx'
import { bucketsOf, loadPastDue, type PastDue } from './past-due.ts'

export default function CollectionsPage() {
  return (
    <LendingFrame title="Collections" description="Loans with instalments past their due date, the worst first.">
      {(partnerId) => <Worklist key={partnerId} partnerId={partnerId} />}
    </LendingFrame>
  )
}

function Worklist({ partnerId }: { partnerId: string }) {
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'loans', 'past-due'),
    queryFn: () => loadPastDue(partnerId),
  })
  return <Loaded query={query}>{(pastDue) => <PastDueLoans pastDue={pastDue} />}</Loaded>
}

function PastDueLoans({ pastDue: { loans, isComplete } }: { pastDue: PastDue }) {
  const [{ bucket }, change] = useUrlState()
  if (loans.length === 0)
    return <EmptyState title="Nothing is past due" hint="Every loan of this partner is paid up." />
  const shown = bucket === undefined ? loans : loans.filter((loan) => loan.bucket === bucket)
  return (
    <Stack gap="lg">
      {!isComplete && (
        <Alert color="yellow" role="note">
          These are the newest {formatCount(loans.length)} loans past due; there are more. The list of loans finds the
          others by bucket and days.
        </Alert>
      )}
      {bucketsOf(loans).map(({ currency, buckets }) => (
        <Section key={currency} title={`By days past due, in ${currency}`}>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <BucketChart
              buckets={buckets.map(({ name, overdue }) => ({ name, amount: overdue }))}
              currency={currency}
            />
            <Table.ScrollContainer minWidth={380} scrollAreaProps={KEYBOARD_SCROLL}>
              <Table className="list" aria-label={`Buckets in ${currency}`}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Days past due</Table.Th>
                    <Table.Th className="numeric">Loans</Table.Th>
                    <Table.Th className="numeric">Overdue</Table.Th>
                    <Table.Th className="numeric">Outstanding</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {buckets.map((one) => (
                    <Table.Tr key={one.name}>
                      <Table.Td data-title="Days past due">
                        <Button
                          size="compact-sm"
                          mx={-8}
                          variant={one.name === bucket ? 'light' : 'subtle'}
                          aria-pressed={one.name === bucket}
                          onClick={() => change({ bucket: one.name === bucket ? undefined : one.name })}
                        >
                          {bucketInWords(one.name)}
                        </Button>
                      </Table.Td>
                      <Table.Td data-title="Loans" className="numeric">
                        {formatCount(one.loans)}
                      </Table.Td>
                      <Table.Td data-title="Overdue" className="numeric">
                        {formatAmount(one.overdue, currency)}
                      </Table.Td>
                      <Table.Td data-title="Outstanding" className="numeric">
                        {formatAmount(one.outstanding, currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </SimpleGrid>
        </Section>
      ))}
      <Section
        title="Loans"
        description={bucket === undefined ? undefined : `${bucketInWords(bucket)} days past due.`}
        flush
        actions={
          bucket !== undefined && (
            <Button size="compact-sm" variant="subtle" onClick={() => change({ bucket: undefined })}>
              All buckets
            </Button>
          )
        }
      >
        <LoanRows loans={shown} />
      </Section>
    </Stack>
  )
}

function LoanRows({ loans }: { loans: readonly Loan[] }) {
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table className="list" aria-label="Loans past due">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Borrower</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th className="numeric">Days past due</Table.Th>
            <Table.Th className="numeric">Overdue</Table.Th>
            <Table.Th className="numeric">Outstanding</Table.Th>
            <Table.Th aria-label="Collections" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {loans.map((loan) => (
            <Table.Tr key={loan.loanId}>
              <Table.Td data-title="Borrower">
                <PageLink to={`/lending/loans/${loan.loanId}`}>
                  <ApplicantName of={loan} />
                </PageLink>
              </Table.Td>
              <Table.Td data-title="Status">
                <LoanBadges loan={loan} />
              </Table.Td>
              <Table.Td data-title="Product">{loan.productCode}</Table.Td>
              <Table.Td data-title="Days past due" className="numeric">
                {pastDueInWords(loan)}
              </Table.Td>
              <Table.Td data-title="Overdue" className="numeric">
                <Money amount={loan.balances.totalOverdue} currency={loan.currency} />
              </Table.Td>
              <Table.Td data-title="Outstanding" className="numeric">
                <Money amount={loan.balances.totalOutstanding} currency={loan.currency} />
              </Table.Td>
              <Table.Td data-title="Collections">
                <PageLink to={`/lending/loans/${loan.loanId}`} search={{ tab: 'collections' }}>
                  What to do
                </PageLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
