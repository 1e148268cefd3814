// How a loan stands today.

import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { PageLink } from '../../../../kit/page/page-link.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { Facts } from '../../../../kit/show/facts.tsx'
import { CalendarDate, Id, Instant, Money } from '../../../../kit/show/values.tsx'
import { lendingKey } from '../../lending-frame.tsx'
import { formatRate, formatTerm, lateFeeInWords, METHODS, pastDueInWords, STRATEGIES } from '../../lending-words.ts'
import { Figure } from '../figure.tsx'
import type { Loan } from '../loan-states.ts'
import { NextDueSection } from './next-due-section.tsx'

export function OverviewTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const { balances, currency } = loan
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const nextDue = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loan.loanId, 'next-due'),
    queryFn: () => ask(lending(partnerId).getLoanNextDue({ loanId: loan.loanId })),
  })
  return (
    <Stack gap="lg">
      {loan.status === 'CHARGED_OFF' && (
        <Alert color="red" title="Charged off" role="note">
          Interest no longer accrues. What is owed can still be repaid.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Total outstanding" value={money(balances.totalOutstanding)} />
        <Figure label="Overdue" value={money(balances.totalOverdue)} isBad={balances.totalOverdue > 0} />
        <Figure label="Settles the loan today" value={money(balances.payoffAmount)} />
        <Figure label="Days past due" value={pastDueInWords(loan)} isBad={loan.daysPastDue > 0} />
      </SimpleGrid>
      <NextDueSection query={nextDue} loan={loan} />
      <Section title="Balances">
        <Facts
          columns={4}
          facts={[
            ['Principal', money(balances.principal)],
            ['Interest due', money(balances.interestDue)],
            ['Interest accrued since', money(balances.interestAccrued)],
            ['Interest of the next day', money(balances.perDiem)],
            ['Fees', money(balances.fees)],
            ['Penalties', money(balances.penalties)],
            ['Overpaid', money(balances.overpayment)],
            ['Paid out', money(balances.disbursed)],
            ['Repaid principal', money(balances.repaid.principal)],
            ['Repaid interest', money(balances.repaid.interest)],
            ['Repaid fees', money(balances.repaid.fees)],
            ['Repaid penalties', money(balances.repaid.penalties)],
          ]}
        />
      </Section>
      <Section title="Agreement">
        <Facts
          columns={4}
          facts={[
            ['Approved', money(loan.principalApproved)],
            ['Paid out', money(loan.principalDisbursed)],
            ['Interest rate', `${formatRate(loan.interestRate)} a year`],
            ['Term', formatTerm(loan.loanTerm)],
            ['Agreed', <CalendarDate key="agreed" date={loan.agreementDate} />],
            ['First paid out', <CalendarDate key="paid" date={loan.disbursedOn} />],
            ['Maturity', <CalendarDate key="maturity" date={loan.maturityDate} />],
            ['Repayment', loan.terms.method === undefined ? '—' : METHODS[loan.terms.method]],
            ['Day count', loan.terms.dayCount],
            [
              'Money beyond what is due',
              loan.terms.prepaymentDefault === undefined ? '—' : STRATEGIES[loan.terms.prepaymentDefault],
            ],
            ['Late fee', lateFeeInWords(loan.terms.lateFee, currency)],
            ['Institution', loan.institutionId],
            ['Customer', loan.customerId],
            ['Loan account', loan.accountId],
            ['Your reference', loan.externalReference],
            loan.applicationId !== undefined && [
              'Loan application',
              <PageLink key="application" to={`/lending/applications/${loan.applicationId}`}>
                Open the application
              </PageLink>,
            ],
            ...Object.entries(loan.contact ?? {}).map(([name, value]) => [`Contact: ${name}`, String(value)] as const),
            ['Made', <Instant key="made" at={loan.createdAt} />],
            ['By', loan.createdBy],
            ['Loan id', <Id key="id">{loan.loanId}</Id>],
          ]}
        />
      </Section>
    </Stack>
  )
}
