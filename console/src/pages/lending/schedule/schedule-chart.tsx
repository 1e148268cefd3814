// A schedule as a chart: principal and interest of each instalment stacked, and what is left as a line. The table beside it
// says the same in figures.

import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import { formatAmount, formatCompact } from '../../../kit/show/format.ts'

export interface PlannedRow {
  readonly n: number
  readonly dueDate: string
  readonly principal: number
  readonly interest: number
  readonly balance: number
}

export interface ScheduleChartProps {
  readonly rows: readonly PlannedRow[]
  readonly currency: string
  readonly height?: number
}

export function ScheduleChart({ rows, currency, height = 280 }: ScheduleChartProps) {
  return (
    <div role="img" aria-label={summaryOf(rows, currency)}>
      <CompositeChart
        h={height}
        data={rows.map(({ n, dueDate, principal, interest, balance }) => ({
          instalment: `${n} · ${dueDate}`,
          Principal: principal,
          Interest: interest,
          Balance: balance,
        }))}
        dataKey="instalment"
        series={[
          { name: 'Principal', label: 'Principal', color: 'harbour.6', type: 'bar' },
          { name: 'Interest', label: 'Interest', color: 'orange.6', type: 'bar' },
          { name: 'Balance', label: 'Balance', color: 'grape.6', type: 'line', yAxisId: 'right' },
        ]}
        barProps={{ stackId: 'instalment', isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        withDots={false}
        withLegend
        withRightYAxis
        yAxisLabel="Instalment"
        rightYAxisLabel="Balance"
        valueFormatter={(value) => formatAmount(value, currency)}
        yAxisProps={{ tickFormatter: formatCompact, width: 64 }}
        rightYAxisProps={{ tickFormatter: formatCompact, width: 64 }}
        xAxisProps={{ tickFormatter: (label: string) => label.split(' · ')[0] ?? '', minTickGap: 16 }}
        maxBarWidth={28}
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}

function summaryOf(rows: readonly PlannedRow[], currency: string): string {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return 'A schedule without instalments'
  return `Chart of ${rows.length} instalments from ${first.dueDate} to ${last.dueDate}: principal and interest of each, and the balance, which falls to ${formatAmount(last.balance, currency)}. The table has the figures.`
}
