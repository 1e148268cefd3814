import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, books, loan, original, TODAY, YESTERDAY } from '../../test/support/bank/books.ts'
import type { Account, Hold } from './account.ts'
import { customer, general } from './journal.ts'
import type { Post } from './posting.ts'

const T1 = '00000000-0000-7000-8000-000000000001'

function move(minor: bigint, changes: Partial<Post> = {}, accountId = 'A'): Post {
  return {
    kind: 'post',
    entries: [customer(accountId, 'USD', minor), general('vault:ATM1', 'USD', -minor)],
    ...changes,
  }
}

function hold(amountMinor: bigint, releaseOn: string): Hold {
  return { holdId: 'H1', accountId: 'A', transactionId: T1, amountMinor, releaseOn, released: false }
}

describe('a posting that would make the books untrue is refused before anything changes', () => {
  const REFUSED: [title: string, post: Post, held: Partial<Account>, complaint: RegExp][] = [
    [
      'an unbalanced journal',
      { kind: 'post', entries: [customer('A', 'USD', -1n)] },
      {},
      /the journal is off by -1 USD/,
    ],
    ['an account that the batch has not locked', move(-1n, {}, 'B'), {}, /B is not locked/],
    ['more than there is', move(-100_001n), {}, /A would fall below its limit/],
    ['what is held', move(-90_001n), { heldMinor: 10_000n }, /A would fall below its limit/],
    ['more than the overdraft', move(-150_001n), { overdraftMinor: 50_000n }, /A would fall below its limit/],
    [
      'a hold larger than the credit and what is there',
      move(1n, { hold: { accountId: 'A', amountMinor: 100_002n, releaseOn: '20260312' } }),
      {},
      /A would fall below its limit/,
    ],
    ['more debt than was forced before', move(-1n), { balanceMinor: -500n, forcedMinor: 500n }, /below its limit/],
    ['an overpaid loan', move(1n), { accountType: 'LOAN', balanceMinor: 0n }, /A would be overpaid/],
  ]
  for (const [title, post, changes, complaint] of REFUSED) {
    test(title, () => {
      const held = account(changes)
      const untouched = structuredClone(held)
      const read = books({ accounts: [held] })
      assert.throws(() => read.apply(post, T1, () => 'H'), complaint)
      assert.deepEqual(held, untouched)
      assert.equal(read.changedAccounts.size, 0)
    })
  }
})

describe('a posting moves its accounts', () => {
  test('by what its entries say, and marks them as changed', () => {
    const [from, to, other] = [account(), account({ accountId: 'B' }), account({ accountId: 'C' })]
    const read = books({ accounts: [from, to, other] })
    read.apply({ kind: 'post', entries: [customer('A', 'USD', -700n), customer('B', 'USD', 700n)] }, T1, () => 'H')
    assert.deepEqual([from.balanceMinor, to.balanceMinor], [99_300n, 100_700n])
    assert.deepEqual(read.changedAccounts, new Set([from, to]))
  })

  test('down to nothing, and into the overdraft', () => {
    for (const [minor, overdraftMinor] of [
      [-100_000n, 0n],
      [-150_000n, 50_000n],
    ] as const) {
      const held = account({ overdraftMinor })
      books({ accounts: [held] }).apply(move(minor), T1, () => 'H')
      assert.equal(held.balanceMinor, 100_000n + minor)
    }
  })

  test('of a loan without a lower limit, counting what was paid', () => {
    const owed = loan({ paymentDueMinor: 5_000n })
    const read = books({ accounts: [owed] })
    read.apply(move(-900_000n, {}, 'L'), T1, () => 'H')
    read.apply(move(3_000n, { loanPayment: { accountId: 'L', amountMinor: 3_000n } }, 'L'), T1, () => 'H')
    assert.deepEqual([owed.balanceMinor, owed.paymentPaidMinor], [-947_000n, 3_000n])
  })
})

describe('a forced posting', () => {
  // [forced so far, balance, moved by, by force] → [balance, forced]
  const FORCED: [title: string, before: [bigint, bigint], moved: bigint, byForce: boolean, after: [bigint, bigint]][] =
    [
      ['goes below the limit and says how far', [100n, 0n], -600n, true, [-500n, 500n]],
      ['goes further below', [-500n, 500n], -300n, true, [-800n, 800n]],
      ['that needs no force forces nothing', [1_000n, 0n], -600n, true, [400n, 0n]],
      ['shrinks as money comes in', [-500n, 500n], 200n, false, [-300n, 300n]],
      ['is over once the account is above its limit', [-500n, 500n], 900n, false, [400n, 0n]],
    ]
  for (const [title, [balanceMinor, forcedMinor], moved, forced, after] of FORCED) {
    test(title, () => {
      const held = account({ balanceMinor, forcedMinor })
      books({ accounts: [held] }).apply(move(moved, { forced }), T1, () => 'H')
      assert.deepEqual([held.balanceMinor, held.forcedMinor], after)
    })
  }
})

