// The events of savings clubs and what each decides under the locks.

import { customer, type Entry, general, type Journal } from '../../src/ledger/journal.ts'
import type { Books, Owner, Posting } from '../../src/ledger/posting.ts'
import { domainProblems } from '../../src/platform/kernel/problems/domain-problems.ts'
import type { Problem } from '../../src/platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../src/platform/kernel/time/clock.ts'
import { advanceOf, type ClubKey, potOf } from './club-tables.ts'

export const clubProblem = domainProblems('clubs', {
  'unknown-club': 'not-found',
  closed: 'conflict',
  /** The event id was used for something else. */
  'event-id-reused': 'conflict',
  'pot-too-small': 'unprocessable',
  /** Nothing of the contribution is still on hold. */
  'nothing-to-refund': 'unprocessable',
})

/** Events that move money; each posts a journal of the same kind. */
export const CLUB_JOURNAL_KINDS = [
  'CLUB_ADVANCE',
  'CLUB_CONTRIBUTION',
  'CLUB_REFUND',
  'CLUB_SETTLEMENT_OUT',
  'CLUB_SETTLEMENT_IN',
] as const

export type ClubEventKind = (typeof CLUB_JOURNAL_KINDS)[number] | 'CLUB_CLOSE'

export interface ClubEvent extends ClubKey {
  /** Chosen by the caller: an event is recorded once, however often it is posted. */
  readonly eventId: string
  readonly kind: ClubEventKind
  readonly amountMinor: bigint
  readonly journalId?: string
  readonly counterpartInstitutionId?: string
}

export interface ClubReceipt {
  readonly event: ClubEvent
  /** It was recorded before. */
  readonly replayed: boolean
}

/** What an event does: the amount it records and the journal, if money moves. */
export interface ClubDecision {
  readonly amountMinor: bigint
  readonly journal?: Omit<Journal, 'journalId' | 'kind'>
}

/** The events that a batch has read or recorded. */
export interface ClubEvents {
  event(eventId: string): ClubEvent | undefined
}

export interface ClubPosting extends Posting<ClubReceipt>, Omit<ClubEvent, 'amountMinor' | 'journalId'> {
  /** Another event that it needs to know. */
  readonly refundOf?: string
  decide(books: Books, events: ClubEvents): ClubDecision | Problem
}

// The general-ledger accounts that clubs post to.
const COMMISSION = 'clubs:commission'
const dueTo = (institutionId: string) => `clubs:due-to:${institutionId}`
const dueFrom = (institutionId: string) => `clubs:due-from:${institutionId}`

/** The bank lends to a club. The value date may lie in the past. */
export function advance(
  owner: Owner,
  { institutionId, clubId }: ClubKey,
  eventId: string,
  amountMinor: bigint,
  effectiveDate?: BusinessDate,
): ClubPosting {
  const entries = [customer(advanceOf(clubId), 'USD', -amountMinor), customer(potOf(clubId), 'USD', amountMinor)]
  return {
    owner,
    institutionId,
    clubId,
    eventId,
    kind: 'CLUB_ADVANCE',
    accountIds: [advanceOf(clubId), potOf(clubId)],
    decide: () => ({ amountMinor, journal: { entries, ...(effectiveDate !== undefined && { effectiveDate }) } }),
  }
}

/**
 * A member pays in. One percent is the bank's commission; the rest pays the advance back, and what is left goes to the pot,
 * where it is on hold until a date. Locks three accounts.
 */
export function contribution(
  owner: Owner,
  { institutionId, clubId }: ClubKey,
  eventId: string,
  { memberId, amountMinor, heldUntil }: { memberId: string; amountMinor: bigint; heldUntil: BusinessDate },
): ClubPosting {
  const [pot, advanced] = [potOf(clubId), advanceOf(clubId)]
  return {
    owner,
    institutionId,
    clubId,
    eventId,
    kind: 'CLUB_CONTRIBUTION',
    accountIds: [memberId, pot, advanced],
    decide(books) {
      const owedMinor = -(books.account(advanced)?.balanceMinor ?? 0n)
      const commissionMinor = amountMinor / 100n
      const paidBackMinor = least(owedMinor, amountMinor - commissionMinor)
      const savedMinor = amountMinor - commissionMinor - paidBackMinor
      const entries = [
        customer(memberId, 'USD', -amountMinor),
        general(COMMISSION, 'USD', commissionMinor),
        customer(advanced, 'USD', paidBackMinor),
        customer(pot, 'USD', savedMinor),
      ]
      const hold = { accountId: pot, amountMinor: savedMinor, releaseOn: heldUntil }
      return { amountMinor, journal: { entries: entries.filter(movesMoney), ...(savedMinor > 0n && { hold }) } }
    },
  }
}

/** A member takes back what is still on hold of a contribution. */
export function refund(
  owner: Owner,
  { institutionId, clubId }: ClubKey,
  eventId: string,
  { memberId, refundOf }: { memberId: string; refundOf: string },
): ClubPosting {
  const pot = potOf(clubId)
  return {
    owner,
    institutionId,
    clubId,
    eventId,
    kind: 'CLUB_REFUND',
    accountIds: [memberId, pot],
    refundOf,
    decide(books, events) {
      const journalId = events.event(refundOf)?.journalId
      const amountMinor = journalId === undefined ? 0n : books.heldOf(pot, journalId)
      if (journalId === undefined || amountMinor === 0n)
        return clubProblem('nothing-to-refund', 'nothing of the contribution is on hold')
      const entries = [customer(pot, 'USD', -amountMinor), customer(memberId, 'USD', amountMinor)]
      return {
        amountMinor,
        journal: { entries, reversesId: journalId, unhold: { accountId: pot, journalId, amountMinor } },
      }
    },
  }
}

/** Moves money from a club's pot to the pot of a club at another institution: a posting for each, to be posted together. */
export function settlement(
  owner: Owner,
  eventId: string,
  { from, to, amountMinor }: { from: ClubKey; to: ClubKey; amountMinor: bigint },
): [out: ClubPosting, into: ClubPosting] {
  const [fromPot, toPot] = [potOf(from.clubId), potOf(to.clubId)]
  const out: ClubPosting = {
    owner,
    ...from,
    eventId,
    kind: 'CLUB_SETTLEMENT_OUT',
    counterpartInstitutionId: to.institutionId,
    accountIds: [fromPot],
    decide(books) {
      const pot = books.account(fromPot)
      if (pot === undefined || pot.balanceMinor - pot.heldMinor < amountMinor)
        return clubProblem('pot-too-small', 'the pot does not hold as much')
      const entries = [customer(fromPot, 'USD', -amountMinor), general(dueTo(to.institutionId), 'USD', amountMinor)]
      return { amountMinor, journal: { entries } }
    },
  }
  const into: ClubPosting = {
    owner,
    ...to,
    eventId,
    kind: 'CLUB_SETTLEMENT_IN',
    counterpartInstitutionId: from.institutionId,
    accountIds: [toPot],
    decide() {
      const entries = [general(dueFrom(from.institutionId), 'USD', -amountMinor), customer(toPot, 'USD', amountMinor)]
      return { amountMinor, journal: { entries } }
    },
  }
  return [out, into]
}

/** No more events of this club. Moves no money and locks no account. */
export function close(owner: Owner, { institutionId, clubId }: ClubKey, eventId: string): ClubPosting {
  return {
    owner,
    institutionId,
    clubId,
    eventId,
    kind: 'CLUB_CLOSE',
    accountIds: [],
    decide: () => ({ amountMinor: 0n }),
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function movesMoney(entry: Entry): boolean {
  return entry.amountMinor !== 0n
}
