import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
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
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { type CallResult, FakeCore } from '../../../channels/channel/remote/fake-core.fixture.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordedEvent } from '../loan-record.ts'
import { resumePendingSweep } from './resume-pending.ts'

const OPENING = 100_000n

onDatabase('money of loans at a remote core', (_engine, open) => {
  let database: Database
  let core: FakeCore
  let bank: LoanBank
  let today: string
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    core = new FakeCore()
    bank = await openLoanBank(database, { core })
    today = bank.book.businessDate(INSTITUTION)
  })

  const newAccount = () => `AT-CORE-${++accounts}`
  const balanceOf = (accountId: string) => core.balances.get(accountId) ?? OPENING
  const stateOf = async (loanId: string) => {
    const { events } = await bank.book.find(PARTNER, loanId)
    return events.at(-1)?.state
  }

  test('is moved there under a reference that was stored before, and the event counts once it has', async () => {
    const accountId = newAccount()
    const loanId = await openedLoan(bank)
    core.beforeExecution = async () => {
      assert.equal(await stateOf(loanId), 'PENDING')
      const history = await bank.book.find(PARTNER, loanId)
      assert.equal(bank.book.position(history).status, 'APPROVED')
    }
    const paidOut = await bank.book.append(command(loanId, disbursement(120_000n, today), { funds: { accountId } }))
    core.beforeExecution = async () => {}
    assert.deepEqual([paidOut.event?.state, paidOut.replayed, paidOut.position.status], ['COMPLETED', false, 'ACTIVE'])
    assert.equal(balanceOf(accountId), OPENING + 120_000n)
    const paid = await bank.book.append(command(loanId, repayment(20_000n, today), { funds: { accountId } }))
    assert.equal(paid.position.balances.principalMinor, 100_000n)
    assert.equal(balanceOf(accountId), OPENING + 100_000n)
    const draft = { kind: 'REVERSAL', reversalOf: paid.event?.eventId ?? '', valueDate: today } as const
    const reversed = await bank.book.append(command(loanId, draft, { reverses: paid.event?.eventId ?? '' }))
    assert.equal(reversed.position.balances.principalMinor, 120_000n)
    assert.equal(balanceOf(accountId), OPENING + 120_000n)
  })

  test('that the core declines is refused, never counts, and leaves the key free', async () => {
    const accountId = newAccount()
    const loanId = await disbursedLoan(bank)
    const key = { partnerId: PARTNER, key: 'remote-1', operation: 'repay', content: Buffer.from('x') }
    const tooMuch = command(loanId, repayment(110_000n, today), { funds: { accountId }, key })
    const executed = core.executed.length
    await assert.rejects(bank.book.preview(tooMuch), { reason: 'loans.insufficient-funds' })
    assert.deepEqual([await stateOf(loanId), core.executed.length], ['COMPLETED', executed])
    await assert.rejects(bank.book.append(tooMuch), { reason: 'loans.insufficient-funds' })
    assert.equal(await stateOf(loanId), 'FAILED')
    const again = await bank.book.append(command(loanId, repayment(10_000n, today), { funds: { accountId }, key }))
    assert.deepEqual([again.replayed, again.event?.state], [false, 'COMPLETED'])
  })

  for (const reading of ['refused', 'lost'] as const) {
    test(`is previewed also while the core does not answer inquiries (${reading}): the event would be pending`, async () => {
      const loanId = await disbursedLoan(bank)
      core.reading = reading
      try {
        const repay = command(loanId, repayment(110_000n, today), { funds: { accountId: newAccount() } })
        assert.equal((await bank.book.preview(repay)).position.balances.principalMinor, 10_000n)
      } finally {
        core.reading = 'answered'
      }
    })
  }

  const UNCLEAR: [result: CallResult, executedBefore: number][] = [
    ['refused', 0],
    ['lost', 0],
    ['unanswered', 1],
  ]
  for (const [result, executed] of UNCLEAR) {
    test(`whose outcome is not known (${result}) stays pending, excludes others, and is settled once by the sweep`, async () => {
      const accountId = newAccount()
      const loanId = await disbursedLoan(bank)
      const executedBefore = core.executed.length
      core.nextResults = [result]
      const waiting = await bank.book.append(command(loanId, repayment(30_000n, today), { funds: { accountId } }))
      assert.equal(waiting.event?.state, 'PENDING')
      assert.equal(waiting.position.balances.principalMinor, 120_000n)
      assert.equal(core.executed.length - executedBefore, executed)
      const another = command(loanId, repayment(1n, today))
      await assert.rejects(bank.book.append(another), { reason: 'loans.invalid-state' })
      await assert.rejects(bank.book.preview(another), { reason: 'loans.invalid-state' })
      // A core that is still away leaves it as it is. Another node goes on with it after the first one has died.
      const other = await openLoanBank(database, { core })
      core.nextResults = ['refused']
      await other.resume.run()
      assert.equal(await stateOf(loanId), 'PENDING')
      await Promise.all([bank.resume.run(), other.resume.run()])
      assert.equal(await stateOf(loanId), 'COMPLETED')
      assert.equal(balanceOf(accountId), OPENING - 30_000n)
      assert.equal(core.executed.length - executedBefore, 1)
      const history = await bank.book.find(PARTNER, loanId)
      assert.equal(bank.book.position(history).balances.principalMinor, 90_000n)
      await other.close()
    })
  }

  test('that the core rejects as malformed is refused, never counts, and does not keep the loan waiting', async () => {
    const accountId = newAccount()
    const loanId = await disbursedLoan(bank)
    const key = { partnerId: PARTNER, key: 'remote-2', operation: 'repay', content: Buffer.from('x') }
    const repay = command(loanId, repayment(10_000n, today), { funds: { accountId }, key })
    core.nextResults = ['rejected']
    await assert.rejects(bank.book.append(repay), (error) => error instanceof Problem && error.kind === 'internal')
    assert.equal(await stateOf(loanId), 'FAILED')
    const again = await bank.book.append(repay)
    assert.deepEqual([again.replayed, again.event?.state], [false, 'COMPLETED'])
  })

  test('one that the core rejects when it is asked again does not keep others from being settled', async () => {
    const loanIds = [await disbursedLoan(bank), await disbursedLoan(bank)]
    for (const loanId of loanIds) {
      core.nextResults = ['lost']
      await bank.book.append(command(loanId, repayment(10_000n, today), { funds: { accountId: newAccount() } }))
    }
    core.nextResults = ['rejected']
    await assert.rejects(bank.resume.run(), AggregateError)
    assert.deepEqual(await Promise.all(loanIds.map(stateOf)), ['PENDING', 'COMPLETED'])
    await bank.resume.run()
    assert.deepEqual(await Promise.all(loanIds.map(stateOf)), ['COMPLETED', 'COMPLETED'])
  })

  /** Loans that wait for their core, and a sweep whose book only notes what it is asked for. */
  async function waiting(
    institutionIds: readonly string[],
    perInstitution: number,
    isSilent: (loanId: string) => boolean,
  ) {
    const loanIds: string[] = []
    for (const institutionId of institutionIds) {
      const loanId = await openedLoan(bank, { institutionId })
      await database.query('UPDATE loans SET pending_event_id = loan_id WHERE loan_id = $1', [loanId])
      loanIds.push(loanId)
    }
    const asked: number[] = []
    const book = {
      find: async (_partnerId: string, loanId: string) => {
        const { loan } = await bank.book.find(PARTNER, loanId)
        return { loan, events: [{ eventId: loanId } as RecordedEvent] }
      },
      async resume({ loanId }: { readonly loanId: string }) {
        asked.push(loanIds.indexOf(loanId))
        if (isSilent(loanId)) throw unavailable('the core does not answer')
        await database.query('UPDATE loans SET pending_event_id = NULL WHERE loan_id = $1', [loanId])
      },
    }
    const sweep = resumePendingSweep({ database, clock: bank.clock, book, minAgeMs: 0, perInstitution })
    return {
      loanIds,
      async run() {
        asked.length = 0
        await sweep.run()
        return asked.toSorted()
      },
      end: () => database.query('UPDATE loans SET pending_event_id = NULL WHERE loan_id = ANY ($1::uuid[])', [loanIds]),
    }
  }

  test('a core that is away does not keep the money of another institution waiting, however much of its own waits', async () => {
    const { loanIds, run, end } = await waiting(['FI001', 'FI001', 'FI001', 'FI002'], 2, (id) => id !== loanIds.at(-1))
    assert.deepEqual(await run(), [0, 3])
    await end()
  })

  test('an order that a core never answers does not keep the others of its institution waiting', async () => {
    const { loanIds, run, end } = await waiting(['FI001', 'FI001', 'FI001', 'FI001'], 2, (id) => id === loanIds[1])
    assert.deepEqual([await run(), await run(), await run()], [[0, 1], [2, 3], [1]])
    assert.deepEqual([await run(), await run()], [[1], [1]])
    await end()
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
