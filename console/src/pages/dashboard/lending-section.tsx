// Lending on the dashboard, for users who may see loans.

import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present } from '../../kit/list/record-list.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { formatCount, formatMoney, formatWord } from '../../kit/show/format.ts'
import { BarList } from './charts/bar-list.tsx'
import { ChartBox } from './charts/chart-box.tsx'
import { FigureCard } from './figures/figure-card.tsx'
import { FiguresTable } from './figures/figures-table.tsx'
import type { DateRange } from './period.ts'

const REFRESH_MS = 30_000

type Lending = onboarding.DashboardLending

export function LendingSection({ range, institutionId }: { range: DateRange; institutionId: string | undefined }) {
  const request = present({ ...range, institutionId })
  const lending = useQuery({
    queryKey: ['dashboard', 'lending', request],
    queryFn: () => ask(admin.getDashboardLending(request)),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack component="section" aria-label="Lending" gap="md">
      <Title order={2}>Lending</Title>
      <Loaded query={lending}>{(figures) => <Figures figures={figures} />}</Loaded>
    </Stack>
  )
}

function Figures({ figures: { applications, disbursed, arrears } }: { figures: Lending }) {
  const late = arrears.reduce((sum, { loans }) => sum + loans, 0)
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
        <FigureCard
          label="Applications"
          value={formatCount(applications.reduce((sum, { count }) => sum + count, 0))}
          hint="Made in this period"
        />
        <FigureCard
          label="Disbursed"
          value={formatCount(disbursed.reduce((sum, { count }) => sum + count, 0))}
          hint={
            disbursed.length === 0
              ? 'Nothing was paid out in this period'
              : disbursed.map(({ currencyCode, amount }) => (
                  <Text key={currencyCode} size="xs" className="numeric">
                    {formatMoney(amount, currencyCode)}
                  </Text>
                ))
          }
        />
        <FigureCard label="Loans in arrears" value={formatCount(late)} hint="Now" />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <ChartBox
          title="Applications by status"
          description="Made in this period, as they stand now"
          chart={
            <BarList
              bars={applications.map(({ status, count }) => ({ name: formatWord(status), count, color: 'harbour' }))}
            />
          }
          table={
            <FiguresTable
              label="Applications by status"
              columns={['Status', 'Applications']}
              rows={applications.map(({ status, count }) => ({
                key: status,
                cells: [formatWord(status), formatCount(count)],
              }))}
            />
          }
        />
        <ChartBox
          title="Arrears by bucket"
          description="Loans by days past due, now"
          chart={
            arrears.length === 0 ? (
              <Text size="sm">No loan is past due.</Text>
            ) : (
              <BarList bars={arrears.map((late) => ({ name: daysLate(late), count: late.loans, color: 'orange' }))} />
            )
          }
          table={
            <FiguresTable
              label="Arrears by bucket"
              columns={['Bucket', 'Days past due', 'Loans']}
              rows={arrears.map(({ bucket, fromDays, toDays, loans }) => ({
                key: `${bucket}:${fromDays}`,
                cells: [bucket, daysBetween(fromDays, toDays), formatCount(loans)],
              }))}
            />
          }
        />
      </SimpleGrid>
    </>
  )
}

/** Products name their buckets as they like; those named after their days are not said twice. */
function daysLate({ bucket, fromDays, toDays }: Lending['arrears'][number]): string {
  const days = `${daysBetween(fromDays, toDays)} days`
  return bucket === `${fromDays}-${toDays ?? ''}` || bucket === `${fromDays}+` ? days : `${bucket} · ${days}`
}

function daysBetween(fromDays: number, toDays: number | null): string {
  return toDays === null ? `${fromDays}+` : `${fromDays}–${toDays}`
}
