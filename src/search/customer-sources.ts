// Accounts and cards of the built-in core: by id, account, customer or whole PAN.

import type { CustomerAccounts } from '../customers/accounts/customer-accounts.ts'
import type { CustomerCards } from '../customers/cards/customer-cards.ts'
import { Problem } from '../kernel/problem.ts'
import { type FoundRecord, MOST_OF_A_KIND, type SearchSource } from './search-source.ts'

export interface CustomerParts {
  readonly customerAccounts: Pick<CustomerAccounts, 'find' | 'after'>
  readonly customerCards: Pick<CustomerCards, 'find' | 'after'>
  /** The hash that a PAN is stored as; undefined when the text cannot be one. */
  panHashOf(text: string): string | undefined
}

export function customerSources({
  customerAccounts,
  customerCards,
  panHashOf,
}: CustomerParts): readonly SearchSource[] {
  return [
    {
      name: 'ACCOUNT',
      module: 'ACCOUNTS',
      async find(_sql, { text, uuid, scope }) {
        if (uuid !== undefined) return accounts(await known(() => customerAccounts.find(scope, uuid)))
        // Accounts that begin with the text: the one that equals it comes first.
        const { items: first } = await customerAccounts.after(scope, { search: text }, '', 1)
        const { items: owned } = await customerAccounts.after(scope, { customerId: text }, '', MOST_OF_A_KIND)
        const panHash = panHashOf(text)
        const { items: ofCard } =
          panHash === undefined ? NONE : await customerAccounts.after(scope, { panHash }, '', MOST_OF_A_KIND)
        return accounts([...first.filter(({ accountId }) => accountId === text), ...owned, ...ofCard])
      },
    },
    {
      name: 'CARD',
      module: 'CARDS',
      async find(_sql, { text, uuid, scope }) {
        if (uuid !== undefined) return cards(await known(() => customerCards.find(scope, uuid)))
        const panHash = panHashOf(text)
        const filter = panHash === undefined ? { customerId: text } : { panHash }
        return cards((await customerCards.after(scope, filter, '', MOST_OF_A_KIND)).items)
      },
    },
  ]
}

const NONE = { items: [] } as const

type Account = Awaited<ReturnType<CustomerAccounts['find']>>
type Card = Awaited<ReturnType<CustomerCards['find']>>

function accounts(records: readonly Account[]): FoundRecord[] {
  const distinct = new Map(records.map((one) => [one.id, one]))
  return [...distinct.values()].map(({ id, accountId, accountType, customerId, institutionId }) => ({
    kind: 'ACCOUNT',
    id,
    title: `${accountId} · ${accountType} · ${customerId}`,
    institutionId,
  }))
}

function cards(records: readonly Card[]): FoundRecord[] {
  return records.map(({ id, maskedPan, customerId, institutionId }) => ({
    kind: 'CARD',
    id,
    title: `${maskedPan} · ${customerId}`,
    institutionId,
  }))
}

async function known<Item>(find: () => Promise<Item>): Promise<readonly Item[]> {
  try {
    return [await find()]
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return []
    throw error
  }
}
