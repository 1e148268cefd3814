// The institution's billers, for the ATM's key list. Users who may not read them see the sandbox's published ones.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'
import type { BillerChoice } from './engine/orders.ts'
import { atm, useAtm } from './the-atm.ts'

const PUBLISHED: Readonly<Record<string, readonly BillerChoice[]>> = {
  FI001: [
    { billerId: 'BILLER01', bin: '510000', name: 'City Power' },
    { billerId: 'BILLER02', bin: '510001', name: 'Metro Water' },
    { billerId: 'BILLER09', bin: '510009', name: 'Old Telegraph' },
  ],
}

/** Keeps the ATM's list of billers at that of its institution. */
export function useBillers(): void {
  const { institutionId } = useAtm().terminal
  const mayRead = useMay()('INSTITUTIONS', 'VIEW')
  const { data } = useQuery({
    queryKey: ['billers', 'at-atm', institutionId],
    queryFn: () => ask(admin.listBillers({ size: 20 }, { institutionId })),
    enabled: mayRead && institutionId !== '',
  })
  useEffect(() => {
    const found = data?.content.map(({ billerId, bin, name }) => ({ billerId, bin, name }))
    const byName = found?.toSorted((one, other) => one.billerId.localeCompare(other.billerId))
    atm.setBillers(byName ?? PUBLISHED[institutionId] ?? [])
  }, [data, institutionId])
}
