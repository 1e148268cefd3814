// Decides an order for the built-in bank, under the locks of its batch: first what the gateway checks for every core, then
// the bank's own rules.

import type { Service } from '../../../administration/institutions/directory.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { BankBooks } from '../../core/builtin/books/bank-books.ts'
import { type Approval, type Decision, decline, type Refusal } from '../../core/builtin/decision.ts'
import type { OpenedReversal } from '../../core/builtin/reversals/reversal-checks.ts'
import type { AnyOrder, ReversalOrder } from '../../core/core.ts'
import type { Matched, Original } from '../../core/original.ts'
import { DECLINE, type DeclineCode } from '../../core/outcome.ts'
import type { Presented } from '../../core/presented.ts'
import { checkGateway, checkGatewayForReversal, cutoverProblem, declineStopped } from '../gateway-checks.ts'
import { refusingProblems } from '../order-facts.ts'
import type { Records } from '../record/record-book.ts'
import {
  type DeclinedReversal,
  declinedUnmatched,
  isReversedEarly,
  matchOriginal,
  type Tombstone,
} from '../reversals/match-original.ts'

export type ChannelDecision = (Approval & { readonly reverses?: Matched }) | Tombstone | DeclinedReversal | Refusal

/** The bank's rules for one kind of order. */
export interface OrderRules<O extends AnyOrder> {
  readonly service: Service
  /** It counts against the daily limits of the terminal. */
  readonly limitedByTerminal?: boolean
  decide(order: O, presented: Presented, books: BankBooks): Decision
}

/** The bank's rules for one kind of reversal: the checks before its original is looked up, and those after. */
export interface ReversalRules<Opened extends OpenedReversal> {
  open(order: ReversalOrder, presented: Presented, books: BankBooks): Opened | DeclineCode
  decide(matched: Matched, opened: Opened, presented: Presented, books: BankBooks): Decision
}

export function decideOrder<O extends AnyOrder>(
  rules: OrderRules<O>,
  order: O,
  presented: Presented,
  books: BankBooks,
  records: Records,
): ChannelDecision {
  const problem = cutoverProblem(presented, books.nowMs)
  if (problem !== undefined) return { kind: 'refuse', problem }
  if (isReversedEarly(order, records)) return decline(DECLINE.reversedBeforeArrival)
  if (order.advisedDecline !== undefined) return decline(order.advisedDecline)
  const objection = checkGateway(presented, rules.service)
  if (objection !== undefined) return decline(objection)
  const stopped = declineStopped(order, presented, rules.service)
  return stopped ?? refusingProblems(() => rules.decide(order, presented, books))
}

/** The original was sent to the institution's previous core, and its outcome is unknown. The reversal is not recorded. */
function unsettled(): Problem {
  return unavailable('the original of the reversal cannot be settled now')
}

/** Approved without moving money, as before the arrival of the original. */
function reverseLost(order: ReversalOrder, original: Original, records: Records): ChannelDecision {
  if (records.hasTombstone(original.partnerId, original.rrn)) return decline(DECLINE.alreadyReversed)
  const amounts = order.amountsIn(original.currency)
  if (amounts instanceof Problem) return { kind: 'refuse', problem: amounts }
  if (amounts.reversedMinor > original.amountMinor) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'tombstone', originalRrn: original.rrn, lost: original }
}

export function decideReversal<Opened extends OpenedReversal>(
  rules: ReversalRules<Opened>,
  order: ReversalOrder,
  presented: Presented,
  books: BankBooks,
  records: Records,
): ChannelDecision {
  const problem = cutoverProblem(presented, books.nowMs)
  if (problem !== undefined) return { kind: 'refuse', problem }
  const objection = checkGatewayForReversal(presented)
  if (objection !== undefined) return decline(objection)
  const opened = rules.open(order, presented, books)
  if (typeof opened === 'string') return declinedUnmatched(opened, order, records)
  const match = matchOriginal(order, records, {
    currency: opened.account.currency,
    windowHours: presented.institution.reversalWindowHours,
    nowMs: books.nowMs,
  })
  if (match.kind === 'unsettled') {
    return match.original.isLost
      ? reverseLost(order, match.original, records)
      : { kind: 'refuse', problem: unsettled() }
  }
  if (match.kind !== 'found') return match
  const { original, amountMinor } = match
  const decision = rules.decide(match, opened, presented, books)
  if (decision.kind === 'decline') return { ...decision, original, amountMinor }
  return decision.kind === 'post' ? { ...decision, reverses: { original, amountMinor } } : decision
}
