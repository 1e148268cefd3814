// Two plans in one chart: instalments as bars, what is left as lines.

import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import type { lending } from '@tillgate/sdk'
import { formatAmount, formatCompact, formatDate } from '../../../kit/show/format.ts'
import { joined } from './two-schedules.ts'

export interface TwoSchedulesProps {
  readonly before: readonly lending.Instalment[]
  readonly after: readonly lending.Instalment[]
  readonly currency: string
}

export function TwoSchedulesChart({ before, after, currency }: TwoSchedulesProps) {
  return (
    <div
      role="img"
      aria-label={`Chart of both plans: ${before.length} instalments before, ${after.length} after, with the balance of each. The table below has the figures.`}
    >
      <CompositeChart
        h={320}
        data={joined(before, after).map((row) => ({
          due: formatDate(row.dueDate),
          'Before: instalment': row.before?.total ?? null,
          'After: instalment': row.after?.total ?? null,
          'Before: balance': row.before?.balance ?? null,
          'After: balance': row.after?.balance ?? null,
        }))}
        dataKey="due"
        series={[
          { name: 'Before: instalment', color: 'gray.5', type: 'bar' },
          { name: 'After: instalment', color: 'harbour.6', type: 'bar' },
          { name: 'Before: balance', color: 'gray.6', type: 'line', yAxisId: 'right', strokeDasharray: '5 4' },
          { name: 'After: balance', color: 'grape.6', type: 'line', yAxisId: 'right' },
        ]}
        barProps={{ isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        withDots={false}
        withLegend
        withRightYAxis
        valueFormatter={(value) => formatAmount(value, currency)}
        yAxisProps={{ tickFormatter: formatCompact, width: 56 }}
        rightYAxisProps={{ tickFormatter: formatCompact, width: 56 }}
        xAxisProps={{ minTickGap: 24 }}
        maxBarWidth={16}
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
