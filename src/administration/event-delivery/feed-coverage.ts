// Which events of a partner's feed a client reads: those that its API families cover. A client that names the family `events` reads all.
//
//   loan…                                             lending
//   digital-…, deposit, redemption, transfer          digital
//   exception                                         digital or accounts, by what it is about
//   partner, client, webhook, institution, business-day   any
//   alert, change                                     none: they are in no partner's feed
//   everything else                                   accounts

import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import { EVENT_KIND_NAMES } from '../events/event-kinds.ts'
import { EVENT_VALUES } from '../events/event-values.ts'
import type { ClientFamily } from '../institutions/partners/api-families.ts'

const OF_ANY: ReadonlySet<string> = new Set(['partner', 'client', 'webhook', 'institution', 'business-day'])
const OF_NONE: ReadonlySet<string> = new Set(['alert', 'change'])
const OF_DIGITAL: ReadonlySet<string> = new Set(['deposit', 'redemption', 'transfer'])
const EXCEPTION = 'exception'

/** Whether one of the families covers a kind; of exceptions, whether it covers some. */
export function coversKind(families: ReadonlySet<ClientFamily>, kind: string): boolean {
  const about = kind.slice(0, kind.indexOf('.'))
  if (OF_NONE.has(about)) return false
  if (families.has('events') || OF_ANY.has(about)) return true
  if (about === EXCEPTION) return families.has('accounts') || families.has('digital')
  if (about.startsWith('loan')) return families.has('lending')
  return families.has(about.startsWith('digital-') || OF_DIGITAL.has(about) ? 'digital' : 'accounts')
}

/** The condition on rows of `events`. Kinds of a later version are read with the family `events` alone. */
export function coveredBy(families: ReadonlySet<ClientFamily>, parameters: Parameters): string {
  if (families.has('events')) {
    const kept = [...OF_NONE].map((about) => `${about}.%`)
    return `NOT kind LIKE ANY (${parameters.add(kept)}::text[])`
  }
  const kinds = EVENT_KIND_NAMES.filter((kind) => coversKind(families, kind))
  const isKind = `kind = ANY (${parameters.add(kinds)}::text[])`
  if (families.has('accounts') && families.has('digital')) return isKind
  // One of accounts unless it is known to be of tokens.
  const isOfTokens = `data->>'kind' = ANY (${parameters.add(EVENT_VALUES.tokenExceptionKind)}::text[])`
  const isOwn = families.has('digital') ? isOfTokens : `NOT ${isOfTokens}`
  return `${isKind} AND CASE WHEN kind LIKE '${EXCEPTION}.%' THEN ${isOwn} ELSE true END`
}
