// The built-in bank with savings clubs in its posting pipeline: two institutions with two clubs each.

import type { Sent } from '../../src/channels/channel/channel.ts'
import type { CashWithdrawalOrder } from '../../src/channels/core/core.ts'
import type { Owner } from '../../src/ledger/posting.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import { fingerprintOf } from '../../src/platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { seedAccounts } from '../../src/sandbox/bulk-accounts.ts'
import { type BankOptions, openBank, plainAccount, seedBank } from '../support/bank/bank.ts'
import { advance, contribution, refund, settlement } from './club-events.ts'
import { ClubRecords } from './club-records.ts'
import { type ClubKey, createClubTables, openClub } from './club-tables.ts'

const TERMINALS = { FI001: 'ATM00001', FI002: 'ATM00101' } as const
export type InstitutionId = keyof typeof TERMINALS
const INSTITUTIONS: readonly InstitutionId[] = ['FI001', 'FI002']
const CLUB_IDS = ['HILL', 'RIVER'] as const
/** Members of the clubs, who also withdraw cash. An account of FI001 can do so twenty times a day. */
const MEMBERS = 100
const INITIAL_ADVANCE_MINOR = 100_000n
export const FAR_AHEAD = '20991231'
export const LONG_AGO = '20200131'

export async function seedClubBank(database: Database): Promise<void> {
  await seedBank(database, MEMBERS)
  await seedAccounts(database, { count: MEMBERS, institutionId: 'FI002', clock: systemClock })
  // Clubs post on days long ago, which must not be closed.
  await database.query(`UPDATE institutions SET closed_through = '20200101'`)
  await database.transaction(async (sql) => {
    await createClubTables(sql)
    for (const institutionId of INSTITUTIONS)
      for (const clubId of CLUB_IDS) await openClub(sql, { institutionId, clubId })
  })
}

/** Several may be open on one database, like several nodes. */
export async function openClubBank(database: Database, options: BankOptions & { readonly clubs?: Owner } = {}) {
  const { clubs = new ClubRecords() } = options
  return { ...(await openBank(database, { ...options, owners: [clubs] })), clubs }
}

export type ClubBank = Awaited<ReturnType<typeof openClubBank>>

export function withdrawal(
  institutionId: InstitutionId,
  accountId: string,
  rrn: string,
  minor = 500n,
): Sent<CashWithdrawalOrder> {
  return {
    institutionId,
    partnerId: 'PARTNER01',
    rrn,
    correlationId: '00000000-0000-4000-8000-000000000000',
    terminalId: TERMINALS[institutionId],
    receivedAtMs: systemClock.now(),
    accountId,
    type: 'CASHWITHDRAWAL',
    amount: { minor, currency: 'USD' },
    accessFeeMinor: 0n,
    fingerprint: fingerprintOf(`${accountId} ${minor}`),
    render: ({ code }) => JSON.stringify({ status: { responseCode: code } }),
  }
}

/** Gives every club money that it can settle with. Repeating it changes nothing. */
export async function fundClubs({ pipeline, clubs }: ClubBank): Promise<void> {
  for (const institutionId of INSTITUTIONS)
    for (const clubId of CLUB_IDS)
      await pipeline.post(advance(clubs, { institutionId, clubId }, `fund-${clubId}`, INITIAL_ADVANCE_MINOR))
}

export type NthKind = 'withdrawal' | 'event' | 'settlement'
export type NthOutcome = 'new' | 'replayed' | 'refused'

/** The n-th posting of a load that mixes everything. The same n is always the same posting, with the same identity. */
export async function postNth(bank: ClubBank, n: number): Promise<NthOutcome> {
  const { channel, pipeline, clubs } = bank
  const institutionId = institutionOf(n)
  const club = { institutionId, clubId: clubOf(n) }
  const memberId = plainAccount((n * 7) % MEMBERS)
  switch (n % 8) {
    case 2:
    case 3:
      return outcomeOf(pipeline.post(contribution(clubs, club, eventIdOf(n), pay(memberId))))
    case 4:
      // Refunds contribution n - 2; refused while that one is under way, or when it went into the advance.
      return outcomeOf(pipeline.post(refund(clubs, { ...club, clubId: clubOf(n - 2) }, eventIdOf(n), refundOf(n - 2))))
    case 5:
      return outcomeOf(pipeline.post(advance(clubs, club, eventIdOf(n), 1_000n, LONG_AGO)))
    case 6:
    case 7: {
      const to = { institutionId: institutionOf(n + 1), clubId: clubOf(n + 8) }
      const [out, into] = settlement(clubs, eventIdOf(n), { from: club, to, amountMinor: 300n })
      return outcomeOf(pipeline.postInBoth(out, into).then(([receipt]) => receipt))
    }
    default: {
      const answer = await channel.withdrawCash(withdrawal(institutionId, memberId, rrnOf(n)))
      if (answer.code !== '000') throw new Error(`withdrawal ${n} was declined with ${answer.code}`)
      return answer.replayed ? 'replayed' : 'new'
    }
  }
}

export function kindOfNth(n: number): NthKind {
  const place = n % 8
  if (place < 2) return 'withdrawal'
  return place < 6 ? 'event' : 'settlement'
}

export function institutionOf(n: number): InstitutionId {
  return n % 2 === 0 ? 'FI001' : 'FI002'
}

export function rrnOf(n: number): string {
  return String(n).padStart(12, '0')
}

export function eventIdOf(n: number): string {
  return `event-${n}`
}

function clubOf(n: number): ClubKey['clubId'] {
  return CLUB_IDS[Math.floor(n / 8) % 2] as string
}

function pay(memberId: string) {
  return { memberId, amountMinor: 2_500n, heldUntil: FAR_AHEAD }
}

function refundOf(n: number) {
  return { memberId: plainAccount((n * 7) % MEMBERS), refundOf: eventIdOf(n) }
}

async function outcomeOf(posted: Promise<{ readonly replayed: boolean }>): Promise<NthOutcome> {
  try {
    return (await posted).replayed ? 'replayed' : 'new'
  } catch (error) {
    if (error instanceof Problem && error.reason?.startsWith('clubs.')) return 'refused'
    throw error
  }
}
