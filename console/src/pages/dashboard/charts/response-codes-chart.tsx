// Which response codes were sent how often, with their meaning.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { useMay } from '../../../session/entitlements.ts'
import { responseCodeText } from '../../transactions/response-codes.ts'
import { FiguresTable } from '../figures/figures-table.tsx'
import { BarList } from './bar-list.tsx'
import { ChartBox } from './chart-box.tsx'
import type { Search } from './drill-down.ts'
import { DrillLink } from './drill-link.tsx'

/** The rest is in the table. */
const MOST_BARS = 10

export interface ResponseCodesChartProps {
  readonly codes: readonly onboarding.DashboardResponseCode[]
  readonly all: Search
}

export function ResponseCodesChart({ codes, all }: ResponseCodesChartProps) {
  const canOpen = useMay()('QUERY', 'VIEW')
  return (
    <ChartBox
      title="Response codes"
      description="Reversals included"
      chart={
        <>
          <BarList
            bars={codes.slice(0, MOST_BARS).map(({ responseCode, count }) => ({
              name: responseCodeText(responseCode),
              count,
              color: colorOf(responseCode),
              to: canOpen ? '/transactions' : undefined,
              search: { ...all, responseCode },
            }))}
          />
          {codes.length > MOST_BARS && (
            <Text size="xs" c="dimmed" mt="sm">
              And {codes.length - MOST_BARS} more, in the table.
            </Text>
          )}
        </>
      }
      table={
        <FiguresTable
          label="Response codes"
          columns={['Response code', 'Transactions']}
          rows={codes.map(({ responseCode, count }) => ({
            key: responseCode,
            cells: [
              responseCodeText(responseCode),
              <DrillLink
                key="count"
                count={count}
                of={`transactions with code ${responseCode}`}
                search={{ ...all, responseCode }}
              />,
            ],
          }))}
        />
      }
    />
  )
}

function colorOf(code: string): string {
  if (code === '000') return 'green'
  return code === '911' ? 'orange' : 'red'
}
