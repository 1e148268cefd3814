// What an exchange that is on record has come to.

import type { Dialect } from '../../iso8583/dialect.ts'
import { APPROVED_CODE, DECLINE } from '../outcome.ts'
import type { RemoteOutcome } from '../remote-core.ts'
import { verdictOf } from './decode-answer.ts'
import type { StoredExchange } from './exchange-store.ts'

/** The outcome of an order that was taken back, or never sent. */
const CANCELLED: RemoteOutcome = { code: DECLINE.reversedBeforeArrival }

/** Undefined while it has not ended. */
export function outcomeOf(exchange: StoredExchange, dialect: Dialect): RemoteOutcome | undefined {
  if (exchange.state === 'CANCELLED') return CANCELLED
  if (exchange.state !== 'ANSWERED') return undefined
  const { kind, currency, amountMinor, responseCode } = exchange
  // Settled outside: no answer tells a balance.
  if (exchange.response === undefined) return responseCode === APPROVED_CODE ? withoutBalances(currency) : undefined
  const asked = { currency, ...(kind === 'ORDER' && { minor: amountMinor }) }
  const verdict = verdictOf(exchange.response, dialect, asked)
  if (verdict.kind === 'less') return { code: DECLINE.insufficientFunds }
  // The host has done nothing.
  return verdict.kind === 'outcome' ? verdict.outcome : CANCELLED
}

function withoutBalances(currency: string): RemoteOutcome {
  return { code: APPROVED_CODE, balances: { currency, availableMinor: 0n, balanceMinor: 0n, returned: new Set() } }
}
