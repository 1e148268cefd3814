// What happened to the money of a loan, and its restructures.

import { Group, Pagination, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { Fragment, useState } from 'react'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { KEYBOARD_SCROLL } from '../../../../kit/list/keyboard-scroll.ts'
import { Loaded } from '../../../../kit/page/record-query.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { Facts } from '../../../../kit/show/facts.tsx'
import { formatAmount, formatCount, formatWord } from '../../../../kit/show/format.ts'
import { CalendarDate, Id, Instant, Money, StatusBadge } from '../../../../kit/show/values.tsx'
import { lendingKey } from '../../lending-frame.tsx'
import { OpenRowButton } from '../../row-buttons.tsx'
import { AllocationTable } from '../allocation-table.tsx'
import { ReverseButton } from '../forms/reverse-button.tsx'
import type { Loan } from '../loan-states.ts'
import { RestructuresSection } from './restructures-section.tsx'

export function TransactionsTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loan.loanId, 'history', String(page)),
    queryFn: () => ask(lending(partnerId).getLoan({ loanId: loan.loanId, include: 'history', page })),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query}>
      {({ transactions = [], restructures = [], historyPage }) => (
        <Stack gap="lg">
          <Section
            title="Transactions"
            description="Newest first. A reversed one keeps the allocation that it had."
            flush={transactions.length > 0}
          >
            {transactions.length === 0 ? (
              <Text size="sm" c="dimmed">
                No money has moved yet.
              </Text>
            ) : (
              <Transactions partnerId={partnerId} loan={loan} transactions={transactions.toReversed()} />
            )}
          </Section>
          {restructures.length > 0 && <RestructuresSection restructures={restructures} />}
          {historyPage !== undefined && historyPage.totalPages > 1 && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {formatCount(historyPage.totalTransactions)} transactions in all
              </Text>
              <Pagination
                size="sm"
                total={historyPage.totalPages}
                value={page}
                onChange={setPage}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              />
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

interface TransactionsProps {
  readonly partnerId: string
  readonly loan: Loan
  readonly transactions: readonly api.Txn[]
}

function Transactions({ partnerId, loan, transactions }: TransactionsProps) {
  const [open, setOpen] = useState<string>()
  const money = (amount: number) => formatAmount(amount, loan.currency)
  return (
    <Table.ScrollContainer minWidth={900} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table aria-label="Transactions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44} aria-label="Details" />
            <Table.Th>Value date</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th className="numeric">Amount</Table.Th>
            <Table.Th className="numeric">Principal</Table.Th>
            <Table.Th className="numeric">Interest</Table.Th>
            <Table.Th className="numeric">Charges</Table.Th>
            <Table.Th className="numeric">Outstanding after</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map((txn) => (
            <Fragment key={txn.transactionId}>
              <Table.Tr>
                <Table.Td>
                  <OpenRowButton
                    label={`Allocation of the ${formatWord(txn.type).toLowerCase()} of ${txn.valueDate}`}
                    isOpen={open === txn.transactionId}
                    onClick={() => setOpen(open === txn.transactionId ? undefined : txn.transactionId)}
                  />
                </Table.Td>
                <Table.Td>
                  <CalendarDate date={txn.valueDate} />
                </Table.Td>
                <Table.Td>{formatWord(txn.type)}</Table.Td>
                <Table.Td>
                  <StatusBadge status={txn.status} />
                </Table.Td>
                <Table.Td className="numeric">{money(txn.amount)}</Table.Td>
                <Table.Td className="numeric">{money(txn.allocation.principal)}</Table.Td>
                <Table.Td className="numeric">{money(txn.allocation.interest)}</Table.Td>
                <Table.Td className="numeric">{money(txn.allocation.fees + txn.allocation.penalties)}</Table.Td>
                <Table.Td className="numeric">{money(txn.balancesAfter.totalOutstanding)}</Table.Td>
                <Table.Td>
                  <ReverseButton partnerId={partnerId} loan={loan} transaction={txn} />
                </Table.Td>
              </Table.Tr>
              {open === txn.transactionId && (
                <Table.Tr>
                  <Table.Td />
                  <Table.Td colSpan={9}>
                    <Details txn={txn} currency={loan.currency} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Details({ txn, currency }: { txn: api.Txn; currency: string }) {
  return (
    <Stack gap="sm" py="xs">
      {txn.perInstalment.length > 0 && (
        <AllocationTable allocation={txn.allocation} perInstalment={txn.perInstalment} currency={currency} />
      )}
      <Facts
        columns={4}
        facts={[
          ['Booked', txn.bookedAt === undefined ? 'At the end of the day' : <Instant key="at" at={txn.bookedAt} />],
          ['Principal after', <Money key="principal" amount={txn.balancesAfter.principal} currency={currency} />],
          ['Overdue after', <Money key="overdue" amount={txn.balancesAfter.totalOverdue} currency={currency} />],
          ['Transaction id', <Id key="id">{txn.transactionId}</Id>],
          txn.reversalOf !== undefined && ['Reverses', <Id key="of">{txn.reversalOf}</Id>],
        ]}
      />
    </Stack>
  )
}
