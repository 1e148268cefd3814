// How long transactions took, by hour or day.

import { LineChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { bucketLabel, bucketsOf } from './buckets.ts'
import { ChartBox } from './chart-box.tsx'
import { formatMs } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import type { DateRange, Granularity } from './period.ts'

const SERIES = [
  { name: 'p50Ms', label: 'Half within', color: 'teal.6' },
  { name: 'p95Ms', label: '95% within', color: 'orange.6', strokeDasharray: '6 3' },
  { name: 'p99Ms', label: '99% within', color: 'red.6', strokeDasharray: '2 3' },
] as const

export interface LatencyChartProps {
  readonly latency: readonly onboarding.DashboardLatency[]
  readonly range: DateRange
  readonly granularity: Granularity
}

export function LatencyChart({ latency, range, granularity }: LatencyChartProps) {
  const byBucket = new Map(latency.map((one) => [one.bucket, one]))
  const data = bucketsOf(range, granularity, [...byBucket.keys()]).map((bucket) => {
    const { p50Ms = null, p95Ms = null, p99Ms = null } = byBucket.get(bucket) ?? {}
    return { label: bucketLabel(bucket, granularity), p50Ms, p95Ms, p99Ms }
  })
  return (
    <ChartBox
      title="Answer time"
      description="From request to answer, to within 5%"
      chart={
        <Box
          role="img"
          aria-label="Lines of the time within which half, 95% and 99% were answered. The table has the figures."
        >
          <LineChart
            h={280}
            data={data}
            dataKey="label"
            series={[...SERIES]}
            withLegend
            legendProps={{ verticalAlign: 'bottom' }}
            valueFormatter={formatMs}
            curveType="linear"
            accessibilityLayer={false}
            yAxisProps={{ width: 64 }}
            lineProps={{ isAnimationActive: false }}
          />
        </Box>
      }
      table={
        <FiguresTable
          label="Answer time"
          columns={[granularity === 'hour' ? 'Hour (UTC)' : 'Business date', ...SERIES.map(({ label }) => label)]}
          rows={latency.map((one) => ({
            key: one.bucket,
            cells: [
              bucketLabel(one.bucket, granularity),
              ...SERIES.map(({ name }) => {
                const ms = one[name]
                return ms === null ? '—' : formatMs(ms)
              }),
            ],
          }))}
        />
      }
    />
  )
}
