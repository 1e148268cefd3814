import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  agreementFor,
  command,
  disbursedLoan,
  disbursement,
  INSTITUTION,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  passDays,
  plainAccount,
  repayment,
  seedLoanBank,
  TERMS,
} from '../../../../test/support/lending/loan-bank.ts'
import { createPostgresDatabase, onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { migrate } from '../../../platform/storage/schema/migrate.ts'
import type { LoanAgreement } from '../../engine/terms.ts'
import { addDaysTo, daysFrom, ledgerDate } from '../loan-dates.ts'
import type { AnyDraft, LoanCommand } from './loan-command.ts'

const LIFECYCLES = 10
const STEPS = 14

/** A small generator, so that a seed repeats a run. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  }
}

type Random = ReturnType<typeof randomOf>

function randomAgreement(bank: LoanBank, random: Random, start: string): LoanAgreement {
  const { pick, below } = random
  return agreementFor(bank, {
    agreementDate: start,
    plannedDisbursement: start,
    interestRate: pick(['0', '9.5', '24']),
    term: { count: 3 + below(10), unit: 'Months' },
    policy: { ...agreementFor(bank).policy, chargeOffDays: pick([60, 180]) },
    terms: {
      ...TERMS,
      method: pick(['ANNUITY', 'EQUAL_PRINCIPAL', 'INTEREST_ONLY', 'FLAT']),
      dayCount: pick(['30/360', 'ACT/365F']),
      allocation: pick(['HORIZONTAL', 'VERTICAL']),
      ...(below(2) === 0 && { lateFee: { amountMinor: 500n, base: 'INSTALMENT' as const, graceDays: below(5) } }),
      ...(below(4) === 0 && { downPayment: { percent: '10', auto: below(2) === 0 } }),
    },
  })
}

/** Something that may happen to the loan; much of it is refused. */
function randomDraft(random: Random, start: string, today: string, eventIds: readonly string[], n: number): AnyDraft {
  const { below, pick } = random
  const valueDate = addDaysTo(start, below(Math.max(1, daysFrom(start, today)) + 1))
  const amountMinor = BigInt(pick([100, 5_000, 10_700, 25_000, 130_000]))
  switch (below(12)) {
    case 0:
      return disbursement(BigInt(pick([20_000, 60_000])), valueDate, BigInt(below(2) * 300))
    case 1:
      return { kind: 'CHARGE', chargeId: `fee-${n}`, code: 'F', chargeKind: 'FEE', amountMinor: 750n, valueDate }
    case 2:
      return { kind: 'CHARGE_WAIVED', chargeId: `fee-${below(n + 1)}`, valueDate }
    case 3:
      return { kind: 'PREPAYMENT', amountMinor, valueDate: today, strategy: pick(['REDUCE_TERM', 'REDUCE_INSTALMENT']) }
    case 4: {
      const type = pick(['RATE_CHANGE', 'REAMORTISE', 'CAPITALISE', 'PAYMENT_HOLIDAY'] as const)
      return { kind: 'RESTRUCTURE', type, effectiveDate: today, newRate: '15', instalments: 2, valueDate: today }
    }
    case 5:
      return {
        kind: 'HARDSHIP',
        arrangementId: `arrangement-${n}`,
        type: pick(['PAYMENT_HOLIDAY', 'INTEREST_ONLY']),
        startDate: today,
        instalments: 2,
        interestTreatment: pick(['ACCRUE', 'CAPITALISE', 'WAIVE']),
        atEnd: 'EXTEND_TERM',
        valueDate: today,
      }
    case 6:
    case 7:
      return { kind: 'REVERSAL', reversalOf: pick(eventIds.length > 0 ? eventIds : ['none']), valueDate: today }
    case 8:
      if (below(3) > 0) return { kind: 'REFUND', amountMinor: 100n, valueDate: today }
      return { kind: 'CLOSING', reason: pick(['WRITTEN_OFF', 'SETTLED_SHORT', 'CHARGED_OFF']), valueDate: today }
    default:
      return repayment(amountMinor, valueDate)
  }
}

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return false
  } catch (error) {
    if (error instanceof Problem && error.reason?.startsWith('loans.')) return true
    throw error
  }
}

