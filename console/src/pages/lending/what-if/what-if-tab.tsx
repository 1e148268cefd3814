// What would happen: nothing on this tab changes the loan until it is confirmed.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { Segments } from '../../../kit/inputs/segments.tsx'
import { EmptyState } from '../../../kit/page/empty-state.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { useMay } from '../../../session/entitlements.ts'
import { lendingKey } from '../lending-frame.tsx'
import { canPrepay, canRestructure, type Loan } from '../loans/loan-states.ts'
import { Hardship } from './hardship.tsx'
import { Prepayment } from './prepayment.tsx'
import { Restructure } from './restructure.tsx'
import { SettlementScenario } from './settlement.tsx'

const SCENARIOS = [
  { value: 'prepayment', label: 'Prepayment', Scenario: Prepayment, action: 'CREATE', changesPlan: false },
  { value: 'settlement', label: 'Settlement', Scenario: SettlementScenario, action: 'CREATE', changesPlan: false },
  { value: 'restructure', label: 'Restructure', Scenario: Restructure, action: 'UPDATE', changesPlan: true },
  { value: 'hardship', label: 'Hardship arrangement', Scenario: Hardship, action: 'CREATE', changesPlan: true },
] as const

export function WhatIfTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const may = useMay()
  const [url, change] = useUrlState()
  const possible = SCENARIOS.filter(
    ({ action, changesPlan }) =>
      may('LOAN_SERVICING', action) && (changesPlan ? canRestructure(loan) : canPrepay(loan)),
  )
  const chosen = possible.find(({ value }) => value === url.what) ?? possible[0]
  const balances = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loan.loanId, 'balances'),
    queryFn: () => ask(lending(partnerId).getLoanBalances({ loanId: loan.loanId })),
  })
  if (chosen === undefined) {
    return (
      <EmptyState
        title="Nothing to try out"
        hint={
          canPrepay(loan)
            ? 'You may not change loans.'
            : 'Only a loan that was paid out and is not closed or charged off can change.'
        }
      />
    )
  }
  const { Scenario } = chosen
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Segments
          aria-label="What would happen with"
          w="fit-content"
          data={possible.map(({ value, label }) => ({ value, label }))}
          value={chosen.value}
          onChange={(what) => change({ what })}
        />
        <Text size="sm" c="dimmed">
          {loan.subStatus === 'HARDSHIP'
            ? 'A hardship arrangement is running: until it ends, the plan changes only by payments.'
            : 'Try it out: the loan changes only when you confirm it.'}
        </Text>
      </Stack>
      <Loaded query={balances}>
        {({ asOf }) => <Scenario key={chosen.value} partnerId={partnerId} loan={loan} businessDate={asOf} />}
      </Loaded>
    </Stack>
  )
}
