// The instalments of a loan with what was paid of them. A row opens to show how its figures came about.

import { Table, Text } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { Fragment, useState } from 'react'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate, StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate } from '../lending-words.ts'
import { OpenRowButton } from '../row-buttons.tsx'

const COLOURS: Readonly<Record<lending.Instalment['status'], string>> = {
  FUTURE: 'gray',
  DUE: 'blue',
  PARTIAL: 'yellow',
  OVERDUE: 'red',
  PAID: 'green',
}

export interface InstalmentTableProps {
  readonly instalments: readonly lending.Instalment[]
  readonly totals: lending.ScheduleTotals
  readonly currency: string
}

export function InstalmentTable({ instalments, totals, currency }: InstalmentTableProps) {
  const [open, setOpen] = useState<number>()
  const money = (amount: number) => formatAmount(amount, currency)
  return (
    <Table.ScrollContainer minWidth={880} maxHeight={560} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table stickyHeader aria-label="Instalments">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44} aria-label="Details" />
            <Table.Th className="numeric">No.</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th className="numeric">Principal</Table.Th>
            <Table.Th className="numeric">Interest</Table.Th>
            <Table.Th className="numeric">Charges</Table.Th>
            <Table.Th className="numeric">Total</Table.Th>
            <Table.Th className="numeric">Paid</Table.Th>
            <Table.Th className="numeric">Left to pay</Table.Th>
            <Table.Th className="numeric">Balance after</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {instalments.map((row) => (
            <Fragment key={row.n}>
              <Table.Tr>
                <Table.Td>
                  <OpenRowButton
                    label={`Details of instalment ${row.n}`}
                    isOpen={open === row.n}
                    onClick={() => setOpen(open === row.n ? undefined : row.n)}
                  />
                </Table.Td>
                <Table.Td className="numeric">{row.n === 0 ? 'Down payment' : row.n}</Table.Td>
                <Table.Td>
                  <CalendarDate date={row.dueDate} />
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={row.status} color={COLOURS[row.status]} />
                </Table.Td>
                <Table.Td className="numeric">{money(row.principal)}</Table.Td>
                <Table.Td className="numeric">{money(row.interest)}</Table.Td>
                <Table.Td className="numeric">{money(row.fees + row.penalties)}</Table.Td>
                <Table.Td className="numeric">{money(row.total)}</Table.Td>
                <Table.Td className="numeric">{money(row.paid)}</Table.Td>
                <Table.Td className="numeric">{money(row.outstanding)}</Table.Td>
                <Table.Td className="numeric">{money(row.balance)}</Table.Td>
              </Table.Tr>
              {open === row.n && (
                <Table.Tr>
                  <Table.Td />
                  <Table.Td colSpan={10}>
                    <Explanation row={row} currency={currency} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Td />
            <Table.Th colSpan={3} scope="row">
              Total
            </Table.Th>
            {[totals.principal, totals.interest, totals.fees + totals.penalties, totals.total, totals.paid].map(
              (amount, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one cell for each column
                <Table.Th key={at} className="numeric">
                  {money(amount)}
                </Table.Th>
              ),
            )}
            <Table.Th className="numeric">{money(totals.outstanding)}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Explanation({ row, currency }: { row: lending.Instalment; currency: string }) {
  const money = (amount: number) => formatAmount(amount, currency)
  return (
    <Text size="sm" component="div" py={4}>
      {row.explain.length === 0 && <div>No interest falls on this instalment.</div>}
      {row.explain.map(({ balance, rate, days, interest }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stretches follow each other
        <div key={at} className="numeric">
          {days} days on {money(balance)} at {formatRate(rate)} a year: {money(interest)}
        </div>
      ))}
      {row.fees > 0 && <div className="numeric">Fees: {money(row.fees)}</div>}
      {row.penalties > 0 && <div className="numeric">Penalties: {money(row.penalties)}</div>}
      {row.paidInAdvance > 0 && <div className="numeric">Paid before its due date: {money(row.paidInAdvance)}</div>}
      {row.paidLate > 0 && <div className="numeric">Paid late: {money(row.paidLate)}</div>}
    </Text>
  )
}
