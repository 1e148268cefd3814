// Two plans row by row. New figures that differ are in bold, and each row says what changed.

import { Table, Text } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate } from '../../../kit/show/values.tsx'
import { shownText } from '../../../texts/mark.ts'
import { isSame, joined } from './two-schedules.ts'
import type { TwoSchedulesProps } from './two-schedules-chart.tsx'

type Row = lending.Instalment | undefined

const FIGURES: readonly (readonly [title: string, of: (row: Row) => number | undefined])[] = [
  ['Principal', (row) => row?.principal],
  ['Interest', (row) => row?.interest],
  ['Instalment', (row) => row?.total],
  [shownText('Balance'), (row) => row?.balance],
]

export function TwoSchedulesTable({ before, after, currency }: TwoSchedulesProps) {
  const money = (amount: number | undefined) => (amount === undefined ? '—' : formatAmount(amount, currency))
  return (
    <Table.ScrollContainer minWidth={760} maxHeight={420} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table aria-label="Both plans" stickyHeader horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th rowSpan={2} scope="col">
              Due
            </Table.Th>
            <Table.Th colSpan={FIGURES.length} scope="colgroup" ta="center">
              Before
            </Table.Th>
            <Table.Th colSpan={FIGURES.length} scope="colgroup" ta="center">
              After
            </Table.Th>
            <Table.Th rowSpan={2} scope="col">
              Change
            </Table.Th>
          </Table.Tr>
          <Table.Tr>
            {[...FIGURES, ...FIGURES].map(([title], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same figures twice
              <Table.Th key={at} scope="col" className="numeric">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {joined(before, after).map((row) => (
            <Table.Tr key={row.dueDate}>
              <Table.Td>
                <CalendarDate date={row.dueDate} />
              </Table.Td>
              {FIGURES.map(([title, of]) => (
                <Table.Td key={title} className="numeric">
                  {money(of(row.before))}
                </Table.Td>
              ))}
              {FIGURES.map(([title, of]) => (
                <Table.Td key={title} className="numeric" fw={of(row.before) === of(row.after) ? 400 : 600}>
                  {money(of(row.after))}
                </Table.Td>
              ))}
              <Table.Td>
                <Text span size="sm" c="dimmed">
                  {changeOf(row.before, row.after)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function changeOf(before: Row, after: Row): string {
  if (before === undefined) return 'New'
  if (after === undefined) return 'Falls away'
  return isSame(before, after) ? '' : 'Changed'
}
