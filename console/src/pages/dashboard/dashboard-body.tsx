// The figures and charts of a period.

import { Grid, Paper, SimpleGrid } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { present } from '../../kit/list/record-list.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { useMay } from '../../session/entitlements.ts'
import { settings } from '../../settings.ts'
import { allOf } from './charts/drill-down.ts'
import { InstitutionStates, InstitutionsTable } from './charts/institutions-charts.tsx'
import { LatencyChart } from './charts/latency-chart.tsx'
import { ResponseCodesChart } from './charts/response-codes-chart.tsx'
import { VolumeChart } from './charts/volume-chart.tsx'
import { SummaryFigures } from './figures/summary-figures.tsx'
import { LendingSection } from './lending-section.tsx'
import type { DateRange, Granularity } from './period.ts'
import { TokensSection } from './tokens-section.tsx'

const REFRESH_MS = 30_000

export interface DashboardBodyProps {
  readonly range: DateRange
  readonly granularity: Granularity
  readonly institutionId: string | undefined
}

export function DashboardBody({ range, granularity, institutionId }: DashboardBodyProps) {
  const may = useMay()
  const request = present({ ...range, institutionId, granularity })
  const dashboard = useQuery({
    queryKey: ['dashboard', request],
    queryFn: async () => {
      const [summary, volume, codes, latency, institutions] = await Promise.all([
        ask(admin.getDashboardSummary(request)),
        ask(admin.getDashboardVolume(request)),
        ask(admin.getDashboardResponseCodes(request)),
        ask(admin.getDashboardLatency(request)),
        ask(admin.getDashboardInstitutions(request)),
      ])
      // Drawn with the figures, which may still be those of the period that was chosen before.
      return { summary, volume, codes, latency, institutions, range, granularity, institutionId }
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  if (dashboard.error instanceof GatewayError && dashboard.error.status === 403) {
    return (
      <Paper>
        <EmptyState
          title="There is no dashboard for you"
          hint="The dashboard shows whole institutions. Users of a sub-tenant find their transactions in the list."
          action={<LinkButton to="/transactions">Transactions</LinkButton>}
        />
      </Paper>
    )
  }
  return (
    <Loaded query={dashboard}>
      {(shown) => {
        const all = allOf(shown.range, shown.institutionId)
        const { summary } = shown
        return (
          <>
            <SummaryFigures summary={summary} all={all} institutionId={shown.institutionId} />
            {summary.totalTransactions === 0 ? (
              <NoTraffic />
            ) : (
              <>
                <VolumeChart volume={shown.volume} range={shown.range} granularity={shown.granularity} all={all} />
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
                  <ResponseCodesChart codes={shown.codes} all={all} />
                  <LatencyChart latency={shown.latency} range={shown.range} granularity={shown.granularity} />
                </SimpleGrid>
              </>
            )}
            {may('LOAN_SERVICING', 'VIEW') && (
              <LendingSection range={shown.range} institutionId={shown.institutionId} />
            )}
            {may('DIGITAL_MONEY', 'VIEW') && <TokensSection institutionId={shown.institutionId} />}
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <InstitutionStates byStatus={summary.institutionsByStatus} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <InstitutionsTable institutions={shown.institutions} all={all} />
              </Grid.Col>
            </Grid>
          </>
        )
      }}
    </Loaded>
  )
}

function NoTraffic() {
  const isSandbox = settings.sandbox !== undefined
  return (
    <Paper>
      <EmptyState
        title="No transactions in this period"
        hint={
          isSandbox
            ? 'Choose a longer period, or make some traffic: the virtual ATM withdraws, deposits and transfers with test cards.'
            : 'Choose a longer period or another institution. Transactions appear here a few seconds after they are answered.'
        }
        action={isSandbox ? <LinkButton to="/virtual-atm">Open the virtual ATM</LinkButton> : undefined}
      />
    </Paper>
  )
}
