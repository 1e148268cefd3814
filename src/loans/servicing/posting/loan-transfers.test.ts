import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  command,
  disbursedLoan,
  INSTITUTION,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  passDays,
  plainAccount,
  repayment,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Sent } from '../../../channels/channel/channel.ts'
import { FakeCore } from '../../../channels/channel/remote/fake-core.fixture.ts'
import type { ReversalOrder, TransferOrder } from '../../../channels/core/core.ts'
import type { Outcome } from '../../../channels/core/outcome.ts'
import { fingerprintOf } from '../../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'

const CUSTOMER = 'CUST0099'

onDatabase('transfers to the account of a loan', (_engine, open) => {
  let database: Database
  let bank: LoanBank
  let rrn = 0

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    await database.query('UPDATE institutions SET reversal_window_hours = 96')
    bank = await openLoanBank(database)
  })

  const base = (accountId: string) => ({
    institutionId: INSTITUTION,
    partnerId: PARTNER,
    rrn: String(++rrn).padStart(12, '0'),
    correlationId: '00000000-0000-4000-8000-000000000000',
    receivedAtMs: systemClock.now(),
    accountId,
  })

  async function transfer(from: string, to: string, minor: bigint) {
    let shown: Outcome | undefined
    const order: Sent<TransferOrder> = {
      ...base(from),
      type: 'TRANSFER',
      beneficiaryAccountId: to,
      amount: { minor, currency: 'USD' },
      fingerprint: fingerprintOf(`${rrn}`),
      render: (outcome) => {
        shown = outcome
        return JSON.stringify({ status: { responseCode: outcome.code } })
      },
    }
    const { code } = await bank.channel.transfer(order)
    return { code, rrn: order.rrn, shown }
  }

  async function reverse(from: string, to: string, originalRrn: string, originalMinor: bigint, reversedMinor: bigint) {
    const order: Sent<ReversalOrder> = {
      ...base(from),
      type: 'TRANSFERREVERSAL',
      originalType: 'TRANSFER',
      beneficiaryAccountId: to,
      amountsIn: () => ({ originalMinor, reversedMinor }),
      reasonCode: 'TIMEOUT',
      originalRrn,
      fingerprint: fingerprintOf(`${rrn}`),
      render: ({ code }) => JSON.stringify({ status: { responseCode: code } }),
    }
    return (await bank.channel.reverseTransfer(order)).code
  }

  const accountOf = async (loanId: string) => (await bank.book.find(PARTNER, loanId)).loan.ledgerAccountId
  const balancesOf = async (accountId: string) => {
    const inquiry = { ...base(accountId), terminalId: 'ATM00001' }
    return ((await bank.channel.inquireBalance(inquiry)) as Extract<Outcome, { code: '000' }>).balances
  }
  const balanceOf = async (accountId: string) => (await balancesOf(accountId)).balanceMinor
  const positionOf = async (loanId: string) => bank.book.position(await bank.book.find(PARTNER, loanId))

  test('the account is shown to its customer from the first disbursement on', async () => {
    const lookup = async () =>
      bank.channel.lookUpAccounts({ ...base('x'), terminalId: 'ATM00001', customerId: CUSTOMER })
    const opened = await openedLoan(bank, { customerId: CUSTOMER })
    assert.equal((await bank.book.find(PARTNER, opened)).loan.accountId, undefined)
    assert.deepEqual(await lookup(), { code: '000', accounts: [] })
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    const { loan } = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(await lookup(), {
      code: '000',
      accounts: [{ id: loan.accountId, accountType: 'LOAN', txnCapability: '07', description: 'OPEN' }],
    })
    const { balances } = (await bank.channel.inquireBalance({
      ...base(loan.ledgerAccountId),
      terminalId: 'ATM00001',
    })) as Extract<Outcome, { code: '000' }>
    const position = await positionOf(loanId)
    assert.equal(balances.balanceMinor, 120_000n)
    assert.equal(balances.paymentDue?.amountMinor, 10_662n)
    assert.equal(balances.paymentDue?.dueDate, position.nextDueDate?.replaceAll('-', ''))
  })

  test('a transfer is a repayment, with the event and the record in one commit', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    passDays(bank, 40)
    const before = await positionOf(loanId)
    const { code, shown } = await transfer(plainAccount(1), await accountOf(loanId), 10_662n)
    assert.equal(code, '000')
    const { events } = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(
      events.map(({ event, cashMinor }) => [event.kind, cashMinor]),
      [
        ['DISBURSEMENT', -120_000n],
        ['REPAYMENT', 10_662n],
      ],
    )
    const after = await positionOf(loanId)
    assert.equal(before.status, 'IN_ARREARS')
    assert.equal(after.status, 'ACTIVE')
    assert.ok((events[1]?.booking?.allocation.interest ?? 0n) > 0n)
    // The reply shows the loan after the payment.
    const beneficiary = shown !== undefined && 'beneficiaryBalances' in shown ? shown.beneficiaryBalances : undefined
    assert.equal(beneficiary?.balanceMinor, after.balances.principalMinor)
    assert.equal(beneficiary?.paymentDue?.dueDate, after.nextDueDate?.replaceAll('-', ''))
  })

  test('a partial transfer is a partial repayment', async () => {
    const loanId = await disbursedLoan(bank)
    await database.query(`UPDATE accounts SET txn_capability = '07' WHERE account_id = $1`, [await accountOf(loanId)])
    assert.equal((await transfer(plainAccount(2), await accountOf(loanId), 500n)).code, '000')
    assert.equal((await positionOf(loanId)).balances.repaid.principal, 500n)
  })

  test('a transfer can be reversed in parts, and the repayment with it', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    const [from, to] = [plainAccount(3), await accountOf(loanId)]
    const paid = await transfer(from, to, 9_000n)
    assert.equal(await reverse(from, to, paid.rrn, 9_000n, 4_000n), '000')
    assert.equal((await positionOf(loanId)).balances.principalMinor, 115_000n)
    assert.equal(await reverse(from, to, paid.rrn, 9_000n, 5_000n), '000')
    const { events } = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(
      events.map(({ event, reversedBy }) => [event.kind, reversedBy !== undefined]),
      [
        ['DISBURSEMENT', false],
        ['REPAYMENT', true],
        ['REVERSAL', false],
        ['REPAYMENT', true],
        ['REVERSAL', false],
      ],
    )
    assert.equal((await positionOf(loanId)).balances.principalMinor, 120_000n)
  })

  test('what is left of a transfer taken back in part counts from the day it was paid', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    const [from, to] = [plainAccount(11), await accountOf(loanId)]
    const paidOn = bank.book.businessDate(INSTITUTION)
    const paid = await transfer(from, to, 9_000n)
    passDays(bank, 3)
    const today = bank.book.businessDate(INSTITUTION)
    assert.equal(await reverse(from, to, paid.rrn, 9_000n, 4_000n), '000')
    const { events } = await bank.book.find(PARTNER, loanId)
    assert.deepEqual(
      events.map(({ event }) => [event.kind, event.valueDate]),
      [
        ['DISBURSEMENT', paidOn],
        ['REPAYMENT', paidOn],
        ['REVERSAL', today],
        ['REPAYMENT', paidOn],
      ],
    )
  })

  test('the reversal of a part has the allocation of that part', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    passDays(bank, 40)
    const [from, to] = [plainAccount(9), await accountOf(loanId)]
    // 94.62 of principal and 12.00 of interest are due; 60.00 of it are 12.00 of interest and 48.00 of principal.
    const paid = await transfer(from, to, 10_000n)
    assert.equal(await reverse(from, to, paid.rrn, 10_000n, 4_000n), '000')
    assert.equal(await reverse(from, to, paid.rrn, 10_000n, 5_500n), '000')
    const { events } = await bank.book.find(PARTNER, loanId)
    const allocations = events.flatMap(({ event, booking, cashMinor }) => {
      const { interest = 0n, principal = 0n } = booking?.allocation ?? {}
      const rows = booking?.perInstalment.map(({ n, ...parts }) => [n, parts.interest, parts.principal])
      return event.kind === 'DISBURSEMENT' ? [] : [[event.kind, cashMinor, interest, principal, rows]]
    })
    assert.deepEqual(allocations, [
      ['REPAYMENT', 10_000n, 1_200n, 8_800n, [[1, 1_200n, 8_800n]]],
      ['REVERSAL', -4_000n, 0n, 4_000n, [[1, 0n, 4_000n]]],
      ['REPAYMENT', 0n, 1_200n, 4_800n, [[1, 1_200n, 4_800n]]],
      ['REVERSAL', -5_500n, 700n, 4_800n, [[1, 700n, 4_800n]]],
      ['REPAYMENT', 0n, 500n, 0n, [[1, 500n, 0n]]],
    ])
  })

  test('balance and payment due that a customer sees are 0 once the loan is charged off or written off', async () => {
    const shown = async (loanId: string) => {
      const { balanceMinor, paymentDue } = await balancesOf(await accountOf(loanId))
      if (balanceMinor === 0n) assert.equal(paymentDue?.amountMinor, 0n)
      else assert.ok((paymentDue?.amountMinor ?? 0n) > 0n)
      return balanceMinor
    }
    const today = bank.book.businessDate(INSTITUTION)
    for (const reason of ['CHARGED_OFF', 'WRITTEN_OFF'] as const) {
      const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
      await bank.book.append(command(loanId, repayment(20_000n, today)))
      assert.equal(await shown(loanId), 100_000n)
      await bank.book.append(command(loanId, { kind: 'CLOSING', reason, valueDate: today }))
      assert.equal(await shown(loanId), 0n, reason)
      // Money received on the same day, after it, is recovered: nothing is owed.
      await bank.book.append(command(loanId, repayment(5_000n, today)))
      assert.equal(await shown(loanId), 0n, reason)
    }
    const late = await disbursedLoan(bank, { customerId: CUSTOMER })
    const chargeOffOn = (
      await database.query<{ on: string }>('SELECT charge_off_on AS on FROM loans WHERE loan_id = $1', [late])
    ).rows[0]?.on
    assert.ok(chargeOffOn !== undefined)
    passDays(bank, 250)
    await bank.closing.run(INSTITUTION, chargeOffOn.replaceAll('-', ''))
    assert.equal(await shown(late), 0n, 'by the clock')
  })

  test('more than can be repaid is declined when the product forbids overpayment, and taken otherwise', async () => {
    const strict = await disbursedLoan(bank, { customerId: CUSTOMER, overpaymentAllowed: false })
    assert.equal((await transfer(plainAccount(4), await accountOf(strict), 120_001n)).code, '180')
    assert.equal((await transfer(plainAccount(4), await accountOf(strict), 120_000n)).code, '000')
    assert.equal((await positionOf(strict)).status, 'CLOSED')
    const generous = await disbursedLoan(bank, { customerId: CUSTOMER })
    assert.equal((await transfer(plainAccount(4), await accountOf(generous), 120_001n)).code, '000')
    assert.equal((await positionOf(generous)).status, 'OVERPAID')
    assert.equal((await transfer(plainAccount(4), await accountOf(generous), 1n)).code, '183')
  })

  test('a transfer is declined while money of the loan is pending, and taken once it is settled', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER })
    const core = new FakeCore()
    const remote = await openLoanBank(database, { core, clock: bank.clock })
    core.nextResults = ['lost']
    const order = command(loanId, repayment(1_000n, bank.book.businessDate(INSTITUTION)), {
      funds: { accountId: 'AT-CORE' },
    })
    assert.equal((await remote.book.append(order)).event?.state, 'PENDING')
    const before = await balanceOf(plainAccount(10))
    assert.equal((await transfer(plainAccount(10), await accountOf(loanId), 500n)).code, '183')
    assert.equal(await balanceOf(plainAccount(10)), before)
    await remote.resume.run()
    assert.equal((await transfer(plainAccount(10), await accountOf(loanId), 500n)).code, '000')
    assert.equal((await positionOf(loanId)).balances.principalMinor, 118_500n)
    await remote.close()
  })

  test('several transfers to one loan in one batch each see the one before', async () => {
    const loanId = await disbursedLoan(bank, { customerId: CUSTOMER, overpaymentAllowed: false })
    const to = await accountOf(loanId)
    const codes = await Promise.all([5, 6, 7, 8].map((n) => transfer(plainAccount(n), to, 40_000n)))
    assert.deepEqual(codes.map(({ code }) => code).sort(), ['000', '000', '000', '183'])
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
