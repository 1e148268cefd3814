// The totals of a business day by terminal and currency, with a sum for every currency.

import { Table, Text } from '@mantine/core'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { formatAmount, formatCount } from '../../kit/show/format.ts'
import { Id } from '../../kit/show/values.tsx'
import { type BusinessDay, type CurrencySum, KINDS, sumsByCurrency } from './day-totals.ts'

const TITLES = { withdrawals: 'Withdrawals', deposits: 'Deposits', fees: 'Fees', reversals: 'Reversals' } as const

export function DayTotals({ totals }: { totals: BusinessDay['totals'] }) {
  if (totals.length === 0) {
    return <EmptyState title="Nothing was posted" hint="No withdrawal, deposit or reversal at a terminal." />
  }
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table aria-label="Totals by terminal">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Terminal</Table.Th>
            <Table.Th>Currency</Table.Th>
            {KINDS.map((kind) => (
              <Table.Th key={kind} className="numeric">
                {TITLES[kind]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {totals.map((one) => (
            <Table.Tr key={`${one.terminalId} ${one.currencyCode}`}>
              <Table.Td>{one.terminalId === null ? 'No terminal' : <Id>{one.terminalId}</Id>}</Table.Td>
              <Table.Td>{one.currencyCode}</Table.Td>
              <Figures of={one} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot className="sums">
          {sumsByCurrency(totals).map((sum) => (
            <Table.Tr key={sum.currencyCode} fw={700}>
              <Table.Th scope="row">Sum</Table.Th>
              <Table.Td>{sum.currencyCode}</Table.Td>
              <Figures of={sum} />
            </Table.Tr>
          ))}
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Figures({ of }: { of: CurrencySum }) {
  return KINDS.map((kind) => {
    const { count, amount } = of[kind]
    return (
      <Table.Td key={kind} className="numeric">
        {formatAmount(amount, of.currencyCode)}
        <Text size="xs" c="dimmed">
          {count === 1 ? '1 posting' : `${formatCount(count)} postings`}
        </Text>
      </Table.Td>
    )
  })
}
