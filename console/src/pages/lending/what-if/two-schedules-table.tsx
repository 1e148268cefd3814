// Two plans row by row. Rows that differ are in bold and say so.

import { Table, Text } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate } from '../../../kit/show/values.tsx'
import { isSame, joined } from './two-schedules.ts'
import type { TwoSchedulesProps } from './two-schedules-chart.tsx'

export function TwoSchedulesTable({ before, after, currency }: TwoSchedulesProps) {
  const cells = (row: lending.Instalment | undefined) =>
    [row?.principal, row?.interest, row?.total, row?.balance].map((amount, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: one cell for each column
      <Table.Td key={at} className="numeric">
        {amount === undefined ? '—' : formatAmount(amount, currency)}
      </Table.Td>
    ))
  return (
    <Table.ScrollContainer minWidth={900} maxHeight={420} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table aria-label="Both plans" stickyHeader horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Due</Table.Th>
            <Table.Th className="numeric">Principal before</Table.Th>
            <Table.Th className="numeric">Interest before</Table.Th>
            <Table.Th className="numeric">Instalment before</Table.Th>
            <Table.Th className="numeric">Balance before</Table.Th>
            <Table.Th className="numeric">Principal after</Table.Th>
            <Table.Th className="numeric">Interest after</Table.Th>
            <Table.Th className="numeric">Instalment after</Table.Th>
            <Table.Th className="numeric">Balance after</Table.Th>
            <Table.Th>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {joined(before, after).map((row) => {
            const change = changeOf(row.before, row.after)
            return (
              <Table.Tr key={row.dueDate} fw={change === '' ? 400 : 600}>
                <Table.Td>
                  <CalendarDate date={row.dueDate} />
                </Table.Td>
                {cells(row.before)}
                {cells(row.after)}
                <Table.Td>
                  <Text span size="sm" c="dimmed">
                    {change}
                  </Text>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function changeOf(before: lending.Instalment | undefined, after: lending.Instalment | undefined): string {
  if (before === undefined) return 'New'
  if (after === undefined) return 'Falls away'
  return isSame(before, after) ? '' : 'Changed'
}
