// What stands between an institution and its first transaction, besides being active: a terminal, accounts, a partner.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import type { Institution } from '../institution.ts'
import type { ItemState } from './checklist.tsx'

export interface FirstSteps {
  readonly terminal: ItemState
  /** Some are registered, though none is active. */
  readonly hasIdleTerminal: boolean
  readonly accounts: ItemState
  readonly partner: ItemState
  readonly transaction: ItemState
}

const ENOUGH = 50

/** Undefined until it is read. What the user may not read is unknown. */
export function useFirstSteps({ institutionId }: Institution): FirstSteps | undefined {
  const may = useMay()
  const [mayTerminals, mayCores, mayPartners, mayTransactions] = [
    may('TERMINALS', 'VIEW'),
    may('CORE_CONNECTIVITY', 'VIEW'),
    may('PARTNERS', 'VIEW'),
    may('QUERY', 'VIEW'),
  ]
  const { data } = useQuery({
    queryKey: ['institutions', 'first-steps', institutionId, mayTerminals, mayCores, mayPartners, mayTransactions],
    queryFn: async () => {
      const [terminals, cores, partners, transactions] = await Promise.all([
        mayTerminals ? ask(admin.listTerminals({ size: ENOUGH }, { institutionId })) : undefined,
        mayCores ? ask(admin.listCoreConnectivity({ size: ENOUGH }, { institutionId, status: ['ACTIVE'] })) : undefined,
        mayPartners
          ? ask(admin.listPartners({ size: 1 }, { institutionId, family: 'accounts', isActive: true }))
          : undefined,
        mayTransactions ? ask(admin.listTransactions({ size: 1 }, { institutionId })) : undefined,
      ])
      const transaction = stateOf(transactions && transactions.content.length > 0)
      // Only the built-in bank's accounts are loaded here, and the console cannot see whether they are.
      const isKeptElsewhere = cores?.content.some(({ coreType }) => coreType !== 'BUILTIN') === true
      return {
        terminal: stateOf(terminals?.content.some(({ status }) => status === 'ACTIVE')),
        hasIdleTerminal: terminals?.content.some(({ status }) => status !== 'DECOMMISSIONED') === true,
        accounts: transaction === 'done' || isKeptElsewhere ? 'done' : 'unknown',
        partner: stateOf(partners && partners.totalElements > 0),
        transaction,
      } satisfies FirstSteps
    },
    // They are added on other pages.
    staleTime: 0,
  })
  return data
}

function stateOf(isThere: boolean | undefined): ItemState {
  return isThere === undefined ? 'unknown' : isThere ? 'done' : 'missing'
}
