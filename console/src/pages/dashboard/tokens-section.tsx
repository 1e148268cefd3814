// Tokens on the dashboard, for users who may see movements of them.

import { SimpleGrid, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present } from '../../kit/list/record-list.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { formatCount, formatMoney } from '../../kit/show/format.ts'
import { FigureCard } from './figures/figure-card.tsx'

const REFRESH_MS = 30_000

type Tokens = onboarding.DashboardTokens

export function TokensSection({ institutionId }: { institutionId: string | undefined }) {
  const request = present({ institutionId })
  const tokens = useQuery({
    queryKey: ['dashboard', 'tokens', request],
    queryFn: () => ask(admin.getDashboardTokens(request)),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  if (tokens.data?.length === 0) return null
  return (
    <Stack component="section" aria-label="Tokens" gap="md">
      <Title order={2}>Tokens</Title>
      <Loaded query={tokens}>
        {(currencies) => currencies.map((figures) => <Currency key={figures.currencyCode} figures={figures} />)}
      </Loaded>
    </Stack>
  )
}

function Currency({ figures }: { figures: Tokens }) {
  const { currencyCode, supply, backing, owed, openCount, openAmount } = figures
  const money = (amount: number) => formatMoney(amount, currencyCode)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
      <FigureCard label="Tokens in circulation" value={money(supply)} hint="Now" />
      <FigureCard
        label="Money behind them"
        value={money(backing)}
        hint={backing >= supply ? 'Every token is backed' : `${money(supply - backing)} are missing behind the tokens`}
      />
      <FigureCard label="Owed between institutions" value={money(owed)} hint="Now" />
      <FigureCard label="Open movements" value={formatCount(openCount)} hint={`${money(openAmount)} under way`} />
    </SimpleGrid>
  )
}
