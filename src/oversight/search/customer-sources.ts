// Accounts and cards of the built-in core: by id, account, customer or whole PAN.

import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { CustomerAccounts } from '../customers/accounts/customer-accounts.ts'
import type { CustomerCards } from '../customers/cards/customer-cards.ts'
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
      async find(_sql, { text, spellings, uuid, scope }) {
        if (uuid !== undefined) return accounts(await known(() => customerAccounts.find(scope, uuid)))
        const by = (filter: object) => customerAccounts.after(scope, filter, '', MOST_OF_A_KIND)
        const named = await inSpellings(spellings, (accountId) => by({ accountId }))
        const owned = await inSpellings(spellings, (customerId) => by({ customerId }))
        const panHash = panHashOf(text)
        const { items: ofCard } =
          panHash === undefined ? NONE : await customerAccounts.after(scope, { panHash }, '', MOST_OF_A_KIND)
        return accounts([...named, ...owned, ...ofCard])
      },
    },
    {
      name: 'CARD',
      module: 'CARDS',
      async find(_sql, { text, spellings, uuid, scope }) {
        if (uuid !== undefined) return cards(await known(() => customerCards.find(scope, uuid)))
        const panHash = panHashOf(text)
        const { items: numbered } =
          panHash === undefined ? NONE : await customerCards.after(scope, { panHash }, '', MOST_OF_A_KIND)
        // A customerId may look like a PAN.
        const by = (customerId: string) => customerCards.after(scope, { customerId }, '', MOST_OF_A_KIND)
        const owned = await inSpellings(spellings, by)
        return cards([...numbered, ...owned])
      },
    },
  ]
}

/** What the first spelling finds that finds anything: each is a lookup in an index. */
async function inSpellings<Item>(
  spellings: readonly string[],
  find: (spelling: string) => Promise<{ readonly items: readonly Item[] }>,
): Promise<readonly Item[]> {
  for (const spelling of spellings) {
    const { items } = await find(spelling)
    if (items.length > 0) return items
  }
  return []
}

const NONE = { items: [] } as const

type Account = Awaited<ReturnType<CustomerAccounts['find']>>
type Card = Awaited<ReturnType<CustomerCards['find']>>

function accounts(records: readonly Account[]): FoundRecord[] {
  return distinct(records).map(({ id, accountId, accountType, customerId, institutionId }) => ({
    kind: 'ACCOUNT',
    id,
    title: `${accountId} · ${accountType} · ${customerId}`,
    institutionId,
  }))
}

function cards(records: readonly Card[]): FoundRecord[] {
  return distinct(records).map(({ id, maskedPan, customerId, institutionId }) => ({
    kind: 'CARD',
    id,
    title: `${maskedPan} · ${customerId}`,
    institutionId,
  }))
}

/** One record may be found by several of its values. */
function distinct<Item extends { readonly id: string }>(records: readonly Item[]): readonly Item[] {
  return [...new Map(records.map((one) => [one.id, one])).values()]
}

async function known<Item>(find: () => Promise<Item>): Promise<readonly Item[]> {
  try {
    return [await find()]
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return []
    throw error
  }
}
