import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NOW_MS, TODAY, YESTERDAY } from '../../../test/support/bank/books.ts'
import type { Account, Hold } from '../account.ts'
import { customer, general, type Journal } from '../journal.ts'
import { WorkingBooks } from './working-books.ts'

const J1 = '00000000-0000-7000-8000-000000000001'
const J2 = '00000000-0000-7000-8000-000000000002'

/** 1000.00 USD that may fall to zero and rise without bound. */
function account(changes: Partial<Account> = {}): Account {
  return {
    accountId: 'A',
    currency: 'USD',
    balanceMinor: 100_000n,
    heldMinor: 0n,
    overdraftMinor: 0n,
    ceilingMinor: null,
    forcedMinor: 0n,
    ...changes,
  }
}

function books(accounts: readonly Account[], holds: readonly Hold[] = []): WorkingBooks {
  return new WorkingBooks({ accounts, holds }, NOW_MS, TODAY)
}

function move(minor: bigint, changes: Partial<Journal> = {}, accountId = 'A'): Journal {
  return {
    journalId: J1,
    kind: 'TEST',
    entries: [customer(accountId, 'USD', minor), general('vault:ATM1', 'USD', -minor)],
    ...changes,
  }
}

function hold(amountMinor: bigint, releaseOn: string): Hold {
  return { holdId: 'H1', accountId: 'A', journalId: J1, amountMinor, releaseOn, released: false }
}

function heldBack(amountMinor: bigint): Partial<Journal> {
  return { hold: { accountId: 'A', amountMinor, releaseOn: '20260312' } }
}

describe('a journal that would corrupt the books is refused before anything changes', () => {
  const REFUSED: [title: string, journal: Journal, held: Partial<Account>, complaint: RegExp][] = [
    ['an unbalanced journal', move(-1n, { entries: [customer('A', 'USD', -1n)] }), {}, /the journal is off by -1 USD/],
    ['an account that the batch has not locked', move(-1n, {}, 'B'), {}, /B is not locked/],
    ['an entry in another currency than its account', move(-1n), { currency: 'EUR' }, /A is not in USD/],
    [
      'a hold larger than what is there, on an account without entries',
      { ...move(0n), ...heldBack(100_001n), entries: [general('a', 'USD', 1n), general('b', 'USD', -1n)] },
      {},
      /A would fall below its limit/,
    ],
    ['more than there is', move(-100_001n), {}, /A would fall below its limit/],
    ['what is held', move(-90_001n), { heldMinor: 10_000n }, /A would fall below its limit/],
    ['more than the overdraft', move(-150_001n), { overdraftMinor: 50_000n }, /A would fall below its limit/],
    [
      'a hold larger than the credit and what is there',
      move(1n, heldBack(100_002n)),
      {},
      /A would fall below its limit/,
    ],
    ['more debt than was forced before', move(-1n), { balanceMinor: -500n, forcedMinor: 500n }, /below its limit/],
    [
      'a balance above its ceiling',
      move(1n),
      { balanceMinor: 0n, overdraftMinor: null, ceilingMinor: 0n },
      /A would rise above its ceiling/,
    ],
    ['a balance above a ceiling of its own', move(500n), { ceilingMinor: 100_499n }, /A would rise above its ceiling/],
    [
      'a balance above its ceiling by force: force is for the lower bound',
      move(1n, { forced: true }),
      { ceilingMinor: 100_000n },
      /A would rise above its ceiling/,
    ],
  ]
  for (const [title, journal, changes, complaint] of REFUSED) {
    test(title, () => {
      const held = account(changes)
      const untouched = structuredClone(held)
      const read = books([held])
      assert.throws(() => read.apply(journal, () => 'H'), complaint)
      assert.deepEqual(held, untouched)
      assert.equal(read.changedAccounts.size, 0)
      assert.deepEqual(read.journals, [])
    })
  }
})

describe('a journal moves its accounts', () => {
  test('by its entries, marks them as changed and is kept to be written', () => {
    const [from, to, other] = [account(), account({ accountId: 'B' }), account({ accountId: 'C' })]
    const read = books([from, to, other])
    const journal = move(0n, { entries: [customer('A', 'USD', -700n), customer('B', 'USD', 700n)] })
    read.apply(journal, () => 'H')
    assert.deepEqual([from.balanceMinor, to.balanceMinor], [99_300n, 100_700n])
    assert.deepEqual(read.changedAccounts, new Set([from, to]))
    assert.deepEqual(read.journals, [journal])
  })

  test('by the sum of several entries on one account', () => {
    const held = account({ balanceMinor: 0n })
    const entries = [customer('A', 'USD', -700n), customer('A', 'USD', 700n)]
    books([held]).apply(move(0n, { entries }), () => 'H')
    assert.equal(held.balanceMinor, 0n)
  })

  const ALLOWED: [title: string, minor: bigint, bounds: Partial<Account>][] = [
    ['down to nothing', -100_000n, {}],
    ['into the overdraft', -150_000n, { overdraftMinor: 50_000n }],
    ['without a lower bound, however far', -900_000n, { overdraftMinor: null }],
    ['up to its ceiling', 500n, { ceilingMinor: 100_500n }],
    ['towards a ceiling that it is below', 50_000n, { balanceMinor: -50_000n, overdraftMinor: null, ceilingMinor: 0n }],
    ['without an upper bound, however far', 10n ** 17n, {}],
  ]
  for (const [title, minor, bounds] of ALLOWED) {
    test(title, () => {
      const held = account(bounds)
      const before = held.balanceMinor
      books([held]).apply(move(minor), () => 'H')
      assert.deepEqual([held.balanceMinor, held.forcedMinor], [before + minor, 0n])
    })
  }
})

