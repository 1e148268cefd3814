// The rows of a plan that nothing has been paid of yet.

import { ScrollArea, Table } from '@mantine/core'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate } from '../../../kit/show/values.tsx'
import type { PlannedRow } from './schedule-chart.tsx'

export function PlanTable({ label, rows, currency }: { label: string; rows: readonly PlannedRow[]; currency: string }) {
  const money = (amount: number) => formatAmount(amount, currency)
  return (
    <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <Table stickyHeader aria-label={label} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="numeric">No.</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th className="numeric">Principal</Table.Th>
            <Table.Th className="numeric">Interest</Table.Th>
            <Table.Th className="numeric">Instalment</Table.Th>
            <Table.Th className="numeric">Balance after</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.n}>
              <Table.Td className="numeric">{row.n}</Table.Td>
              <Table.Td>
                <CalendarDate date={row.dueDate} />
              </Table.Td>
              <Table.Td className="numeric">{money(row.principal)}</Table.Td>
              <Table.Td className="numeric">{money(row.interest)}</Table.Td>
              <Table.Td className="numeric">{money(row.principal + row.interest)}</Table.Td>
              <Table.Td className="numeric">{money(row.balance)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
