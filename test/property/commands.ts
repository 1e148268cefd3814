// Random sequences of orders: what to request, on which account, and what to reverse, repeat or contradict. A command
// refers to others by their index, even to later ones: a reversal may arrive before its original.

import fc from 'fast-check'
import type { ModelOrder } from './model-bank.ts'

/** Places of accounts: checking, checking, checking with an overdraft, loan. */
const LOAN = 3

export type Command =
  | {
      readonly kind: 'withdraw'
      readonly account: number
      readonly notes: number
      readonly odd: boolean
      readonly fee: number
    }
  | {
      readonly kind: 'deposit'
      readonly account: number
      readonly cash: number
      readonly checks: number
      readonly free: number
    }
  | { readonly kind: 'transfer'; readonly account: number; readonly to: number; readonly minor: number }
  | {
      readonly kind: 'pay'
      readonly account: number
      readonly minor: number
      readonly biller: 'active' | 'inactive' | 'unknown'
    }
  | {
      readonly kind: 'reverse'
      readonly target: number
      readonly name: 'authId' | 'rrn' | 'nothing'
      readonly part: 'whole' | 'over' | number
      readonly wrongAmount: boolean
    }
  | { readonly kind: 'repeat'; readonly target: number }
  | { readonly kind: 'contradict'; readonly target: number; readonly minor: number }

const account = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 2 }) },
  { weight: 1, arbitrary: fc.constant(LOAN) },
)
const minor = fc.integer({ min: 1, max: 20_000 })
const target = fc.nat({ max: 1_000 })

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      account,
      notes: fc.integer({ min: 1, max: 30 }),
      odd: fc.nat({ max: 9 }).map((n) => n === 0),
      fee: fc.constantFrom(0, 0, 250, 1_000, 1_001),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        kind: fc.constant('deposit' as const),
        account,
        cash: fc.oneof(fc.constant(0), minor),
        checks: fc.oneof(fc.constant(0), minor),
        free: fc.constantFrom(0, 0.3, 1),
      })
      .filter(({ cash, checks }) => cash + checks > 0),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      account,
      to: fc.oneof(account, fc.constant(LOAN)),
      minor,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      account,
      minor,
      biller: fc.constantFrom('active', 'active', 'active', 'inactive', 'unknown'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('reverse' as const),
      target,
      name: fc.constantFrom('authId', 'rrn', 'nothing'),
      part: fc.oneof(
        fc.constant('whole' as const),
        fc.constant('over' as const),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      ),
      wrongAmount: fc.nat({ max: 9 }).map((n) => n === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), target }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('contradict' as const), target, minor }) },
)

/** Groups of commands; those of a group are sent at once. */
export const courses = fc.array(fc.array(command, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })

/**
 * The order of each command. Only the authorization id of an original is left to be filled in when it is known:
 * `named` says that the reversal would like to use it. RRNs count from `firstRrn`.
 */
export function ordersOf(commands: readonly Command[], accounts: readonly string[], firstRrn = 1): PlannedOrder[] {
  const rrnOf = (place: number) => String(firstRrn + place).padStart(12, '0')
  // A refused order is not recorded, so whether a copy in flight shares the refusal depends on timing.
  const places = commands.flatMap((one, place) => (isOriginal(one) && !isRefused(one) ? [place] : []))
  const originalAt = (index: number): ModelOrder | undefined => {
    const place = places[index % Math.max(1, places.length)]
    return place === undefined ? undefined : originalOrder(commands[place] as Original, rrnOf(place), accounts)
  }
  return commands.flatMap((one, place): PlannedOrder[] => {
    if (isOriginal(one)) return [{ order: originalOrder(one, rrnOf(place), accounts) }]
    const original = originalAt(one.target)
    if (original === undefined) return []
    if (one.kind === 'repeat') return [{ order: original }]
    if (one.kind === 'contradict') {
      const other = { kind: 'pay', account: 0, minor: one.minor, biller: 'active' } as const
      return [{ order: originalOrder(other, original.rrn, accounts) }]
    }
    return [reversalOrder(one, rrnOf(place), original)]
  })
}

export interface PlannedOrder {
  readonly order: ModelOrder
  /** The RRN of the original whose authorization id names it, once it is known. */
  readonly authIdOf?: string
}

type Original = Extract<Command, { kind: 'withdraw' | 'deposit' | 'transfer' | 'pay' }>

function isOriginal(one: Command): one is Original {
  return one.kind === 'withdraw' || one.kind === 'deposit' || one.kind === 'transfer' || one.kind === 'pay'
}

function isRefused(one: Original): boolean {
  return one.kind === 'pay' && one.biller === 'unknown'
}

function originalOrder(one: Original, rrn: string, accounts: readonly string[]): ModelOrder {
  const common = { rrn, content: JSON.stringify(one), accountId: accounts[one.account] as string }
  switch (one.kind) {
    case 'withdraw': {
      const cash = BigInt(one.notes) * 500n + (one.odd ? 1n : 0n)
      return { ...common, type: 'CASHWITHDRAWAL', amount: cash + BigInt(one.fee), fee: BigInt(one.fee) }
    }
    case 'deposit': {
      const type = one.checks === 0 ? 'CASHDEPOSIT' : one.cash === 0 ? 'CHECKDEPOSIT' : 'CASHCHECKDEPOSIT'
      const checksAvailable = BigInt(Math.floor(one.checks * one.free))
      return { ...common, type, amount: BigInt(one.cash + one.checks), checks: BigInt(one.checks), checksAvailable }
    }
    case 'transfer':
      return { ...common, type: 'TRANSFER', amount: BigInt(one.minor), to: accounts[one.to] as string }
    case 'pay':
      return { ...common, type: 'BILLPAYMENT', amount: BigInt(one.minor), biller: one.biller }
  }
}

function reversalOrder(one: Extract<Command, { kind: 'reverse' }>, rrn: string, original: ModelOrder): PlannedOrder {
  // A bill payment has no reversal; asked for one, a channel can only send the wrong type.
  const type = original.type === 'BILLPAYMENT' ? 'CASHWITHDRAWAL' : original.type
  const amount = original.amount + (one.wrongAmount ? 1n : 0n)
  const order: ModelOrder = {
    rrn,
    content: JSON.stringify(one),
    type: `${type}REVERSAL`,
    accountId: original.accountId,
    amount,
    ...(original.to !== undefined && { to: original.to }),
    reverses: { type, part: partOf(one.part, amount), ...(one.name !== 'nothing' && { rrn: original.rrn }) },
  }
  return one.name === 'authId' ? { order, authIdOf: original.rrn } : { order }
}

function partOf(part: 'whole' | 'over' | number, amount: bigint): bigint {
  if (part === 'whole') return amount
  if (part === 'over') return amount + 1n
  const some = BigInt(Math.floor(Number(amount) * part))
  return some > 0n ? some : 1n
}