describe('a forced journal', () => {
  // [balance, forced so far, overdraft] moved by, by force → [balance, forced]
  type Before = [balanceMinor: bigint, forcedMinor: bigint, overdraftMinor?: bigint | null]
  const FORCED: [title: string, before: Before, moved: bigint, byForce: boolean, after: [bigint, bigint]][] = [
    ['goes below the limit and says how far', [100n, 0n], -600n, true, [-500n, 500n]],
    ['goes further below', [-500n, 500n], -300n, true, [-800n, 800n]],
    ['that needs no force forces nothing', [1_000n, 0n], -600n, true, [400n, 0n]],
    ['shrinks as money comes in', [-500n, 500n], 200n, false, [-300n, 300n]],
    ['is over once the account is above its limit', [-500n, 500n], 900n, false, [400n, 0n]],
    ['counts from the overdraft', [100n, 0n, 200n], -600n, true, [-500n, 300n]],
    ['forces nothing without a lower bound', [100n, 0n, null], -600n, true, [-500n, 0n]],
  ]
  for (const [title, [balanceMinor, forcedMinor, overdraftMinor = 0n], moved, forced, after] of FORCED) {
    test(title, () => {
      const held = account({ balanceMinor, forcedMinor, overdraftMinor })
      books([held]).apply(move(moved, { forced }), () => 'H')
      assert.deepEqual([held.balanceMinor, held.forcedMinor], after)
    })
  }
})

describe('holds', () => {
  test('a new one lowers what is available and is written', () => {
    const held = account()
    const read = books([held])
    read.apply(move(500n, heldBack(500n)), () => 'H9')
    assert.equal(held.heldMinor, 500n)
    assert.equal(read.heldOf('A', J1), 500n)
    assert.deepEqual(
      read.newHolds.map((one) => [one.holdId, one.journalId, one.amountMinor, one.released]),
      [['H9', J1, 500n, false]],
    )
  })

  test('one on an account without entries changes that account', () => {
    const [held, other] = [account(), account({ accountId: 'B' })]
    const read = books([held, other])
    read.apply(move(-500n, heldBack(500n), 'B'), () => 'H9')
    assert.deepEqual(read.changedAccounts, new Set([other, held]))
    read.changedAccounts.clear()
    read.apply(move(-500n, unheld(J1, 500n), 'B'), () => 'H9')
    assert.deepEqual([held.heldMinor, read.changedAccounts], [0n, new Set([other, held])])
  })

  const DUE: [releaseOn: string, due: boolean][] = [
    [YESTERDAY, true],
    [TODAY, true],
    ['20260311', false],
  ]
  for (const [releaseOn, due] of DUE) {
    test(`one until ${releaseOn} ${due ? 'is released' : 'stands'} when its account is touched`, () => {
      const held = account({ heldMinor: 700n })
      const open = hold(700n, releaseOn)
      const read = books([held], [open])
      assert.equal(held.heldMinor, due ? 0n : 700n)
      assert.equal(read.heldOf('A', J1), due ? 0n : 700n)
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
      const read = books([held], [open])
      read.apply(move(-amountMinor, unheld(J1, amountMinor)), () => 'H')
      assert.deepEqual([held.heldMinor, open.amountMinor, open.released], [left, left, released])
      assert.deepEqual([...read.changedHolds], [open])
    })
  }

  test('no more is released than is held', () => {
    const read = books([account({ heldMinor: 700n })], [hold(700n, '20260312')])
    assert.throws(() => read.apply(move(-701n, unheld(J1, 701n)), () => 'H'), /more would be released than is held/)
  })

  test('nor what another journal put on hold', () => {
    const read = books([account({ heldMinor: 700n })], [hold(700n, '20260312')])
    assert.throws(() => read.apply(move(-1n, unheld(J2, 1n)), () => 'H'), /more would be released than is held/)
  })

  /** The journal releases money that an earlier one put on hold. */
  function unheld(of: string, amountMinor: bigint): Partial<Journal> {
    return { journalId: J2, unhold: { accountId: 'A', journalId: of, amountMinor } }
  }
})
