// The transaction capabilities, which account types refer to by code.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

export function useCapabilities(): readonly onboarding.TransactionCapability[] {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['capabilities', 'choices'],
    queryFn: () => ask(admin.listTransactionCapabilities({ size: 200, sort: 'code:asc' })),
    enabled: may('TXN_CAPABILITIES', 'VIEW'),
    staleTime: 60_000,
  })
  return data?.content ?? []
}