describe('holds', () => {
  test('a new one lowers what is available and is written', () => {
    const held = account()
    const read = books({ accounts: [held] })
    read.apply(move(500n, { hold: { accountId: 'A', amountMinor: 500n, releaseOn: '20260312' } }), T1, () => 'H9')
    assert.equal(held.heldMinor, 500n)
    assert.equal(read.heldOf('A', T1), 500n)
    assert.deepEqual(
      read.newHolds.map((one) => [one.holdId, one.amountMinor, one.released]),
      [['H9', 500n, false]],
    )
  })

  const DUE: [releaseOn: string, due: boolean][] = [
    [YESTERDAY, true],
    [TODAY, true],
    ['20260311', false],
  ]
  for (const [releaseOn, due] of DUE) {
    test(`one until ${releaseOn} ${due ? 'is let go' : 'stands'} when its account is touched`, () => {
      const held = account({ heldMinor: 700n })
      const open = hold(700n, releaseOn)
      const read = books({ accounts: [held], holds: [open] })
      assert.equal(held.heldMinor, due ? 0n : 700n)
      assert.equal(read.heldOf('A', T1), due ? 0n : 700n)
      assert.deepEqual([...read.changedHolds], due ? [open] : [])
      assert.deepEqual([...read.changedAccounts], due ? [held] : [])
    })
  }

  const UNHELD: [amountMinor: bigint, left: bigint, released: boolean][] = [
    [300n, 400n, false],
    [700n, 0n, true],
  ]
  for (const [amountMinor, left, released] of UNHELD) {
    test(`of 700, taking ${amountMinor} back leaves ${left}`, () => {
      const held = account({ heldMinor: 700n })
      const open = hold(700n, '20260312')
      const read = books({ accounts: [held], holds: [open] })
      read.apply(move(-amountMinor, { unhold: { accountId: 'A', transactionId: T1, amountMinor } }), T1, () => 'H')
      assert.deepEqual([held.heldMinor, open.amountMinor, open.released], [left, left, released])
      assert.deepEqual([...read.changedHolds], [open])
    })
  }

  test('no more is let go than is held', () => {
    const read = books({ accounts: [account({ heldMinor: 700n })], holds: [hold(700n, '20260312')] })
    const post = move(-701n, { unhold: { accountId: 'A', transactionId: T1, amountMinor: 701n } })
    assert.throws(() => read.apply(post, T1, () => 'H'), /more would be released than is held/)
  })
})

describe('usage of the day', () => {
  test('of a node whose clock is ahead is added to, not thrown away', () => {
    const usage = { date: '20991231', minor: 100n, count: 1 }
    const read = books({ accounts: [account({ usage })] })
    read.apply(move(-1n, { usage: [{ of: usage, minor: 50n, count: 1 }] }), T1, () => 'H')
    assert.deepEqual(usage, { date: '20991231', minor: 150n, count: 2 })
  })

  const USED: [
    title: string,
    before: [string | null, bigint, number],
    change: [bigint, number],
    after: [bigint, number],
  ][] = [
    ['adds up', [TODAY, 100n, 1], [50n, 1], [150n, 2]],
    ['begins anew on a new day', [YESTERDAY, 100n, 1], [50n, 1], [50n, 1]],
    ['begins with the first withdrawal', [null, 0n, 0], [50n, 1], [50n, 1]],
    ['goes down when cash comes back', [TODAY, 100n, 2], [-50n, -1], [50n, 1]],
    ['never below nothing', [TODAY, 10n, 0], [-50n, -1], [0n, 0]],
  ]
  for (const [title, [date, minor, count], [byMinor, byCount], after] of USED) {
    test(title, () => {
      const usage = { date, minor, count }
      const read = books({ accounts: [account({ usage })] })
      read.apply(move(-1n, { usage: [{ of: usage, minor: byMinor, count: byCount }] }), T1, () => 'H')
      assert.deepEqual(usage, { date: TODAY, minor: after[0], count: after[1] })
      assert.ok(read.changedUsages.has(usage))
    })
  }
})

describe('originals and tombstones', () => {
  const older = original()
  const newer = original({
    transactionId: '00000000-0000-7000-8000-000000000002',
    recordedAtMs: older.recordedAtMs - 1,
  })

  test('of two with one name the newest is found, by id and not by clock', () => {
    const read = books({ originals: [newer, older] })
    assert.equal(read.originalByAuthId('A', 'AUTH01'), newer)
    assert.equal(read.originalByRrn('P1', '000000000001'), newer)
    assert.equal(read.originalByRrn('P2', '000000000001'), undefined)
    const query = { accountId: 'A', type: 'CASHWITHDRAWAL', notBeforeMs: 0 }
    assert.deepEqual(read.recentOriginals(query), [newer, older])
    assert.deepEqual(read.recentOriginals({ ...query, notBeforeMs: older.recordedAtMs }), [older])
    assert.deepEqual(read.recentOriginals({ ...query, type: 'TRANSFER' }), [])
  })

  test('what was posted in this batch is found like the rest', () => {
    const read = books()
    read.remember(older)
    assert.equal(read.originalByRrn('P1', '000000000001'), older)
    assert.equal(read.hasTombstone('P1', '000000000007'), false)
    read.bury('P1', '000000000007')
    assert.equal(read.hasTombstone('P1', '000000000007'), true)
    assert.equal(read.hasTombstone('P2', '000000000007'), false)
  })

  test('a reversal adds to what its original has had taken back', () => {
    const taken = original({ reversedMinor: 1_000n })
    const read = books({ accounts: [account()], originals: [taken] })
    read.apply(move(500n, { reverses: { original: taken, amountMinor: 500n } }), T1, () => 'H')
    assert.equal(taken.reversedMinor, 1_500n)
    assert.deepEqual([...read.reversedOriginals], [taken])
  })
})
