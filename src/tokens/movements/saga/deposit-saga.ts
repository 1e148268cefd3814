// A deposit: money of the linked account becomes tokens.
//
//   PENDING ──▶ FUNDS_DEBITED ──▶ MINTING ──▶ ISSUED
//      │                             └──▶ COMPENSATING ──▶ FAILED
//      └──▶ FAILED
//
// The debit is one commit with the request when the account is in our books, and so is the mint on a ledger in our database.

import { LEDGER_REFUSED } from '../../accounts/digital-account.ts'
import { assetIdOf, type LedgerOp } from '../../ledgers/digital-ledger.ts'
import { fundEntries, mintEntries, payOutEntries, unclaimedEntries } from '../accounts/token-accounts.ts'
import type { Deposit } from '../movement.ts'
import { debitRefused, ended, FUNDS_UNCLAIMED } from './outcomes.ts'
import { type Change, concernsOp, type SagaEvent, type Surroundings } from './steps.ts'

/** The first step, in the commit that stores the deposit. */
export function beginDeposit(deposit: Deposit, around: Surroundings): Change<Deposit> {
  if (around.setting.isCoreRemote)
    return { movement: { ...deposit, state: 'PENDING', work: { fundsReference: around.newId() } } }
  return afterDebit(deposit, around)
}

export function depositAfter(deposit: Deposit, event: SagaEvent, around: Surroundings): Change<Deposit> | undefined {
  switch (deposit.state) {
    case 'PENDING':
      if (event.kind === 'funds-moved') return afterDebit(deposit, around)
      if (event.kind === 'funds-refused')
        return { movement: over(deposit, 'FAILED', around, debitRefused(event.reason)) }
      return undefined
    case 'MINTING':
      if (!concernsOp(deposit, event)) return undefined
      if (event.kind === 'op-failed') return compensate(deposit, around)
      return {
        movement: over(deposit, 'ISSUED', around),
        journal: { kind: 'TOKEN_MINT', entries: mintEntries(deposit) },
      }
    case 'COMPENSATING':
      if (event.kind === 'funds-moved') return refunded(deposit, around)
      if (event.kind === 'funds-refused') return unclaimed(deposit, around)
      return undefined
    default:
      return undefined
  }
}

export function mintOp(opId: string, { issuerId, currency, accountId, amountMinor }: MintOf): LedgerOp {
  return { opId, kind: 'ISSUE', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
}

type MintOf = Pick<Deposit, 'issuerId' | 'currency' | 'accountId' | 'amountMinor'>

/** The money is there: mint at once, or choose the operation's id and go on with it. */
function afterDebit(deposit: Deposit, around: Surroundings): Change<Deposit> {
  const { setting } = around
  const funds = fundEntries(deposit, linkedOf(deposit, around))
  const opId = around.newId()
  if (setting.own.isJoined) {
    return {
      movement: over(deposit, 'ISSUED', around),
      journal: { kind: 'TOKEN_DEPOSIT', entries: [...funds, ...mintEntries(deposit)] },
      op: mintOp(opId, deposit),
    }
  }
  return {
    movement: { ...deposit, state: 'MINTING', work: { ...deposit.work, op: { opId, leg: 'MINT', tries: 1 } } },
    journal: { kind: 'TOKEN_FUNDS', entries: funds },
  }
}

/** The ledger will never mint: the money goes back. */
function compensate(deposit: Deposit, around: Surroundings): Change<Deposit> {
  if (around.setting.isCoreRemote) {
    const { op: _, ...work } = deposit.work
    return {
      movement: { ...deposit, state: 'COMPENSATING', work: { ...work, refundReference: around.newId() } },
    }
  }
  return around.takesCredit() ? refunded(deposit, around) : unclaimed(deposit, around)
}

function refunded(deposit: Deposit, around: Surroundings): Change<Deposit> {
  return {
    movement: over(deposit, 'FAILED', around, LEDGER_REFUSED),
    journal: { kind: 'TOKEN_REFUND', entries: payOutEntries(deposit, linkedOf(deposit, around)) },
  }
}

/** The linked account takes nothing either: the money waits for its owner. */
function unclaimed(deposit: Deposit, around: Surroundings): Change<Deposit> {
  return {
    movement: over(deposit, 'FAILED', around, FUNDS_UNCLAIMED),
    journal: { kind: 'TOKEN_UNCLAIMED', entries: unclaimedEntries(deposit) },
    exception: { kind: 'FUNDS_UNCLAIMED', detail: 'the money of a deposit could not be given back' },
  }
}

function over(
  deposit: Deposit,
  state: 'ISSUED' | 'FAILED',
  { now }: Surroundings,
  outcome?: Parameters<typeof ended>[2],
): Deposit {
  const { op: _, ...work } = deposit.work
  return { ...deposit, ...ended(state, now, outcome), work }
}

function linkedOf(deposit: Deposit, { setting }: Surroundings): string | undefined {
  return setting.isCoreRemote ? undefined : deposit.linkedAccountId
}
