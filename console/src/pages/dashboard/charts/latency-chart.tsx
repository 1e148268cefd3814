// How long transactions took, by hour or day.

import { LineChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { timeZone } from '../../../reader.ts'
import { formatMs, RESPONSE_TIMES } from '../figures/figures.ts'
import { FiguresTable } from '../figures/figures-table.tsx'
import type { DateRange, Granularity } from '../period.ts'
import { bucketLabel, bucketsOf } from './buckets.ts'
import { ChartBox } from './chart-box.tsx'

const LINES = {
  p50Ms: { color: 'teal.6' },
  p95Ms: { color: 'orange.6', strokeDasharray: '6 3' },
  p99Ms: { color: 'red.6', strokeDasharray: '2 3' },
} as const

const SERIES = RESPONSE_TIMES.map(([name, label]) => ({ name, label, ...LINES[name] }))

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
      title="Response time"
      description="From request to response, accurate to 5%. Half of the transactions were faster than the median."
      chart={
        <Box
          role="img"
          aria-label="Lines of the median, and of the time within which 95 and 99 of 100 were answered. The table has the figures."
        >
          <LineChart
            h={280}
            data={data}
            dataKey="label"
            series={SERIES}
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
          label="Response time"
          columns={[
            granularity === 'hour' ? `Hour (${timeZone})` : 'Business date',
            ...SERIES.map(({ label }) => label),
          ]}
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
