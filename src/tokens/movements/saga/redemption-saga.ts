// A redemption: tokens become money of the linked account.
//
//   PENDING ──▶ LOCKED ──▶ BURNING ──▶ BURNED ──▶ COMPLETED
//                             │           └──▶ CREDIT_RETRY ──▶ COMPLETED, or RETURNING ──▶ RETURNED
//                             └──▶ FAILED
//
// The tokens are held in the book until they are burned. Money that was not paid is retried while its outcome is unknown; only
// when the linked account refuses it are the tokens minted again. When the ledger refuses that too, an operator can give up minting:
// RETURNED, with the money unclaimed.

import { LEDGER_REFUSED } from '../../accounts/digital-account.ts'
import { assetIdOf, type LedgerOp } from '../../ledgers/digital-ledger.ts'
import { burnEntries, mintEntries, payOutEntries, unclaimedEntries } from '../accounts/token-accounts.ts'
import type { Redemption } from '../movement.ts'
import { mintOp } from './deposit-saga.ts'
import { CREDIT_REFUSED, ended, FUNDS_UNCLAIMED } from './outcomes.ts'
import {
  type Change,
  concernsOp,
  isRefused,
  nextAttempt,
  refusedOp,
  type SagaEvent,
  type Surroundings,
} from './steps.ts'

/** The first step, in the commit that stores the redemption. */
export function beginRedemption(redemption: Redemption, around: Surroundings): Change<Redemption> {
  const opId = around.newId()
  if (!around.setting.own.isJoined) {
    const work = { op: { opId, leg: 'BURN', tries: 1 } } as const
    return { movement: { ...redemption, state: 'BURNING', work }, hold: 'PLACE' }
  }
  return { ...afterBurn(redemption, around), op: burnOp(opId, redemption) }
}

export function burnOp(
  opId: string,
  {
    issuerId,
    currency,
    accountId,
    amountMinor,
  }: Pick<Redemption, 'issuerId' | 'currency' | 'accountId' | 'amountMinor'>,
): LedgerOp {
  return { opId, kind: 'BURN', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
}

export function redemptionAfter(
  redemption: Redemption,
  event: SagaEvent,
  around: Surroundings,
): Change<Redemption> | undefined {
  switch (redemption.state) {
    case 'BURNING':
      if (!concernsOp(redemption, event)) return undefined
      if (event.kind === 'op-failed') {
        const { op: _, ...work } = redemption.work
        return {
          movement: { ...redemption, ...ended('FAILED', around.now, LEDGER_REFUSED), work },
          hold: 'RELEASE',
        }
      }
      return { ...afterBurn(redemption, around), hold: 'RELEASE' }
    case 'BURNED':
    case 'CREDIT_RETRY':
      if (event.kind === 'funds-moved') {
        return {
          movement: { ...redemption, ...ended('COMPLETED', around.now) },
          journal: { kind: 'TOKEN_PAYOUT', entries: payOutEntries(redemption, undefined) },
        }
      }
      if (event.kind === 'funds-refused') return giveBack(redemption, around)
      if (event.kind === 'funds-unknown' && redemption.state === 'BURNED')
        return { movement: { ...redemption, state: 'CREDIT_RETRY' } }
      return undefined
    case 'RETURNING':
      return whileReturning(redemption, event, around)
    default:
      return undefined
  }
}

function whileReturning(
  redemption: Redemption,
  event: SagaEvent,
  around: Surroundings,
): Change<Redemption> | undefined {
  if (isRefused(redemption)) {
    if (event.kind === 'retry') return mintAgain(redemption, around)
    return event.kind === 'give-up' ? giveUp(redemption, around) : undefined
  }
  if (!concernsOp(redemption, event)) return undefined
  if (event.kind === 'op-failed') return mintRefused(redemption)
  return {
    movement: { ...redemption, ...ended('RETURNED', around.now, CREDIT_REFUSED), work: withoutOp(redemption) },
    journal: { kind: 'TOKEN_RETURN', entries: mintEntries(redemption) },
  }
}

/** The tokens are gone: pay at once when the linked account is in our books, or choose the reference of the credit. */
function afterBurn(redemption: Redemption, around: Surroundings): Change<Redemption> {
  const burned = burnEntries(redemption)
  const work = withoutOp(redemption)
  if (around.setting.isCoreRemote) {
    return {
      movement: { ...redemption, state: 'BURNED', work: { ...work, fundsReference: around.newId() } },
      journal: { kind: 'TOKEN_BURN', entries: burned },
    }
  }
  if (around.takesCredit()) {
    return {
      movement: { ...redemption, ...ended('COMPLETED', around.now), work },
      journal: {
        kind: 'TOKEN_REDEMPTION',
        entries: [...burned, ...payOutEntries(redemption, redemption.linkedAccountId)],
      },
    }
  }
  // On a ledger in our database burn and credit are one step, and the credit was checked before.
  if (around.setting.own.isJoined) throw new Error('the linked account refuses what it was checked for')
  const returning = giveBack({ ...redemption, work }, around)
  return { ...returning, journal: { kind: 'TOKEN_BURN', entries: burned } }
}

/** The linked account refuses the money: the tokens are minted again. */
function giveBack(redemption: Redemption, around: Surroundings): Change<Redemption> {
  const opId = around.newId()
  if (around.setting.own.isJoined) {
    return {
      movement: { ...redemption, ...ended('RETURNED', around.now, CREDIT_REFUSED) },
      journal: { kind: 'TOKEN_RETURN', entries: mintEntries(redemption) },
      op: mintOp(opId, redemption),
    }
  }
  const work = { ...redemption.work, op: { opId, leg: 'MINT', tries: 1 } } as const
  return { movement: { ...redemption, state: 'RETURNING', work } }
}

function mintAgain(redemption: Redemption, around: Surroundings): Change<Redemption> {
  const op = nextAttempt(redemption, around.newId(), 'MINT')
  return { movement: { ...redemption, work: { ...redemption.work, op } } }
}

/** The tokens stay burned; their money waits for its owner. */
function giveUp(redemption: Redemption, { now }: Surroundings): Change<Redemption> {
  return {
    movement: { ...redemption, ...ended('RETURNED', now, FUNDS_UNCLAIMED), work: withoutOp(redemption) },
    journal: { kind: 'TOKEN_UNCLAIMED', entries: unclaimedEntries(redemption) },
    exception: { kind: 'FUNDS_UNCLAIMED', detail: 'the money of a redemption could be neither paid nor minted again' },
  }
}

function mintRefused(redemption: Redemption): Change<Redemption> {
  return {
    movement: { ...redemption, work: { ...redemption.work, op: refusedOp(redemption) } },
    exception: { kind: 'LEG_FAILED', detail: 'the ledger refused to return tokens; another attempt follows' },
  }
}

function withoutOp(redemption: Redemption): Redemption['work'] {
  const { op: _, ...work } = redemption.work
  return work
}
