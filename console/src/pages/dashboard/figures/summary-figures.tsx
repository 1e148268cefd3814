// The figures of the period, each with its change since the period before and a link to what it counts.

import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { formatCount, formatMoney, formatPercent } from '../../../kit/show/format.ts'
import { useMay } from '../../../session/entitlements.ts'
import { APPROVED, DECLINED, REVERSALS, type Search, UNKNOWN } from '../charts/drill-down.ts'
import { FigureCard } from './figure-card.tsx'
import { FigureChange } from './figure-change.tsx'
import { formatMs, formatPoints, RESPONSE_TIMES } from './figures.ts'

type Summary = onboarding.DashboardSummary

export interface SummaryFiguresProps {
  readonly summary: Summary
  readonly all: Search
  readonly institutionId: string | undefined
}

export function SummaryFigures({ summary, all, institutionId }: SummaryFiguresProps) {
  const may = useMay()
  const { previous } = summary
  const list = may('QUERY', 'VIEW') ? '/transactions' : undefined
  const hadAny = previous.totalTransactions > 0
  const change = (name: 'totalTransactions' | 'declined' | 'reversals', more: 'bad' | 'neutral') => (
    <FigureChange now={summary[name]} before={hadAny ? previous[name] : null} more={more} written={formatCount} />
  )
  const unknown = summary.totalTransactions - summary.approved - summary.declined - summary.reversals
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        <FigureCard
          label="Transactions"
          value={formatCount(summary.totalTransactions)}
          change={change('totalTransactions', 'neutral')}
          hint={unknown > 0 && <UnknownLink count={unknown} to={list} search={{ ...all, ...UNKNOWN }} />}
          to={list}
          search={all}
        />
        <FigureCard
          label="Approval rate"
          value={summary.approvalRate === null ? '—' : formatPercent(summary.approvalRate)}
          change={
            <FigureChange
              now={summary.approvalRate}
              before={previous.approvalRate}
              more="good"
              written={formatPercent}
              difference={formatPoints}
            />
          }
          hint={`${formatCount(summary.approved)} approved`}
          to={list}
          search={{ ...all, ...APPROVED }}
        />
        <FigureCard
          label="Declined"
          value={formatCount(summary.declined)}
          change={change('declined', 'bad')}
          to={list}
          search={{ ...all, ...DECLINED }}
        />
        <FigureCard
          label="Reversals"
          value={formatCount(summary.reversals)}
          change={change('reversals', 'bad')}
          to={list}
          search={{ ...all, ...REVERSALS }}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Amounts summary={summary} to={list} all={all} />
        <ResponseTimes summary={summary} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 3 }} spacing="md">
        <FigureCard
          label="Open exceptions"
          value={formatCount(summary.exceptionsOpen)}
          hint="Now"
          to={may('EXCEPTIONS', 'VIEW') ? '/exceptions' : undefined}
          search={{ state: 'OPEN', institutionId }}
        />
        <FigureCard
          label="Active users"
          value={formatCount(summary.activeUsers)}
          hint="Now"
          to={may('USERS', 'VIEW') ? '/users' : undefined}
          search={{ status: 'ACTIVE' }}
        />
        <FigureCard
          label="Active terminals"
          value={formatCount(summary.terminalsActive)}
          hint="Now"
          to={may('TERMINALS', 'VIEW') ? '/terminals' : undefined}
          search={{ status: 'ACTIVE', institutionId }}
        />
      </SimpleGrid>
    </Stack>
  )
}

function UnknownLink({ count, to, search }: { count: number; to: string | undefined; search: Search }) {
  const words = `${formatCount(count)} with unknown outcome`
  if (to === undefined) return words
  return (
    <PageLink to={to} search={search} fz="xs">
      {words}
    </PageLink>
  )
}

function Amounts({ summary, to, all }: { summary: Summary; to: string | undefined; all: Search }) {
  const { amountByCurrency, previous } = summary
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Approved amounts
        </Text>
        {amountByCurrency.length === 0 && <Text size="sm">None</Text>}
        {amountByCurrency.map(({ currencyCode, amount, reversedAmount }) => {
          const before = previous.amountByCurrency.find((one) => one.currencyCode === currencyCode)?.amount ?? null
          const money = formatMoney(amount, currencyCode)
          return (
            <Group key={currencyCode} justify="space-between" align="flex-start" gap="xs">
              <div>
                <Text fz="lg" fw={650} className="numeric">
                  {to === undefined ? (
                    money
                  ) : (
                    <PageLink
                      to={to}
                      search={{ ...all, ...APPROVED, currencyCode }}
                      fz="inherit"
                      fw="inherit"
                      c="inherit"
                      underline="always"
                      aria-label={`${money}: show the transactions`}
                    >
                      {money}
                    </PageLink>
                  )}
                </Text>
                {reversedAmount > 0 && (
                  <Text size="xs" c="dimmed">
                    of which {formatMoney(reversedAmount, currencyCode)} reversed since
                  </Text>
                )}
              </div>
              <FigureChange
                now={amount}
                before={before}
                more="neutral"
                written={(value) => formatMoney(value, currencyCode)}
              />
            </Group>
          )
        })}
      </Stack>
    </Paper>
  )
}

function ResponseTimes({ summary }: { summary: Summary }) {
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Response time
        </Text>
        <SimpleGrid cols={3} spacing="xs">
          {RESPONSE_TIMES.map(([name, label]) => {
            const ms = summary[name]
            return (
              <div key={name}>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
                <Text fz="lg" fw={650} className="numeric">
                  {ms === null ? '—' : formatMs(ms)}
                </Text>
                <FigureChange now={ms} before={summary.previous[name]} more="bad" written={formatMs} />
              </div>
            )
          })}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
