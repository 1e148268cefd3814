// How many transactions there were by hour or day, by what came of them.

import { BarChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { formatCount } from '../../../kit/show/format.ts'
import { timeZone } from '../../../reader.ts'
import { useMay } from '../../../session/entitlements.ts'
import { FiguresTable } from '../figures/figures-table.tsx'
import type { DateRange, Granularity } from '../period.ts'
import { bucketLabel, bucketsOf } from './buckets.ts'
import { ChartBox } from './chart-box.tsx'
import { APPROVED, DECLINED, ofBucket, REVERSALS, type Search } from './drill-down.ts'
import { DrillLink } from './drill-link.tsx'

type Volume = onboarding.DashboardVolume

const SERIES = [
  { name: 'approved', label: 'Approved', color: 'green.6', search: APPROVED },
  { name: 'declined', label: 'Declined', color: 'red.6', search: DECLINED },
  { name: 'reversals', label: 'Reversals', color: 'grape.5', search: REVERSALS },
] as const

export interface VolumeChartProps {
  readonly volume: readonly Volume[]
  readonly range: DateRange
  readonly granularity: Granularity
  /** The filter of everything in the period. */
  readonly all: Search
}

export function VolumeChart({ volume, range, granularity, all }: VolumeChartProps) {
  const navigate = useNavigate()
  const canOpen = useMay()('QUERY', 'VIEW')
  const byBucket = new Map(volume.map((one) => [one.bucket, one]))
  const data = bucketsOf(range, granularity, [...byBucket.keys()]).map((bucket) => ({
    bucket,
    label: bucketLabel(bucket, granularity),
    approved: byBucket.get(bucket)?.approved ?? 0,
    declined: byBucket.get(bucket)?.declined ?? 0,
    reversals: byBucket.get(bucket)?.reversals ?? 0,
  }))
  const open = (at: number, search: Search) => {
    const bucket = data[at]?.bucket
    if (bucket === undefined || !canOpen) return
    void navigate({ to: '/transactions', search: { ...all, ...ofBucket(bucket, granularity), ...search } as never })
  }
  return (
    <ChartBox
      title="Volume"
      description={granularity === 'hour' ? `By hour, in ${timeZone}` : 'By business date'}
      chart={
        <Box
          role="img"
          aria-label="Bars of approved and declined transactions and reversals. The table has the figures."
        >
          <BarChart
            h={280}
            data={data}
            dataKey="label"
            type="stacked"
            series={SERIES.map(({ name, label, color }) => ({ name, label, color }))}
            withLegend
            legendProps={{ verticalAlign: 'bottom' }}
            valueFormatter={formatCount}
            maxBarWidth={56}
            accessibilityLayer={false}
            yAxisProps={{ allowDecimals: false, width: 48 }}
            barProps={({ name }) => ({
              isAnimationActive: false,
              cursor: canOpen ? 'pointer' : 'default',
              onClick: (_: unknown, at: number) => open(at, SERIES.find((one) => one.name === name)?.search ?? {}),
            })}
          />
        </Box>
      }
      table={
        <FiguresTable
          label="Volume"
          columns={[
            granularity === 'hour' ? `Hour (${timeZone})` : 'Business date',
            'All',
            'Approved',
            'Declined',
            'Reversals',
          ]}
          rows={volume.map((one) => {
            const label = bucketLabel(one.bucket, granularity)
            const search = { ...all, ...ofBucket(one.bucket, granularity) }
            return {
              key: one.bucket,
              cells: [
                label,
                <DrillLink key="all" count={one.totalTransactions} of={`transactions, ${label}`} search={search} />,
                ...SERIES.map((series) => (
                  <DrillLink
                    key={series.name}
                    count={one[series.name]}
                    of={`${series.label.toLowerCase()}, ${label}`}
                    search={{ ...search, ...series.search }}
                  />
                )),
              ],
            }
          })}
        />
      }
    />
  )
}
