// Two plans of a loan side by side: the figures, a chart, and row by row.

import { Badge, Stack, Table, Title } from '@mantine/core'
import type { lending as api } from '@tillgate/sdk'
import type { ReactNode } from 'react'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount, formatDate } from '../../../kit/show/format.ts'
import type { Outcome } from './outcome.ts'
import { TwoSchedulesChart } from './two-schedules-chart.tsx'
import { TwoSchedulesTable } from './two-schedules-table.tsx'

interface Line {
  readonly title: string
  readonly before: string
  readonly after: string
  readonly difference: string
}

export function BeforeAfter({ outcome, currency }: { outcome: Outcome; currency: string }) {
  const lines = linesOf(outcome, currency)
  return (
    <Stack gap="lg">
      {outcome.facts.length > 0 && <Facts columns={4} facts={outcome.facts} />}
      <Table.ScrollContainer minWidth={420} scrollAreaProps={KEYBOARD_SCROLL}>
        <Table className="list" aria-label="Before and after">
          <Table.Thead>
            <Table.Tr>
              <Table.Th aria-label="Figure" />
              <Table.Th className="numeric">Before</Table.Th>
              <Table.Th className="numeric">After</Table.Th>
              <Table.Th className="numeric">Difference</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ title, before, after, difference }) => (
              <Table.Tr key={title}>
                <Table.Th scope="row" fw={400}>
                  {title}
                </Table.Th>
                <Table.Td data-title="Before" className="numeric">
                  {before}
                </Table.Td>
                <Table.Td data-title="After" className="numeric" fw={before === after ? 400 : 600}>
                  {after}
                </Table.Td>
                <Table.Td data-title="Difference" className="numeric">
                  {marked(difference)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <TwoSchedulesChart before={outcome.before.schedule} after={outcome.after.schedule} currency={currency} />
      <div>
        <Title order={3} size="h5" mb="xs">
          Instalment by instalment
        </Title>
        <TwoSchedulesTable before={outcome.before.schedule} after={outcome.after.schedule} currency={currency} />
      </div>
    </Stack>
  )
}

function marked(difference: string): ReactNode {
  if (difference === '') return '—'
  return (
    <Badge variant="light" color={difference.startsWith('−') ? 'green' : 'orange'} tt="none" radius="sm">
      {difference}
    </Badge>
  )
}

function linesOf({ before, after, newInstalment, newMaturity }: Outcome, currency: string): Line[] {
  const was = figuresOf(before)
  const is = figuresOf(after)
  const money = (title: string, old: number, now: number): Line => ({
    title,
    before: formatAmount(old, currency),
    after: formatAmount(now, currency),
    difference: signed(now - old, (amount) => formatAmount(amount, currency)),
  })
  const lastAfter = newMaturity ?? is.maturity
  return [
    money('Next payment', was.next, is.next),
    money('Instalment after that', was.following, newInstalment ?? is.following),
    money('Highest payment', was.highest, is.highest),
    {
      title: 'Instalments left',
      before: `${was.left}`,
      after: `${is.left}`,
      difference: signed(is.left - was.left, String),
    },
    {
      title: 'Last due date',
      before: was.maturity === '' ? '—' : formatDate(was.maturity),
      after: lastAfter === '' ? '—' : formatDate(lastAfter),
      difference: signed(daysBetween(was.maturity, lastAfter), (days) => `${days} days`),
    },
    money('Total interest', before.totals.interest, after.totals.interest),
    money(
      'Fees and penalties',
      before.totals.fees + before.totals.penalties,
      after.totals.fees + after.totals.penalties,
    ),
    money('Total of all instalments', before.totals.total, after.totals.total),
    money('Still to pay', before.totals.outstanding, after.totals.outstanding),
  ]
}

/** What is to come of a plan. Arrears are no next payment. */
function figuresOf({ schedule }: api.PlannedSchedule) {
  const open = schedule.filter(({ status }) => status === 'FUTURE' || status === 'DUE' || status === 'PARTIAL')
  const left = schedule.filter(({ outstanding }) => outstanding > 0)
  return {
    next: open[0]?.outstanding ?? 0,
    following: open[1]?.outstanding ?? 0,
    highest: open.reduce((most, { outstanding }) => Math.max(most, outstanding), 0),
    left: left.length,
    maturity: schedule.at(-1)?.dueDate ?? '',
  }
}

function signed(difference: number, show: (size: number) => string): string {
  if (Math.abs(difference) < 0.000_001) return ''
  return `${difference < 0 ? '−' : '+'}${show(Math.abs(difference))}`
}

const DAY_MS = 86_400_000

function daysBetween(from: string, to: string): number {
  if (from === '' || to === '') return 0
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
