// What stands between an institution and its first withdrawal, besides being active: a terminal, an account with its card, a
// partner that calls.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import type { Institution } from '../institution.ts'
import type { ItemState } from './checklist.tsx'

export interface FirstSteps {
  readonly terminal: ItemState
  /** Some are registered, though none is active. */
  readonly hasIdleTerminal: boolean
  /** Accounts and cards are kept by a core of the institution's own. */
  readonly isKeptElsewhere: boolean
  readonly account: ItemState
  readonly card: ItemState
  readonly partner: ItemState
  readonly client: ItemState
  /** Lacks a client. */
  readonly partnerId: string | undefined
  readonly withdrawal: ItemState
}

const ENOUGH = 50

/** Undefined until it is read. What the user may not read is unknown. */
export function useFirstSteps({ institutionId }: Institution): FirstSteps | undefined {
  const may = useMay()
  const mayView = {
    terminals: may('TERMINALS', 'VIEW'),
    cores: may('CORE_CONNECTIVITY', 'VIEW'),
    accounts: may('ACCOUNTS', 'VIEW'),
    cards: may('CARDS', 'VIEW'),
    partners: may('PARTNERS', 'VIEW'),
    transactions: may('QUERY', 'VIEW'),
  }
  const { data } = useQuery({
    queryKey: ['institutions', 'first-steps', institutionId, mayView],
    queryFn: async () => {
      const [terminals, cores, accounts, cards, partners, withdrawals] = await Promise.all([
        mayView.terminals ? ask(admin.listTerminals({ size: ENOUGH }, { institutionId })) : undefined,
        mayView.cores
          ? ask(admin.listCoreConnectivity({ size: ENOUGH }, { institutionId, status: ['ACTIVE'] }))
          : undefined,
        mayView.accounts ? ask(admin.listAccounts({ size: 1 }, { institutionId })) : undefined,
        mayView.cards ? ask(admin.listCards({ size: 1 }, { institutionId })) : undefined,
        mayView.partners
          ? ask(admin.listPartners({ size: ENOUGH }, { institutionId, family: 'accounts', isActive: true }))
          : undefined,
        mayView.transactions ? ask(admin.listTransactions({ size: 1 }, { institutionId, ...WITHDRAWALS })) : undefined,
      ])
      const isDone = (withdrawals?.content.length ?? 0) > 0
      const isKeptElsewhere = cores?.content.some(({ coreType }) => coreType !== 'BUILTIN') === true
      const kept = (found: { readonly content: readonly unknown[] } | undefined) =>
        isDone || isKeptElsewhere ? 'done' : stateOf(found && found.content.length > 0)
      // Where the policy is off, the partner's id is enough.
      const ready = partners?.content.some(({ clientIdPolicy, clients }) => !clientIdPolicy || clients.some(isUsable))
      return {
        terminal: stateOf(terminals?.content.some(({ status }) => status === 'ACTIVE')),
        hasIdleTerminal: terminals?.content.some(({ status }) => status !== 'DECOMMISSIONED') === true,
        isKeptElsewhere,
        account: kept(accounts),
        card: kept(cards),
        partner: stateOf(partners && partners.content.length > 0),
        client: stateOf(ready),
        partnerId: partners?.content[0]?.id,
        withdrawal: stateOf(withdrawals && isDone),
      } satisfies FirstSteps
    },
    // They are added on other pages.
    staleTime: 0,
  })
  return data
}

/** One that was taken back later was a withdrawal, too. */
const WITHDRAWALS = {
  type: ['CASHWITHDRAWAL' as const, 'CARDLESSWITHDRAWAL' as const],
  status: ['APPROVED' as const, 'PARTIALLY_REVERSED' as const, 'REVERSED' as const],
}

function isUsable({ isActive, families }: onboarding.Client): boolean {
  return isActive && families.includes('accounts')
}

function stateOf(isThere: boolean | undefined): ItemState {
  return isThere === undefined ? 'unknown' : isThere ? 'done' : 'missing'
}
