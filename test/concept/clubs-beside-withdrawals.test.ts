// Savings clubs post through the pipeline of the built-in bank: their events commit with their journals, in the batches of
// the withdrawals, and their mistakes do not harm those.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { customer, general } from '../../src/ledger/journal.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { plainAccount } from '../support/bank/bank.ts'
import { troubled } from '../support/bank/troubled-database.ts'
import { onDatabase } from '../support/machine/database.ts'
import { type ClubBank, FAR_AHEAD, LONG_AGO, openClubBank, rrnOf, seedClubBank, withdrawal } from './club-bank.ts'
import { verifyWithClubs } from './club-checks.ts'
import { advance, type ClubPosting, close, contribution, refund, settlement } from './club-events.ts'
import { advanceOf, openClub, potOf } from './club-tables.ts'

const MEMBER = plainAccount(0)
const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

let club = 0
let used = 0
const newRrn = () => rrnOf(++used)
const newEventId = () => `e-${++used}`

onDatabase('savings clubs in the pipeline of the bank', (_engine, open) => {
  let database: Database
  let bank: ClubBank
  let batches: number[] = []
  let defects: unknown[] = []
  /** A club of its own for every test, open in both institutions. */
  let here: { institutionId: string; clubId: string }
  let there: { institutionId: string; clubId: string }

  const observer = {
    batchCommitted: ({ orders }: { orders: number }) => batches.push(orders),
    defect: (error: unknown) => defects.push(error),
  }

  before(async () => {
    database = (await open()).database
    await seedClubBank(database)
    bank = await openClubBank(database, { observer })
  })

  beforeEach(async () => {
    const clubId = `CLUB${++club}`
    here = { institutionId: 'FI001', clubId }
    there = { institutionId: 'FI002', clubId }
    await openClub(database, here)
    await openClub(database, there)
    batches = []
    defects = []
  })

  test('events and withdrawals share a transaction', async () => {
    const rrns = [newRrn(), newRrn()]
    const eventIds = [newEventId(), newEventId()]
    await Promise.all([
      bank.channel.withdrawCash(withdrawal('FI001', MEMBER, rrns[0] as string)),
      bank.pipeline.post(advance(bank.clubs, here, eventIds[0] as string, 1_000n)),
      bank.channel.withdrawCash(withdrawal('FI001', plainAccount(1), rrns[1] as string)),
      bank.pipeline.post(pay(eventIds[1] as string)),
    ])
    assert.deepEqual(batches, [4])
    const { rows } = await database.query<{ rows: bigint; transactions: bigint }>(
      `SELECT count(*) AS rows, count(DISTINCT xmin::text) AS transactions
         FROM (SELECT xmin FROM transactions WHERE institution_id = 'FI001' AND rrn = ANY ($1::text[])
               UNION ALL
               SELECT xmin FROM club_events WHERE event_id = ANY ($2::text[])
               UNION ALL
               SELECT j.xmin FROM journals j
                 JOIN (SELECT transaction_id AS id FROM transactions WHERE rrn = ANY ($1::text[])
                       UNION SELECT journal_id FROM club_events WHERE event_id = ANY ($2::text[])) posted
                   ON posted.id = j.journal_id) written`,
      [rrns, eventIds],
    )
    assert.deepEqual(rows[0], { rows: 8n, transactions: 1n })
  })

  test('a contribution moves three accounts, keeps their bounds and puts what is saved on hold', async () => {
    await bank.pipeline.post(advance(bank.clubs, here, newEventId(), 1_000n))
    const before = await balanceOf(MEMBER)
    await bank.pipeline.post(pay(newEventId()))
    assert.equal(await balanceOf(MEMBER), before - 2_500n)
    // The advance is back at its ceiling of zero: 2500 less 25 commission less 1000 are saved.
    assert.equal(await balanceOf(advanceOf(here.clubId)), 0n)
    assert.equal(await balanceOf(potOf(here.clubId)), 1_000n + 1_475n)
    assert.equal(await heldOn(potOf(here.clubId)), 1_475n)
  })

  test('a value date in the past is the date of the journal', async () => {
    const { event } = await bank.pipeline.post(advance(bank.clubs, here, newEventId(), 1_000n, LONG_AGO))
    const { rows } = await database.query<{ effective_date: string }>(
      `SELECT effective_date FROM journals WHERE institution_id = 'FI001' AND journal_id = $1`,
      [event.journalId],
    )
    assert.deepEqual(rows, [{ effective_date: LONG_AGO }])
  })

  test('a refund releases the hold of its contribution, also in the same batch, and only once', async () => {
    const paid = newEventId()
    const takeBack = () => refund(bank.clubs, here, newEventId(), { memberId: MEMBER, refundOf: paid })
    const [, refunded] = await Promise.all([bank.pipeline.post(pay(paid)), bank.pipeline.post(takeBack())])
    assert.equal(refunded.event.amountMinor, 2_475n)
    assert.deepEqual([await balanceOf(potOf(here.clubId)), await heldOn(potOf(here.clubId))], [0n, 0n])
    await assert.rejects(bank.pipeline.post(takeBack()), isProblem('clubs.nothing-to-refund'))
    assert.deepEqual(batches, [2, 1])
  })

  const REFUSED: [title: string, reason: string, posting: () => ClubPosting][] = [
    [
      'of a club that is not there',
      'clubs.unknown-club',
      () => close(bank.clubs, { ...here, clubId: 'X' }, newEventId()),
    ],
    ['that finds the pot too small', 'clubs.pot-too-small', () => settle(1n)[0]],
  ]
  for (const [title, reason, posting] of REFUSED) {
    test(`an event ${title} is refused and harms no withdrawal beside it`, async () => {
      const [first, refused, last] = await Promise.allSettled([withdraw(), bank.pipeline.post(posting()), withdraw()])
      assert.deepEqual([codeOf(first), codeOf(last)], ['000', '000'])
      assert.ok(refused.status === 'rejected' && isProblem(reason)(refused.reason))
      assert.deepEqual([batches, defects], [[3], []])
      assert.deepEqual(await countEvents(), 0)
    })
  }

  // What is wrong with the code of a concept, or with its data.
  const POISON: [title: string, change: Partial<ClubPosting>, complaint: RegExp, kind: string][] = [
    ['whose decision throws', { decide: thrower }, /on purpose/, 'internal'],
    ['that would lift its account above the ceiling', moves('A', 1n), /above its ceiling/, 'internal'],
    ['that would lower its account below the floor', moves('P', -1n), /below its limit/, 'internal'],
    ['that names an account it has not locked', moves('M', 1n), /is not locked/, 'internal'],
    ['that the database does not take', { decide: () => ({ amountMinor: 2n ** 70n }) }, /out of range/, 'internal'],
    // The club is closed by another event that this one does not read.
    ['that violates a key again and again', { kind: 'CLUB_CLOSE' }, /club_closed_once/, 'unavailable'],
  ]
  for (const [title, change, complaint, kind] of POISON) {
    test(`an event ${title} fails alone`, async () => {
      await bank.pipeline.post(close(bank.clubs, here, newEventId()))
      await database.query(`UPDATE savings_clubs SET status = 'OPEN' WHERE club_id = $1`, [here.clubId])
      const { clubId } = here
      const accountIds = [advanceOf(clubId), potOf(clubId)]
      const poison = { ...close(bank.clubs, here, newEventId()), kind: 'CLUB_ADVANCE' as const, accountIds, ...change }
      const [first, failed, last] = await Promise.allSettled([withdraw(), bank.pipeline.post(poison), withdraw()])
      assert.deepEqual([codeOf(first), codeOf(last)], ['000', '000'])
      assert.ok(failed.status === 'rejected' && failed.reason instanceof Problem)
      assert.equal(failed.reason.kind, kind)
      assert.match(String(defects[0]), complaint)
      assert.equal(await countEvents(), 1)
      await database.query(`UPDATE savings_clubs SET status = 'CLOSED' WHERE club_id = $1`, [clubId])
    })
  }

  test('an event is recorded once, however often it is posted', async () => {
    const eventId = newEventId()
    const post = () => bank.pipeline.post(advance(bank.clubs, here, eventId, 1_000n))
    const receipts = [...(await Promise.all([post(), post()])), await post()]
    assert.deepEqual(
      receipts.map(({ replayed }) => replayed),
      [false, true, true],
    )
    assert.equal(new Set(receipts.map(({ event }) => event.journalId)).size, 1)
    await assert.rejects(bank.pipeline.post(close(bank.clubs, here, eventId)), isProblem('clubs.event-id-reused'))
    assert.equal(await balanceOf(potOf(here.clubId)), 1_000n)
  })

  test('events and withdrawals whose commit went unheard are recognised and not repeated', async () => {
    const store = troubled(database, { on: 'commit', errors: [lost], afterwards: true })
    const node = await openClubBank(store, { observer })
    const before = await balanceOf(MEMBER)
    const [receipt, answer] = await Promise.all([
      node.pipeline.post(advance(node.clubs, here, newEventId(), 1_000n)),
      node.channel.withdrawCash(withdrawal('FI001', MEMBER, newRrn())),
    ])
    await node.close()
    // Only orders mark what they record, so that the retry finds its own.
    assert.deepEqual([receipt.replayed, answer.replayed, answer.code], [true, false, '000'])
    assert.deepEqual([await balanceOf(potOf(here.clubId)), await balanceOf(MEMBER)], [1_000n, before - 500n])
  })

  test('a settlement is recorded in both institutions or in neither', async () => {
    await bank.pipeline.post(advance(bank.clubs, here, newEventId(), 1_000n))
    await bank.pipeline.postInBoth(...settle(700n))
    assert.deepEqual([await potAt('FI001'), await potAt('FI002'), await countEvents()], [300n, 700n, 3])
    await assert.rejects(bank.pipeline.postInBoth(...settle(301n)), isProblem('clubs.pot-too-small'))
    // The other way round the refusal comes from the second of the two.
    const [out, into] = settle(301n)
    await assert.rejects(bank.pipeline.postInBoth(into, out), isProblem('clubs.pot-too-small'))
    assert.deepEqual([await potAt('FI001'), await potAt('FI002'), await countEvents()], [300n, 700n, 3])
  })

  test('the books are right after all of this', async () => {
    await bank.close()
    assert.deepEqual(await verifyWithClubs(database), [])
  })

  function pay(eventId: string): ClubPosting {
    return contribution(bank.clubs, here, eventId, { memberId: MEMBER, amountMinor: 2_500n, heldUntil: FAR_AHEAD })
  }

  function settle(amountMinor: bigint): [ClubPosting, ClubPosting] {
    return settlement(bank.clubs, newEventId(), { from: here, to: there, amountMinor })
  }

  function withdraw() {
    return bank.channel.withdrawCash(withdrawal('FI001', plainAccount(2), newRrn()))
  }

  /** An event that moves the club's advance (A), its pot (P) or a member's account (M). */
  function moves(which: 'A' | 'P' | 'M', minor: bigint): Partial<ClubPosting> {
    return {
      decide() {
        const accountId = { A: advanceOf(here.clubId), P: potOf(here.clubId), M: MEMBER }[which]
        const entries = [customer(accountId, 'USD', minor), general('clubs:commission', 'USD', -minor)]
        return { amountMinor: 1n, journal: { entries } }
      },
    }
  }

  async function balanceOf(accountId: string): Promise<bigint> {
    return (await accountAt('FI001', accountId)).balance_minor
  }

  async function heldOn(accountId: string): Promise<bigint> {
    return (await accountAt('FI001', accountId)).held_minor
  }

  async function potAt(institutionId: string): Promise<bigint> {
    return (await accountAt(institutionId, potOf(here.clubId))).balance_minor
  }

  async function accountAt(institutionId: string, accountId: string) {
    const { rows } = await database.query<{ balance_minor: bigint; held_minor: bigint }>(
      'SELECT balance_minor, held_minor FROM accounts WHERE institution_id = $1 AND account_id = $2',
      [institutionId, accountId],
    )
    return rows[0] ?? { balance_minor: -1n, held_minor: -1n }
  }

  async function countEvents(): Promise<number> {
    return (await database.query('SELECT FROM club_events WHERE club_id = $1', [here.clubId])).rowCount
  }
})

function codeOf(answer: PromiseSettledResult<{ code: string }>): string {
  return answer.status === 'fulfilled' ? answer.value.code : String(answer.reason)
}

function isProblem(reason: string): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.reason === reason
}

function thrower(): never {
  throw new Error('on purpose')
}
