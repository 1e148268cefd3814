// Decodes a core's answers strictly. An answer that does not match the contract is no answer: an unknown code is not an
// approval, and neither is an amount that is not a whole number of minor units.

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCurrency } from '../../../platform/kernel/money/currencies.ts'
import { isCalendarDate } from '../../../platform/kernel/time/clock.ts'
import type { AccountBalances, LookupOutcome } from '../outcome.ts'
import type { RemoteOutcome } from '../remote-core.ts'
import {
  CORE_ERRORS,
  type CoreError,
  errorSchema,
  healthSchema,
  lookupOutcomeSchema,
  orderStateSchema,
  outcomeSchema,
  type WireBalances,
  type WireOutcome,
} from './messages.ts'

/** An undecoded answer. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
}

/** A decoded answer, or that it is not understood. */
export type Decoded<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'refusal'; readonly error: CoreError }
  | { readonly kind: 'not-understood'; readonly why: string }

const isOrderState = checkOf(orderStateSchema)
const isOutcome = checkOf(outcomeSchema)
const isLookupOutcome = checkOf(lookupOutcomeSchema)
const isRefusal = checkOf(errorSchema)
const isHealth = checkOf(healthSchema)

export type DecodedState = RemoteOutcome | 'cancelled'

/** `reference` guards against an answer that belongs to another order. */
export function decodeOrderState(answer: RawAnswer, reference: string): Decoded<DecodedState> {
  return decode(answer, (body) => {
    if (!isOrderState(body)) return undefined
    if (body.reference.toLowerCase() !== reference.toLowerCase()) return undefined
    return body.state === 'CANCELLED' ? 'cancelled' : remoteOutcome(body.outcome)
  })
}

export function decodeOutcome(answer: RawAnswer): Decoded<RemoteOutcome> {
  return decode(answer, (body) => (isOutcome(body) ? remoteOutcome(body) : undefined))
}

export function decodeLookup(answer: RawAnswer): Decoded<LookupOutcome> {
  return decode(answer, (body) => {
    if (!isLookupOutcome(body)) return undefined
    if (!('accounts' in body)) return { code: body.code }
    const accounts = body.accounts.map(({ id, accountType, txnCapability, description }) => ({
      id,
      accountType,
      txnCapability,
      description,
    }))
    return { code: body.code, accounts }
  })
}

export function decodeHealth(answer: RawAnswer): Decoded<'UP' | 'DOWN'> {
  return decode(answer, (body) => (isHealth(body) ? body.status : undefined))
}

function decode<T>(answer: RawAnswer, read: (body: unknown) => T | undefined): Decoded<T> {
  const { status } = answer
  // Proxies in front of a core refuse credentials with their own body, before the core sees the call.
  if (status === 401) return { kind: 'refusal', error: 'UNAUTHENTICATED' }
  if (status === 403) return { kind: 'refusal', error: 'FORBIDDEN' }
  const body = jsonOf(answer)
  if (body === undefined) return { kind: 'not-understood', why: `HTTP ${status} without a JSON body` }
  if (status === 200) {
    const value = read(body)
    return value === undefined ? notUnderstood(status) : { kind: 'value', value }
  }
  // Proxies answer 404 and 503 too, some after they forwarded the call; only the core's own error body counts.
  if (isRefusal(body) && CORE_ERRORS[body.error] === status) return { kind: 'refusal', error: body.error }
  return notUnderstood(status)
}

function notUnderstood(status: number): { kind: 'not-understood'; why: string } {
  return { kind: 'not-understood', why: `HTTP ${status} with a body that the contract does not know` }
}

function jsonOf({ contentType, body }: RawAnswer): unknown {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return undefined
  try {
    return JSON.parse(UTF8.decode(body))
  } catch {
    return undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function remoteOutcome(outcome: WireOutcome): RemoteOutcome | undefined {
  if (outcome.code !== '000') return { code: outcome.code }
  const { branch } = outcome
  const balances = balancesOf(outcome.balances)
  const beneficiary = outcome.beneficiaryBalances && balancesOf(outcome.beneficiaryBalances)
  if (balances === undefined || (outcome.beneficiaryBalances !== undefined && beneficiary === undefined)) {
    return undefined
  }
  return {
    code: outcome.code,
    branch: { id: branch.id, name: branch.name, address: branch.address },
    balances,
    ...(beneficiary !== undefined && { beneficiaryBalances: beneficiary }),
  }
}

function balancesOf({ currency, availableMinor, balanceMinor, paymentDue }: WireBalances): AccountBalances | undefined {
  if (!isCurrency(currency)) return undefined
  if (paymentDue !== undefined && !isCalendarDate(paymentDue.dueDate)) return undefined
  return {
    currency,
    availableMinor: BigInt(availableMinor),
    balanceMinor: BigInt(balanceMinor),
    ...(paymentDue !== undefined && {
      paymentDue: { amountMinor: BigInt(paymentDue.amountMinor), dueDate: paymentDue.dueDate },
    }),
  }
}

/** Compiled on first use: most processes have no remote core. */
function checkOf<Schema extends TSchema>(schema: Schema) {
  let compiled: ReturnType<typeof Compile<Schema>> | undefined
  return (value: unknown): value is import('typebox').Static<Schema> => {
    compiled ??= Compile(schema)
    return compiled.Check(value)
  }
}
