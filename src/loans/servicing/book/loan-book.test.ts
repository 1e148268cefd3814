import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  agreementFor,
  command,
  disbursedLoan,
  disbursement,
  draftFor,
  INSTITUTION,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  plainAccount,
  repayment,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { HOUR_MS, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { addDaysTo } from '../loan-dates.ts'

interface AuditRow {
  readonly action: string
  readonly by: string
  readonly institution_id: string
  readonly before: object | null
  readonly after: { readonly version?: number; readonly details?: object; readonly event?: { amountMinor?: string } }
}

onDatabase('the book of loans', (_engine, open) => {
  let database: Database
  let bank: LoanBank
  let today: string
  let used = 0
  const defects: unknown[] = []

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database, { onDefect: (error) => defects.push(error) })
    today = bank.book.businessDate(INSTITUTION)
  })

  const newAccount = () => plainAccount(used++)

  async function balanceOf(accountId: string): Promise<bigint> {
    const { rows } = await database.query<{ balance_minor: bigint }>(
      'SELECT balance_minor FROM accounts WHERE institution_id = $1 AND account_id = $2',
      [INSTITUTION, accountId],
    )
    return rows[0]?.balance_minor ?? -1n
  }

  async function refusal(work: Promise<unknown>): Promise<string> {
    try {
      await work
    } catch (error) {
      if (error instanceof Problem) return error.reason ?? error.kind
      throw error
    }
    return 'nothing'
  }

  test('a loan that was opened but cannot be read is not answered as if nothing was done', async (t) => {
    t.mock.method(bank.book, 'find', () => Promise.reject(unavailable('the database cannot be reached')), { times: 1 })
    assert.equal(await refusal(openedLoan(bank)), 'timeout')
  })

  test('a loan is paid out to an account and repaid from it, in one commit with its journals', async () => {
    const [from, to] = [newAccount(), newAccount()]
    const [paidFrom, paidTo] = [await balanceOf(from), await balanceOf(to)]
    const loanId = await openedLoan(bank)
    const paidOut = await bank.book.append(
      command(loanId, disbursement(120_000n, today, 2_000n), { funds: { accountId: to } }),
    )
    assert.equal(paidOut.position.status, 'ACTIVE')
    assert.equal(paidOut.event?.cashMinor, -118_000n)
    assert.equal(await balanceOf(to), paidTo + 118_000n)
    assert.equal(await balanceOf(paidOut.loan.ledgerAccountId), -120_000n)
    const paid = await bank.book.append(command(loanId, repayment(20_000n, today), { funds: { accountId: from } }))
    assert.equal(await balanceOf(from), paidFrom - 20_000n)
    assert.equal(paid.event?.booking?.allocation.principal, 20_000n)
    assert.equal(await balanceOf(paid.loan.ledgerAccountId), -100_000n)
    assert.equal(paid.loan.version, 3)
    assert.equal(paid.loan.scheduleVersion, 2)
    const history = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(bank.book.position(history), paid.position)
    assert.deepEqual(
      (await bank.book.schedules(history)).map(({ version, reason }) => [version, reason]),
      [
        [1, 'DISBURSEMENT'],
        [2, 'REDUCE_INSTALMENT'],
      ],
    )
  })

  test('a repayment that forgets what was before it is followed by a reversal and another one in the same batch', async () => {
    const loanId = await disbursedLoan(bank)
    const { event: first } = await bank.book.append(command(loanId, repayment(20_000n, today)))
    assert.ok(first !== undefined)
    const draft = { kind: 'REVERSAL', reversalOf: first.eventId, valueDate: today } as const
    const forgetting = (amountMinor: bigint) => ({
      ...command(loanId, repayment(amountMinor, today)),
      showsOnlyAfter: true,
    })
    const [paid, reversed, last] = await Promise.all([
      bank.book.append(forgetting(10_000n)),
      bank.book.append(command(loanId, draft, { reverses: first.eventId })),
      bank.book.append(forgetting(5_000n)),
    ])
    assert.deepEqual(
      [paid, reversed, last].map(({ before, position }) => [before === undefined, position.balances.principalMinor]),
      [
        [true, 90_000n],
        [false, 110_000n],
        [true, 105_000n],
      ],
    )
    assert.deepEqual(last.fold?.states().length, 1)
    assert.deepEqual(bank.book.position(await bank.book.find(PARTNER, loanId)), last.position)
  })

  test('a reversal restores the books, marks the event, and pays the money back', async () => {
    const from = newAccount()
    const paidFrom = await balanceOf(from)
    const loanId = await disbursedLoan(bank)
    const { event, before: fresh } = await bank.book.append(
      command(loanId, repayment(20_000n, today), { funds: { accountId: from } }),
    )
    assert.ok(event !== undefined)
    const draft = { kind: 'REVERSAL', reversalOf: event.eventId, valueDate: today } as const
    const reversed = await bank.book.append(command(loanId, draft, { reverses: event.eventId }))
    assert.equal(await balanceOf(from), paidFrom)
    assert.deepEqual(reversed.position.balances, fresh?.balances)
    assert.equal(reversed.loan.scheduleVersion, 3)
    const again = bank.book.append(command(loanId, draft, { reverses: event.eventId }))
    assert.equal(await refusal(again), 'loans.already-reversed')
  })

  test('a back-dated repayment re-allocates later ones, and what they were booked as stays readable', async () => {
    const start = addDaysTo(today, -70)
    const agreement = agreementFor(bank, { agreementDate: start, plannedDisbursement: start })
    const loanId = await openedLoan(bank, { agreement })
    await bank.book.append(command(loanId, disbursement(120_000n, start)))
    const late = await bank.book.append(command(loanId, repayment(10_662n, addDaysTo(today, -1))))
    assert.ok((late.event?.booking?.allocation.interest ?? 0n) > 0n)
    const earlier = await bank.book.append(command(loanId, repayment(10_662n, addDaysTo(start, 31))))
    assert.deepEqual(
      earlier.replays.map(({ eventId }) => eventId),
      [late.event?.eventId],
    )
    const { events } = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(events[1]?.booking, late.event?.booking)
    const { rows } = await database.query('SELECT before, after FROM loan_replays WHERE loan_id = $1', [loanId])
    assert.equal(rows.length, 1)
  })

  test('an event that a later one needs cannot be reversed', async () => {
    const loanId = await openedLoan(bank)
    const { event } = await bank.book.append(command(loanId, disbursement(120_000n, today)))
    await bank.book.append(command(loanId, repayment(1_000n, today)))
    const draft = { kind: 'REVERSAL', reversalOf: event?.eventId ?? '', valueDate: today } as const
    assert.equal(await refusal(bank.book.append(command(loanId, draft))), 'loans.has-later-transactions')
  })

  test('nothing before a write-off changes, and what is received after it is recovered', async () => {
    const start = addDaysTo(today, -40)
    const agreement = agreementFor(bank, { agreementDate: start, plannedDisbursement: start })
    const loanId = await openedLoan(bank, { agreement })
    const { event } = await bank.book.append(command(loanId, disbursement(120_000n, start)))
    const closing = { kind: 'CLOSING', reason: 'WRITTEN_OFF', valueDate: addDaysTo(today, -1) } as const
    const written = await bank.book.append(command(loanId, closing))
    assert.equal(written.position.status, 'WRITTEN_OFF')
    const changes = [
      repayment(100n, addDaysTo(today, -5)),
      ...[event, written.event].map(
        (one) => ({ kind: 'REVERSAL', reversalOf: one?.eventId ?? '', valueDate: today }) as const,
      ),
    ]
    for (const draft of changes)
      assert.equal(await refusal(bank.book.append(command(loanId, draft))), 'loans.has-later-transactions')
    const recovered = await bank.book.append(command(loanId, repayment(700n, today)))
    assert.equal(recovered.position.status, 'WRITTEN_OFF')
    const { rows } = await database.query<{ posted: object }>('SELECT posted FROM loans WHERE loan_id = $1', [loanId])
    assert.deepEqual(rows[0]?.posted, { loss: '-120000', recovery: '700' })
  })

  test('the same key does nothing again, other content is refused, and a refused command leaves it free', async () => {
    const loanId = await disbursedLoan(bank)
    const key = { partnerId: PARTNER, key: 'key-1', operation: 'repay', content: Buffer.from('a') }
    const refused = command(loanId, repayment(0n, today), { key, funds: { accountId: 'nowhere' } })
    const poor = { ...refused, decide: () => repayment(5_000n, today) }
    assert.equal(await refusal(bank.book.append(poor)), 'loans.destination-invalid')
    const first = await bank.book.append(command(loanId, repayment(5_000n, today), { key }))
    const again = await bank.book.append(command(loanId, repayment(5_000n, today), { key }))
    assert.deepEqual([first.replayed, again.replayed], [false, true])
    assert.equal(again.event?.eventId, first.event?.eventId)
    const other = command(loanId, repayment(5_000n, today), { key: { ...key, content: Buffer.from('b') } })
    assert.equal(await refusal(bank.book.append(other)), 'loans.idempotency-key-reused')
    const many = await Promise.all(
      Array.from({ length: 5 }, () =>
        bank.book.append(command(loanId, repayment(700n, today), { key: { ...key, key: 'key-2' } })),
      ),
    )
    assert.equal(many.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(new Set(many.map(({ event }) => event?.eventId)).size, 1)
  })

  const REFUSED: [title: string, reason: string, work: (loanId: string) => Promise<unknown>][] = [
    [
      'of another partner',
      'loans.loan-not-found',
      (loanId) => bank.book.append(command(loanId, repayment(1n, today), { partnerId: 'PARTNER02' })),
    ],
    ['with a malformed id', 'loans.loan-not-found', () => bank.book.append(command("x' OR 1=1", repayment(1n, today)))],
    [
      'with another version',
      'loans.version-conflict',
      (loanId) => bank.book.append(command(loanId, repayment(1n, today), { expectedVersion: 1 })),
    ],
    [
      'paid from an account without the money',
      'loans.insufficient-funds',
      (loanId) =>
        bank.book.append(command(loanId, repayment(1_000_000_000n, today), { funds: { accountId: plainAccount(39) } })),
    ],
    [
      'paid from a frozen account',
      'loans.destination-invalid',
      (loanId) => bank.book.append(command(loanId, repayment(100n, today), { funds: { accountId: '1000000182' } })),
    ],
    [
      'paid from an account in another currency',
      'loans.destination-invalid',
      (loanId) => bank.book.append(command(loanId, repayment(100n, today), { funds: { accountId: '1000000006' } })),
    ],
    [
      'paid from an account of another institution',
      'loans.destination-invalid',
      (loanId) =>
        bank.book.append(
          command(loanId, repayment(100n, today), { funds: { accountId: '2000000001', institutionId: 'FI002' } }),
        ),
    ],
  ]
  for (const [title, reason, work] of REFUSED) {
    test(`a loan ${title} is refused with ${reason}, and nothing changes`, async () => {
      const loanId = await disbursedLoan(bank)
      assert.equal(await refusal(work(loanId)), reason)
      const { loan, events } = await bank.book.find(PARTNER, loanId)
      assert.deepEqual([loan.version, events.length], [2, 1])
    })
  }

  test('a second loan of one offer is refused', async () => {
    const offerId = '00000000-0000-7000-8000-00000000000f'
    await bank.book.open(draftFor(bank, { offerId }), { actor: {} })
    assert.equal(
      await refusal(bank.book.open(draftFor(bank, { offerId }), { actor: {} })),
      'loans.loan-exists-for-offer',
    )
  })

  test('a preview shows before and after, and writes nothing', async () => {
    const loanId = await disbursedLoan(bank)
    const { before: now, position } = await bank.book.preview(command(loanId, repayment(50_000n, today)))
    assert.deepEqual([now.balances.principalMinor, position.balances.principalMinor], [120_000n, 70_000n])
    assert.equal((await bank.book.find(PARTNER, loanId)).events.length, 1)
  })

  test('no repayment is taken from an account that may not send; a disbursement to it can be taken back', async () => {
    const accountId = newAccount()
    // 01 grants inquiries only.
    await database.query(`UPDATE accounts SET txn_capability = '01' WHERE institution_id = $1 AND account_id = $2`, [
      INSTITUTION,
      accountId,
    ])
    const loanId = await openedLoan(bank)
    const funds = { accountId }
    const { event } = await bank.book.append(command(loanId, disbursement(120_000n, today), { funds }))
    const repay = command(loanId, repayment(1_000n, today), { funds })
    assert.equal(await refusal(bank.book.preview(repay)), 'loans.destination-invalid')
    assert.equal(await refusal(bank.book.append(repay)), 'loans.destination-invalid')
    const reversalOf = event?.eventId ?? ''
    const draft = { kind: 'REVERSAL', reversalOf, valueDate: today } as const
    const shown = await bank.book.preview(command(loanId, draft, { reverses: reversalOf }))
    assert.deepEqual([shown.position.status, shown.event?.cashMinor], ['APPROVED', 120_000n])
    const reversed = await bank.book.append(command(loanId, draft, { reverses: reversalOf }))
    assert.equal(reversed.position.status, 'APPROVED')
  })

  test('moves nothing while the institution is suspended, nor for a partner that no longer works for it', async () => {
    const loanId = await disbursedLoan(bank)
    const changes = [
      ['UPDATE institutions SET status = $1 WHERE institution_id = $2', 'SUSPENDED', 'ACTIVE', INSTITUTION],
      ['UPDATE partners SET institution_ids = $1::text[] WHERE partner_id = $2', '{}', `{${INSTITUTION}}`, PARTNER],
    ] as const
    for (const [text, off, on, key] of changes) {
      await database.query(text, [off, key])
      const other = await openLoanBank(database)
      const attempt = command(loanId, repayment(1_000n, today))
      assert.equal(await refusal(other.book.append(attempt)), 'forbidden')
      assert.equal(await refusal(other.book.preview(attempt)), 'forbidden')
      assert.equal((await other.book.find(PARTNER, loanId)).loan.loanId, loanId)
      await database.query(text, [on, key])
      await other.close()
    }
    // The bank of the other tests hears of each change, and must not still take the institution for suspended.
    await database.changes.confirm('directory')
  })

  test('while the business day is being closed nothing is posted, and what was done before is still answered', async (t) => {
    const loanId = await disbursedLoan(bank)
    const key = { partnerId: PARTNER, key: 'before-cutover', operation: 'repay', content: Buffer.from('x') }
    await bank.book.append(command(loanId, repayment(1_000n, today), { key }))
    const atMs = bank.clock.now() + HOUR_MS
    const cutOver = (until: string | null) =>
      database.query('UPDATE institutions SET cutover_until = $1 WHERE institution_id = $2', [until, INSTITUTION])
    t.after(async () => {
      await cutOver(null)
      await database.changes.confirm('directory')
    })
    await cutOver(isoTimestamp(atMs))
    const closing = await openLoanBank(database)
    t.after(() => closing.close())
    const other = repayment(2_000n, closing.book.businessDate(INSTITUTION))
    assert.equal(await refusal(closing.book.append(command(loanId, other))), 'unavailable')
    const again = await closing.book.append(command(loanId, repayment(1_000n, today), { key }))
    assert.equal(again.replayed, true)
    assert.equal((await closing.book.preview(command(loanId, other))).position.transactions.length, 3)
    assert.equal((await closing.book.find(PARTNER, loanId)).events.length, 2)
    closing.clock.moveTo(closing.clock.offsetMs + HOUR_MS)
    const after = repayment(2_000n, closing.book.businessDate(INSTITUTION))
    assert.equal((await closing.book.append(command(loanId, after))).event?.state, 'COMPLETED')
  })

  test('what a user does with a loan is in the audit log, what a partner does is not', async () => {
    const actor = { userId: '01978a2e-6f00-7000-8000-00000000000a', email: 'ada@bank.example' }
    const auditOf = async (loanId: string) => {
      const { rows } = await database.query<AuditRow>(
        `SELECT action, actor_email AS by, institution_id, before::jsonb AS before, after::jsonb AS after
           FROM audit_log WHERE resource = 'loan' AND resource_id = $1 ORDER BY position`,
        [loanId],
      )
      return rows
    }
    const { loan } = await bank.book.open(draftFor(bank), { actor })
    const { loanId } = loan
    const reason = { reason: 'by hand' }
    await bank.book.append(command(loanId, disbursement(120_000n, today), { actor }))
    await bank.book.append(command(loanId, { ...repayment(1_000n, today), details: reason }, { actor }))
    await bank.book.append(command(loanId, [], { actor, changes: { externalReference: 'A-1' } }))
    const records = await auditOf(loanId)
    assert.deepEqual(
      records.map(({ action, by, institution_id: institutionId }) => [action, by, institutionId]),
      ['loan.open', 'loan.disbursement', 'loan.repayment', 'loan.update'].map((action) => [
        action,
        actor.email,
        INSTITUTION,
      ]),
    )
    const [opened, , repaid, updated] = records
    assert.deepEqual(opened?.after, {
      productCode: 'OPEN',
      currency: 'USD',
      principalApprovedMinor: '120000',
      interestRate: '12',
    })
    assert.deepEqual([repaid?.before, repaid?.after.version, repaid?.after.details], [{ version: 2 }, 3, reason])
    assert.equal(repaid?.after.event?.amountMinor, '1000')
    assert.deepEqual([updated?.before, updated?.after], [{ version: 3 }, { version: 4, externalReference: 'A-1' }])
    const byPartner = { clientId: 'lender' }
    const other = await bank.book.open(draftFor(bank), { actor: byPartner })
    await bank.book.append(command(other.loan.loanId, disbursement(120_000n, today), { actor: byPartner }))
    assert.deepEqual(await auditOf(other.loan.loanId), [])
  })

  test('the books verify, and no posting failed by a defect', async () => {
    assert.deepEqual(defects, [])
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
