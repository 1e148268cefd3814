// What has to be paid next.

import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { lending } from '@tillgate/sdk'
import { Loaded } from '../../../../kit/page/record-query.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { Facts } from '../../../../kit/show/facts.tsx'
import { CalendarDate, Money } from '../../../../kit/show/values.tsx'
import type { Loan } from '../loan-states.ts'

export interface NextDueSectionProps {
  readonly query: UseQueryResult<lending.GetLoanNextDueReply>
  readonly loan: Loan
}

export function NextDueSection({ query, loan: { currency, status } }: NextDueSectionProps) {
  const money = (amount: number | undefined) => <Money amount={amount} currency={currency} />
  return (
    <Section title="Next due">
      <Loaded query={query}>
        {(next) =>
          next.n === undefined ? (
            <Text size="sm" c="dimmed">
              {status === 'APPROVED'
                ? 'The loan is not paid out yet: its instalments are known once it is.'
                : 'No further instalment falls due.'}
              {next.overdueAmount > 0 && <> Overdue: {money(next.overdueAmount)}.</>}
            </Text>
          ) : (
            <Facts
              columns={4}
              facts={[
                [
                  'Due',
                  <span key="due">
                    <CalendarDate date={next.dueDate} /> ({daysIn(next.daysUntilDue ?? 0)})
                  </span>,
                ],
                ['Instalment', `No. ${next.n}`],
                ['Left to pay of it', money(next.amount)],
                ['With what is overdue', money(next.totalToPay)],
                ['Principal', money(next.principal)],
                ['Interest', money(next.interest)],
                ['Fees', money(next.fees)],
                ['Penalties', money(next.penalties)],
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function daysIn(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
