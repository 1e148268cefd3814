import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
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
  repayment,
  seedLoanBank,
  TERMS,
} from '../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { AnyDraft } from './book/loan-command.ts'
import { HistoryFold } from './history-fold.ts'
import { toJson } from './loan-codec.ts'
import { addDaysTo } from './loan-dates.ts'
import { foldedEvents } from './loan-record.ts'
import { schedulesArePacked } from './posting/schedule-form.ts'

onDatabase('what is stored of loans', (_engine, open) => {
  let database: Database
  let bank: LoanBank
  let today: string

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
    today = bank.book.businessDate(INSTITUTION)
  })

  test('a long history is folded from a snapshot, which a reversal of an early event replaces', async () => {
    const loanId = await disbursedLoan(bank)
    const paid: string[] = []
    for (let n = 0; n < 65; n++) {
      const { event } = await bank.book.append(command(loanId, repayment(100n + BigInt(n), today)))
      paid.push(event?.eventId ?? '')
    }
    const history = await bank.book.find(PARTNER, loanId)
    // Twelve rows: states are stored with the 11th, the 27th and the 51st event.
    assert.equal(history.snapshot?.eventIds.length, 51)
    const folded = bank.book.position({ loan: history.loan, events: history.events })
    assert.deepEqual(bank.book.position(history), folded)
    const read = await bank.book.read(PARTNER, loanId)
    assert.deepEqual([read.isPartial, read.events.length], [true, 15], 'only the events since the state are read')
    assert.deepEqual(bank.book.position(read), folded)
    const before = addDaysTo(today, -1)
    const past = await bank.book.read(PARTNER, loanId, before)
    assert.deepEqual([past.isPartial, past.events.length], [undefined, 66], 'an earlier day needs all')
    assert.equal(bank.book.position(past, before).status, 'APPROVED')
    const { items } = await bank.book.list({ partnerId: PARTNER }, { page: 1, size: 100 })
    const listed = items.find(({ loan }) => loan.loanId === loanId)
    assert.deepEqual(listed && [listed.isPartial, bank.book.position(listed)], [true, folded])
    const draft = { kind: 'REVERSAL', reversalOf: paid[3] ?? '', valueDate: today } as const
    const { position } = await bank.book.append(command(loanId, draft))
    const after = await bank.book.find(PARTNER, loanId)
    assert.equal(after.snapshot?.eventIds.includes(paid[3] ?? ''), false)
    assert.deepEqual(position, bank.book.position({ loan: after.loan, events: after.events }))
    assert.deepEqual(bank.book.position(await bank.book.read(PARTNER, loanId)), position)
  })

  describe('a loan with so many rows that it is folded in slices', () => {
    const LIMIT = { timeout: 300_000 }
    let loanId: string

    before(async () => {
      const agreement = agreementFor(bank, {
        term: { count: 600, unit: 'Weeks' },
        terms: { ...TERMS, repaymentUnit: 'Weeks' },
      })
      loanId = await disbursedLoan(bank, { agreement })
    })

    test('shows what a command would do, as the command then does', LIMIT, async () => {
      const pay = command(loanId, repayment(500n, today))
      const { position, event } = await bank.book.preview(pay)
      assert.equal(event?.event.kind, 'REPAYMENT')
      const { balances, instalments } = (await bank.book.append(pay)).position
      assert.deepEqual([balances, instalments], [position.balances, position.instalments])
    })

    test('is computed to the end, also for a caller that asks for other events each time', LIMIT, async () => {
      const { loan, events } = await bank.book.find(PARTNER, loanId)
      const fold = new HistoryFold(loan.agreement)
      const stored = foldedEvents(events)
      let asked = 0
      const status = await bank.book.compute({ loan, events, fold }, undefined, () => {
        const other = {
          kind: 'REPAYMENT' as const,
          eventId: `other-${++asked}`,
          sequence: 100,
          valueDate: today,
          amountMinor: 100n,
        }
        return fold.position([...stored, other], today).status
      })
      assert.ok(asked > 1 && asked < 100, `asked ${asked} times`)
      assert.equal(status, 'ACTIVE')
    })
  })

  test('a state is of use only while nothing before it changes', async () => {
    const start = addDaysTo(today, -40)
    const loanId = await openedLoan(bank, {
      agreement: agreementFor(bank, {
        term: { count: 520, unit: 'Weeks' },
        terms: { ...TERMS, repaymentUnit: 'Weeks' },
        agreementDate: start,
        plannedDisbursement: start,
      }),
    })
    await bank.book.append(command(loanId, disbursement(120_000n, start)))
    const paid = await bank.book.append(command(loanId, repayment(500n, addDaysTo(start, 20))))
    // A state is stored with the third event.
    for (let n = 0; n < 8; n++) await bank.book.append(command(loanId, repayment(10n, addDaysTo(start, 20))))
    assert.equal((await bank.book.read(PARTNER, loanId)).isPartial, true)
    const steps: [title: string, draft: AnyDraft][] = [
      ['a back-dated payment', repayment(700n, addDaysTo(start, 10))],
      ['a payment on the day of the last one', repayment(300n, addDaysTo(start, 20))],
      [
        'a fee on that day, which folds before payments',
        {
          kind: 'CHARGE',
          valueDate: addDaysTo(start, 20),
          chargeId: 'c',
          code: 'F',
          chargeKind: 'FEE',
          amountMinor: 100n,
        },
      ],
      ['a reversal', { kind: 'REVERSAL', valueDate: today, reversalOf: paid.event?.eventId ?? '' }],
      ['a payment of today', repayment(900n, today)],
    ]
    for (const [title, draft] of steps) {
      // Another node keeps states of another version: the state stays as it was before the event.
      const {
        rows: [state],
      } = await database.query<{ state: string; through_sequence: number }>(
        'SELECT state, through_sequence FROM loan_states WHERE loan_id = $1',
        [loanId],
      )
      await bank.book.append(command(loanId, draft))
      await database.query('UPDATE loan_states SET state = $2, through_sequence = $3 WHERE loan_id = $1', [
        loanId,
        state?.state,
        state?.through_sequence,
      ])
      const { loan, events } = await bank.book.find(PARTNER, loanId)
      const folded = bank.book.position({ loan, events })
      assert.deepEqual(bank.book.position(await bank.book.read(PARTNER, loanId)), folded, title)
      assert.deepEqual(bank.book.position(await bank.book.find(PARTNER, loanId)), folded, title)
    }
  })

  test('every schedule is read as it was made, packed or as older versions stored it', async () => {
    const loanId = await disbursedLoan(bank)
    const made = [await bank.book.find(PARTNER, loanId)].map((history) => bank.book.position(history).instalments)
    for (const amount of [20_000n, 15_000n, 5_000n])
      made.push((await bank.book.append(command(loanId, repayment(amount, today)))).position.instalments)
    const history = await bank.book.find(PARTNER, loanId)
    const read = () => Promise.all(made.map(async (_, i) => (await bank.book.schedule(history, i + 1))?.instalments))
    assert.deepEqual(await read(), made)
    const { rows } = await database.query<{ packed: number; instalments: unknown }>(
      'SELECT length(packed_rows) AS packed, instalments FROM loan_schedules WHERE loan_id = $1',
      [loanId],
    )
    assert.equal(rows.length, made.length)
    for (const [i, row] of rows.entries()) {
      assert.deepEqual(row.instalments, [])
      assert.ok(row.packed * 4 < toJson(made[i]).length, `${row.packed} of ${toJson(made[i]).length} characters`)
      await database.query(
        'UPDATE loan_schedules SET packed_rows = NULL, instalments = $3 WHERE loan_id = $1 AND version = $2',
        [loanId, i + 1, toJson(made[i])],
      )
    }
    assert.deepEqual(await read(), made)
  })

  const UPGRADES: [title: string, before: string, packed: string, hours: number, isPacked: boolean][] = [
    ['of a new installation are packed at once', "'3 minutes'", "'2 minutes'", 0, true],
    ['are not packed after an upgrade, when older nodes may read them', "'9 days'", "'1 hour'", 0, false],
    ['are not packed almost a day after an upgrade', "'9 days'", "'1 hour'", 22, false],
    ['are packed a day after an upgrade', "'9 days'", "'1 hour'", 23, true],
    ['are packed when the upgrade was long ago', "'9 days'", "'2 days'", 0, true],
  ]
  for (const [title, older, packed, hours, isPacked] of UPGRADES) {
    test(`schedules ${title}`, async () => {
      await database.query(
        `UPDATE schema_migrations SET applied_at = now() - CASE WHEN number <= 35 THEN interval ${older} ELSE interval ${packed} END`,
      )
      let nowMs = 0
      const arePacked = await schedulesArePacked(database, () => nowMs)
      nowMs = (hours * DAY_MS) / 24 + 1_000
      assert.equal(arePacked(), isPacked)
    })
  }
})
