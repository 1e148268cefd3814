// The balances of an account, as the balance inquiry tells them.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import { askDigital, question } from '../digital-request.ts'

export interface Balances extends model.BalanceInquiryReply {
  /** How far the gateway's clock is ahead of the browser's. */
  readonly clockAheadMs: number
}

export function useBalances(partnerId: string, accountId: string | undefined): UseQueryResult<Balances> {
  const canView = useMay()('DIGITAL_MONEY', 'VIEW')
  return useQuery({
    queryKey: ['digital', partnerId, 'balances', accountId],
    queryFn: async () => {
      const answer = await askDigital(
        digital(partnerId).inquireBalance({
          ...question('BALANCE_INQUIRY'),
          digitalAssetAccount: { id: accountId ?? '' },
        }),
      )
      return { ...answer, clockAheadMs: Date.parse(answer.asOf) - Date.now() }
    },
    enabled: canView && accountId !== undefined && accountId !== '',
  })
}
