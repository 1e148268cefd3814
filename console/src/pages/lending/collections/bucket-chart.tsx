// Overdue amounts by age, as bars. The table beside it says the same in figures.

import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Text } from '@mantine/core'
import { formatAmount, formatCompact } from '../../../kit/show/format.ts'

export interface BucketSum {
  readonly name: string
  readonly amount: number
}

export function BucketChart({ buckets, currency }: { buckets: readonly BucketSum[]; currency: string }) {
  if (buckets.every(({ amount }) => amount === 0)) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is overdue.
      </Text>
    )
  }
  const words = buckets.map(({ name, amount }) => `${name}: ${formatAmount(amount, currency)}`).join(', ')
  return (
    <div role="img" aria-label={`Chart of overdue amounts by days past due. ${words}.`}>
      <BarChart
        h={220}
        data={buckets.map(({ name, amount }) => ({ bucket: name, Overdue: amount }))}
        dataKey="bucket"
        series={[{ name: 'Overdue', label: 'Overdue', color: 'orange.6' }]}
        valueFormatter={(value) => formatAmount(value, currency)}
        yAxisProps={{ tickFormatter: formatCompact, width: 64 }}
        barProps={{ isAnimationActive: false }}
        maxBarWidth={56}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
