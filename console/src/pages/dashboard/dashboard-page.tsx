// The dashboard: what happened in a period, compared with the period before.

import '@mantine/charts/styles.css'
import { Alert } from '@mantine/core'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { type UrlValues, useUrlState } from '../../kit/page/url-state.ts'
import { DashboardBody } from './dashboard-body.tsx'
import { granularityOf, rangeOf, rangeProblem, type Today } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import { useToday } from './use-today.ts'

export default function DashboardPage() {
  const [url, changeUrl] = useUrlState()
  const institutionId = url.institutionId === '' ? undefined : url.institutionId
  const today = useToday(institutionId)
  return (
    <PageFrame title="Dashboard" description="Figures refresh every 30 seconds. Inquiries do not count.">
      {today === undefined ? (
        <PageLoading />
      ) : (
        <Period url={url} today={today} institutionId={institutionId} onChange={changeUrl} />
      )}
    </PageFrame>
  )
}

interface PeriodProps {
  readonly url: UrlValues
  readonly today: Today
  readonly institutionId: string | undefined
  onChange(values: UrlValues): void
}

function Period({ url, today, institutionId, onChange }: PeriodProps) {
  const range = rangeOf(url, today)
  const granularity = granularityOf(url, range)
  const problem = rangeProblem(range)
  return (
    <>
      <PeriodBar url={url} range={range} granularity={granularity} onChange={onChange} />
      {problem === undefined ? (
        <DashboardBody range={range} granularity={granularity} institutionId={institutionId} />
      ) : (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      )}
    </>
  )
}