onDatabase('random lives of loans', (_engine, open) => {
  test('leave books that verify, whatever is refused', async () => {
    const { database } = await open()
    await seedLoanBank(database)
    const defects: unknown[] = []
    const bank = await openLoanBank(database, { onDefect: (error) => defects.push(error) })
    let accepted = 0
    for (let seed = 1; seed <= LIFECYCLES; seed++) {
      const random = randomOf(seed)
      bank.clock.moveTo(0)
      const start = addDaysTo(bank.book.businessDate(INSTITUTION), -random.below(200))
      const accounting = random.pick(['CASH', 'ACCRUAL'] as const)
      const loanId = await openedLoan(bank, { agreement: randomAgreement(bank, random, start), accounting })
      await isRefused(bank.book.append(command(loanId, disbursement(60_000n, start))))
      for (let n = 0; n < STEPS; n++) {
        const today = bank.book.businessDate(INSTITUTION)
        const { events } = await bank.book.find(PARTNER, loanId)
        const draft = randomDraft(
          random,
          start,
          today,
          events.map(({ eventId }) => eventId),
          n,
        )
        const paysFrom =
          random.below(3) === 0 && draft.kind === 'REPAYMENT' ? { accountId: plainAccount(seed) } : 'CLEARING'
        const asked: LoanCommand = command(loanId, draft, {
          funds: paysFrom,
          ...(draft.kind === 'REVERSAL' && { reverses: draft.reversalOf }),
        })
        if (!(await isRefused(bank.book.append(asked)))) accepted++
        if (random.below(3) === 0) {
          passDays(bank, 1 + random.below(40))
          const yesterday = addDaysTo(bank.book.businessDate(INSTITUTION), -1)
          await bank.closing.run(INSTITUTION, ledgerDate(yesterday))
        }
      }
    }
    assert.deepEqual(defects, [])
    assert.ok(accepted > LIFECYCLES * 4, `only ${accepted} events were accepted`)
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    await bank.close()
  })
})

describe('two nodes', () => {
  let databases: [Database, Database]
  let nodes: LoanBank[]
  let remove: () => Promise<void>

  before(async () => {
    const created = await createPostgresDatabase()
    remove = created.remove
    databases = [openPostgres(created.url), openPostgres(created.url)]
    await migrate(databases[0])
    await seedLoanBank(databases[0])
    nodes = await Promise.all(databases.map((database) => openLoanBank(database)))
  })

  after(async () => {
    for (const node of nodes) await node.close()
    await Promise.all(databases.map((database) => database.close()))
    await remove()
  })

  const node = (n: number) => nodes[n] as LoanBank

  test('that prepay one loan at once: one wins, the other is told of the new version', async () => {
    const today = node(0).book.businessDate(INSTITUTION)
    for (let round = 0; round < 5; round++) {
      const loanId = await disbursedLoan(node(0))
      const draft = { kind: 'PREPAYMENT', amountMinor: 70_000n, valueDate: today } as const
      const results = await Promise.allSettled(
        nodes.map(({ book }) => book.append(command(loanId, draft, { expectedVersion: 2 }))),
      )
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const { events, loan } = await node(1).book.find(PARTNER, loanId)
      assert.deepEqual([events.length, loan.version], [2, 3])
    }
  })

  test('that repay and reverse at once lose nothing', async () => {
    const today = node(0).book.businessDate(INSTITUTION)
    for (let round = 0; round < 5; round++) {
      const loanId = await disbursedLoan(node(0))
      const { event } = await node(0).book.append(command(loanId, repayment(20_000n, today)))
      const reversal = { kind: 'REVERSAL', reversalOf: event?.eventId ?? '', valueDate: today } as const
      await Promise.all([
        node(0).book.append(command(loanId, repayment(5_000n, today))),
        node(1).book.append(command(loanId, reversal)),
      ])
      const history = await node(0).book.find(PARTNER, loanId)
      assert.equal(history.events.length, 4)
      assert.equal(node(0).book.position(history).balances.principalMinor, 115_000n)
    }
  })

  test('that use one key at once post once', async () => {
    const today = node(0).book.businessDate(INSTITUTION)
    const loanId = await disbursedLoan(node(0))
    for (let round = 0; round < 5; round++) {
      const key = { partnerId: PARTNER, key: `both-${round}`, operation: 'repay', content: Buffer.from('x') }
      const results = await Promise.all(
        nodes.map(({ book }) => book.append(command(loanId, repayment(100n, today), { key }))),
      )
      assert.equal(results.filter(({ replayed }) => replayed).length, 1)
      assert.equal(results[0]?.event?.eventId, results[1]?.event?.eventId)
    }
  })

  test('leave books that verify', async () => {
    assert.deepEqual(await databases[0].transaction((sql) => verifyBooks(sql)), [])
  })
})
