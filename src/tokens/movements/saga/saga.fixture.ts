// Movements in every state, and what surrounds them, for the tables of the sagas.

import type { LedgerName } from '../../ledgers/ledger-names.ts'
import type { Work } from '../coordination/work.ts'
import type { Deposit, DepositState, Redemption, RedemptionState, Transfer, TransferState } from '../movement.ts'
import type { Change, LedgerProfile, SagaEvent, Surroundings } from './steps.ts'

export const OP = '00000000-0000-7000-8000-00000000000a'
const STALE_OP = '00000000-0000-7000-8000-00000000000b'
export const HOLD = '00000000-0000-7000-8000-00000000000c'
const NOW = new Date('2026-11-16T10:00:00Z')

const BASE = {
  bookId: 'book',
  movementId: '00000000-0000-7000-8000-000000000001',
  partnerId: 'PARTNER01',
  issuerId: 'issuer',
  accountId: 'account',
  currency: 'USD',
  amountMinor: 500n,
  journalIds: [],
  ref: 'ref',
  content: Buffer.alloc(32),
  channelType: 'TEST',
  version: 3,
  createdAt: NOW,
  updatedAt: NOW,
  createdBy: 'test',
}

export function depositIn(state: DepositState, work: Work = {}): Deposit {
  return { ...BASE, kind: 'DEPOSIT', state, work, linkedAccountId: 'linked' }
}

export function redemptionIn(state: RedemptionState, work: Work = {}): Redemption {
  return { ...BASE, kind: 'REDEMPTION', state, work, linkedAccountId: 'linked', resolvedBy: 'REQUEST' }
}

export function transferIn(state: TransferState, work: Work = {}, changes: Partial<Transfer> = {}): Transfer {
  const payee = { bookId: 'other-book', issuerId: 'other', accountId: 'payee', partnerId: 'PARTNER02' }
  return { ...BASE, kind: 'TRANSFER', state, work, payee, isTwoPhase: true, ...changes }
}

export interface Around {
  readonly own?: LedgerName
  readonly payee?: LedgerName
  readonly isCoreRemote?: boolean
  readonly takesCredit?: boolean
  readonly nativeHolds?: boolean
  readonly atomicBatches?: boolean
}

export function around(wanted: Around = {}): Surroundings {
  const { own = 'simulated', payee = own, isCoreRemote = false, takesCredit = true } = wanted
  const { nativeHolds = true, atomicBatches = true } = wanted
  const profile = (name: LedgerName): LedgerProfile => ({
    name,
    isJoined: name === 'builtin',
    capabilities: { nativeHolds, atomicBatches, finality: name === 'builtin' ? 'INSTANT' : 'DEPTH' },
  })
  let ids = 0
  return {
    setting: { own: profile(own), payee: profile(payee), isCoreRemote },
    now: NOW,
    newId: () => `new-${++ids}`,
    takesCredit: () => takesCredit,
  }
}

/** Every event that any saga knows. `stale` ones concern an operation that the movement does not wait for. */
export const EVENTS: Readonly<Record<string, SagaEvent>> = {
  moved: { kind: 'funds-moved' },
  refused: { kind: 'funds-refused', reason: 'linked-account-invalid' },
  short: { kind: 'funds-refused', reason: 'insufficient-linked-funds' },
  unknown: { kind: 'funds-unknown' },
  final: { kind: 'op-final', opId: OP },
  failed: { kind: 'op-failed', opId: OP },
  'stale final': { kind: 'op-final', opId: STALE_OP },
  'stale failed': { kind: 'op-failed', opId: STALE_OP },
  commit: { kind: 'decided', action: 'COMMIT', by: 'PAYER' },
  abort: { kind: 'decided', action: 'ABORT', by: 'PAYEE' },
  expire: { kind: 'decided', action: 'EXPIRE', by: 'COORDINATOR' },
  retry: { kind: 'retry' },
  return: { kind: 'return' },
  'give up': { kind: 'give-up' },
}

/** A change in one line: the state, the journal, the hold, the ledger's operation, the payee, an exception. */
export function summaryOf(change: Change | undefined): string {
  if (change === undefined) return '-'
  const { movement, journal, hold, op, reachesPayee, exception } = change
  return [
    movement.state,
    journal?.kind,
    hold && `${hold} hold`,
    op && `${op.kind} now`,
    movement.work.op && `${movement.work.op.leg} ${movement.work.op.hasFailed === true ? 'refused' : 'next'}`,
    reachesPayee === true ? 'both books' : undefined,
    exception?.kind,
    movement.outcome?.reasonCode,
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}
