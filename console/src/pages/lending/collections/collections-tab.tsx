// How late a loan is, and what collections does about it.

import { SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { DateField } from '../../../kit/inputs/date-field.tsx'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { present } from '../../../kit/list/record-list.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { lendingKey } from '../lending-frame.tsx'
import { bucketInWords, NEXT_ACTIONS, STAGES } from '../lending-words.ts'
import type { Loan } from '../loans/loan-states.ts'
import { ArrangementsSection } from './arrangements-section.tsx'
import { BucketChart } from './bucket-chart.tsx'

const STAGE_COLOURS: Readonly<Record<string, string>> = {
  NONE: 'green',
  PRE: 'blue',
  EARLY: 'yellow',
  LATE: 'orange',
  LEGAL: 'red',
  CHARGED_OFF: 'red',
}

export function CollectionsTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const { loanId, currency } = loan
  const [url, change] = useUrlState()
  const asked = present({ asOf: url.asOf })
  const aging = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loanId, 'aging', asked),
    queryFn: () => ask(lending(partnerId).getLoanAging({ loanId, ...asked })),
    placeholderData: keepPreviousData,
  })
  const collections = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loanId, 'collections', asked),
    queryFn: () => ask(lending(partnerId).getLoanCollections({ loanId, ...asked })),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="lg">
      <DateField
        label="As of"
        description="Today when empty."
        w={200}
        value={url.asOf ?? ''}
        onChange={(event) => change({ asOf: event.currentTarget.value === '' ? undefined : event.currentTarget.value })}
      />
      <Loaded query={collections}>
        {(found) => (
          <>
            <StageSection collections={found} currency={currency} />
            <Loaded query={aging}>{(found) => <AgingSection aging={found} currency={currency} />}</Loaded>
            <ArrangementsSection partnerId={partnerId} loan={loan} arrangements={found.arrangements} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function StageSection({ collections, currency }: { collections: api.GetLoanCollectionsReply; currency: string }) {
  const { stage, nextAction, daysPastDue, overdueAmount, lateFees, protectedUntil } = collections
  return (
    <Section title="Collections">
      <Facts
        facts={[
          ['Stage', <StatusBadge key="stage" status={STAGES[stage] ?? stage} color={STAGE_COLOURS[stage] ?? 'gray'} />],
          ['What to do next', NEXT_ACTIONS[nextAction] ?? nextAction],
          ['Days past due', daysPastDue],
          ['Overdue', <Money key="overdue" amount={overdueAmount} currency={currency} />],
          ['Unpaid late fees', <Money key="fees" amount={lateFees} currency={currency} />],
          protectedUntil !== undefined && ['Protected until', <CalendarDate key="protected" date={protectedUntil} />],
        ]}
      />
    </Section>
  )
}

interface AgingProps {
  readonly aging: api.GetLoanAgingReply
  readonly currency: string
}

function AgingSection({ aging, currency }: AgingProps) {
  return (
    <Section title="Aging" description="Unpaid instalments, each by its own days past due.">
      {aging.totalOverdue === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is overdue.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <BucketChart buckets={aging.buckets} currency={currency} />
          <BucketTable aging={aging} currency={currency} />
        </SimpleGrid>
      )}
    </Section>
  )
}

function BucketTable({ aging, currency }: AgingProps) {
  const { buckets, totalOverdue, oldestDueDate, bucket } = aging
  return (
    <Table.ScrollContainer minWidth={380} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table aria-label="Aging">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Days past due</Table.Th>
            <Table.Th className="numeric">Overdue</Table.Th>
            <Table.Th>Instalments</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buckets.map((one) => (
            <Table.Tr key={one.name} {...(one.name === bucket && { fw: 600 })}>
              <Table.Td>
                {bucketInWords(one.name)}
                {one.name === bucket && ' (the loan as a whole)'}
              </Table.Td>
              <Table.Td className="numeric">{formatAmount(one.amount, currency)}</Table.Td>
              <Table.Td>{one.instalments.length === 0 ? '—' : one.instalments.join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            <Table.Th className="numeric">{formatAmount(totalOverdue, currency)}</Table.Th>
            <Table.Td>
              {oldestDueDate !== undefined && (
                <>
                  oldest due <CalendarDate date={oldestDueDate} />
                </>
              )}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}
