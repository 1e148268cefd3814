// Random courses of deposits, redemptions, transfers, returns, decisions, freezes, lost time, chain faults, operators' ways out,
// settlements and kills.

import fc from 'fast-check'
import type { TokenAction } from '../../../src/tokens/exceptions/token-exception.ts'
import type { Restriction } from '../../../src/tokens/ledgers/digital-ledger.ts'
import type { ChainSettings } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'

const PARTIES = 6

export type Command =
  | { readonly kind: 'deposit' | 'redeem'; readonly party: number; readonly amountMinor: bigint }
  | {
      readonly kind: 'transfer'
      readonly party: number
      readonly payee: number
      readonly amountMinor: bigint
      readonly expiresInSeconds?: number | undefined
    }
  /** Gives some of one of the latest transfers back. */
  | { readonly kind: 'return'; readonly back: number; readonly amountMinor: bigint; readonly isTwoPhase: boolean }
  /** Resolves one of the latest transfers. */
  | { readonly kind: 'resolve'; readonly back: number; readonly action: 'COMMIT' | 'ABORT'; readonly asPayee: boolean }
  | { readonly kind: 'freeze'; readonly party: number; readonly restrictions: readonly Restriction[] }
  | { readonly kind: 'suspend'; readonly party: number; readonly isSuspended: boolean }
  /** The linked account takes and gives nothing, or everything again. */
  | { readonly kind: 'block'; readonly party: number; readonly isBlocked: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'sweep'; readonly node: 0 | 1 }
  | { readonly kind: 'chain'; readonly faults: ChainFaults }
  /** An operator acts on one of the exceptions that are open. */
  | { readonly kind: 'act'; readonly nth: number; readonly action: TokenAction; readonly party: number }
  | { readonly kind: 'settle'; readonly party: number; readonly payee: number; readonly amountMinor: bigint }
  /** What the node does next dies at one of its next steps. */
  | { readonly kind: 'kill'; readonly node: 0 | 1; readonly after: number }

export type ChainFaults = Pick<
  ChainSettings,
  'lostRequest' | 'lostReply' | 'reorg' | 'refused' | 'outage' | 'duplicateEvent' | 'reorderedEvent'
>

export const NO_FAULTS: ChainFaults = {
  lostRequest: 0,
  lostReply: 0,
  reorg: 0,
  refused: 0,
  outage: 0,
  duplicateEvent: 0,
  reorderedEvent: 0,
}

const party = fc.nat(PARTIES - 1)
const amountMinor = fc.bigInt(1n, 400n)
const chance = fc.constantFrom(0, 0, 0.2, 0.6)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('deposit', 'redeem'), party, amountMinor }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('transfer'),
      party,
      payee: party,
      amountMinor,
      expiresInSeconds: fc.option(fc.constantFrom(5, 60, 3_600), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('return'), back: fc.nat(4), amountMinor, isTwoPhase: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('resolve'),
      back: fc.nat(4),
      action: fc.constantFrom('COMMIT', 'COMMIT', 'ABORT'),
      asPayee: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('freeze'),
      party,
      restrictions: fc.constantFrom<Restriction[]>([], [], ['NO_DEBIT'], ['NO_CREDIT'], ['NO_DEBIT', 'NO_CREDIT']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspend'), party, isSuspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block'), party, isBlocked: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(1, 3, 50, 6_000, 61_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('act'),
      nth: fc.nat(5),
      action: fc.constantFrom('RETRY', 'RETURN', 'RETURN', 'PAY_OUT', 'PAY_OUT', 'SETTLED_OUTSIDE'),
      party,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle'), party, payee: party, amountMinor }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill'), node: fc.constantFrom(0, 1), after: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sweep'), node: fc.constantFrom(0, 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('chain'),
      faults: fc.record({
        lostRequest: chance,
        lostReply: chance,
        reorg: chance,
        refused: chance,
        outage: chance,
        duplicateEvent: chance,
        reorderedEvent: chance,
      }),
    }),
  },
) as fc.Arbitrary<Command>

/** Commands of one group are sent at once. */
export const courses = fc.array(fc.array(command, { minLength: 1, maxLength: 5 }), { minLength: 6, maxLength: 12 })
