// What holds for a transaction: ids take effect once, neighbours are left alone, and only a named reason is recorded.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { toFunctionSelector } from 'viem'
import { BOTH_CHAINS, eachChain } from './each-chain.ts'
import {
  ADMIN,
  addressOf,
  assetOf,
  burn,
  call,
  capture,
  contentOf,
  errorIn,
  GUARDIAN,
  hold,
  ISSUE_LIMIT,
  idOf,
  issue,
  LedgerDesk,
  OPERATOR,
  release,
  restrict,
  STRANGER,
  transfer,
} from './ledger-desk.ts'
import type { TestChain } from './test-chain.ts'

const A = assetOf('A')
const [ALICE, BOB] = [addressOf('alice'), addressOf('bob')]
const DAY = 86_400

eachChain('transactions', BOTH_CHAINS, (open) => {
  let chain: TestChain
  let desk: LedgerDesk

  before(async () => {
    chain = await open()
    desk = await LedgerDesk.open(chain)
    await desk.register(A, ALICE, BOB)
    await desk.execute({ id: idOf('first'), actions: [issue(A, ALICE, 100n)] })
  })
  after(() => chain.close())

  const balances = async () => (await desk.accounts(ALICE, BOB)).map(({ balance }) => balance)
  const rule = (title: string, run: () => Promise<void>) => test(title, () => chain.undone(run))

  rule('a failing operation leaves its neighbours alone', async () => {
    await desk.execute(
      { id: idOf('1'), actions: [burn(A, ALICE, 60n)] },
      { id: idOf('2'), actions: [issue(A, BOB, 9n), burn(A, ALICE, 60n)] },
      { id: idOf('3'), actions: [transfer(A, ALICE, BOB, 40n)] },
    )
    assert.equal(await desk.outcome(idOf('1')), 'APPLIED')
    assert.equal(await desk.outcome(idOf('2')), 'INSUFFICIENT_BALANCE')
    assert.equal(await desk.outcome(idOf('3')), 'APPLIED')
    assert.deepEqual(await balances(), [0n, 40n])
  })

  rule('an id takes effect once, in one transaction or in several, whatever its content', async () => {
    const operation = { id: idOf('1'), actions: [burn(A, ALICE, 10n)] }
    await desk.execute(operation, operation, { id: idOf('1'), actions: [issue(A, BOB, 1n)] })
    assert.deepEqual((await desk.execute(operation)).logs, [])
    await desk.execute({ id: idOf('1'), actions: [] })
    assert.deepEqual(await balances(), [90n, 0n])
    assert.equal(await desk.outcome(idOf('1')), 'APPLIED')
  })

  rule('an id tells with which content it was used, whatever is sent under it later', async () => {
    const ours = [burn(A, ALICE, 10n)]
    const theirs = [issue(A, BOB, 10n)]
    const cases = {
      applied: theirs,
      failed: [burn(A, BOB, 1n)],
      empty: [],
      hold: [hold(A, ALICE, 7n)],
      'hold among others': [hold(A, ALICE, 7n), issue(A, BOB, 1n)],
    }
    for (const [name, actions] of Object.entries(cases)) {
      const id = idOf(name)
      await desk.execute({ id, actions }, { id, actions: ours })
      assert.deepEqual(await desk.contents(id), [contentOf(actions)], name)
    }
    await desk.execute({ id: idOf('c'), actions: [capture(idOf('hold')), release(idOf('hold among others'))] })
    const ended = ['hold', 'hold among others'] as const
    assert.deepEqual(
      await desk.contents(...ended.map(idOf)),
      ended.map((name) => contentOf(cases[name])),
      'an ended hold keeps it',
    )
    assert.deepEqual(await desk.contents(idOf('never used')), [0n])
  })

  rule('the contract tells by ERC-165 that it keeps contents', async () => {
    for (const [id, isThere] of [
      [toFunctionSelector('contentsOf(bytes32[])'), true],
      ['0x01ffc9a7', true],
      ['0xffffffff', false],
    ] as const)
      assert.equal(BigInt(await chain.call(desk.ledger, call('supportsInterface', [id]))), isThere ? 1n : 0n, id)
  })

  rule('an id that failed stays failed when it would now apply', async () => {
    const operation = { id: idOf('1'), actions: [burn(A, BOB, 1n)] }
    await desk.execute(operation)
    await desk.execute({ id: idOf('2'), actions: [issue(A, BOB, 1n)] }, operation)
    assert.equal(await desk.outcome(idOf('1')), 'INSUFFICIENT_BALANCE')
    assert.deepEqual(await balances(), [100n, 1n])
  })

  rule('the id of a hold is used up, held or ended', async () => {
    const operation = { id: idOf('h'), actions: [hold(A, ALICE, 10n)] }
    await desk.execute(operation, operation)
    await desk.execute({ id: idOf('c'), actions: [capture(idOf('h'))] }, operation)
    assert.equal(await desk.outcome(idOf('h')), 'CAPTURED')
    assert.deepEqual((await desk.accounts(ALICE))[0]?.held, 0n)
  })

  rule('an error without a named reason undoes the transaction, with the neighbours', async () => {
    const broken = { ...issue(A, BOB, 1n), kind: 7 }
    const sent = await desk.send(OPERATOR, 'execute', [
      [
        { id: idOf('1'), actions: [issue(A, BOB, 1n)] },
        { id: idOf('2'), actions: [broken] },
      ],
    ])
    assert.equal(sent.isApplied, false)
    assert.equal(await desk.outcome(idOf('1')), 'NONE')
    assert.equal(await desk.outcome(idOf('2')), 'NONE')
  })

  rule('an empty list changes nothing', async () => {
    assert.deepEqual((await desk.execute()).logs, [])
  })

  // ── Who may do what

  const asset = assetOf('new')
  const listed = addressOf('listed')
  const calls = {
    execute: [[{ id: idOf('1'), actions: [restrict(BOB, 0n)] }]],
    registerAsset: [asset, 'name', 'symbol', 2],
    registerAccounts: [[{ account: listed, asset: A }]],
    pause: [],
    unpause: [],
    setLimits: [A, 1n, 1n],
    setNewAssetLimits: [1n, 1n],
    listAddress: [listed, A],
    delistAddress: [listed],
  } as const
  const allowed: Readonly<Record<keyof typeof calls, string>> = {
    execute: OPERATOR,
    registerAsset: OPERATOR,
    registerAccounts: OPERATOR,
    pause: GUARDIAN,
    unpause: ADMIN,
    setLimits: ADMIN,
    setNewAssetLimits: ADMIN,
    listAddress: ADMIN,
    delistAddress: ADMIN,
  }
  const keys = { ADMIN, OPERATOR, GUARDIAN, STRANGER }
  for (const [name, args] of Object.entries(calls) as [keyof typeof calls, readonly unknown[]][]) {
    rule(`${name} is for one role alone`, async () => {
      if (name === 'unpause') await desk.done(GUARDIAN, 'pause', [])
      if (name === 'delistAddress') await desk.done(ADMIN, 'listAddress', [listed, A])
      for (const key of Object.values(keys).filter((other) => other !== allowed[name]))
        assert.match(await desk.refused(key, name, args), /^AccessControlUnauthorizedAccount/)
      await desk.done(allowed[name] as typeof ADMIN, name, args)
    })
  }

  rule('an operation is applied by the ledger alone', async () => {
    for (const key of Object.values(keys))
      assert.equal(await desk.refused(key, 'applyOperation', [idOf('1'), [issue(A, BOB, 1n)]]), 'OnlyLedger()')
  })

  // ── Pause

  rule('a pause stops operations and registration until the admin lifts it', async () => {
    const operation = { id: idOf('1'), actions: [issue(A, BOB, 1n)] }
    await desk.done(GUARDIAN, 'pause', [])
    for (const name of ['execute', 'registerAsset', 'registerAccounts'] as const)
      assert.equal(
        await desk.refused(OPERATOR, name, name === 'execute' ? [[operation]] : calls[name]),
        'EnforcedPause()',
      )
    await desk.done(ADMIN, 'setLimits', [A, 200n, 200n])
    await desk.done(ADMIN, 'unpause', [])
    await desk.execute(operation)
    assert.deepEqual(await balances(), [100n, 1n])
  })

  // ── Limits

  rule('a new day (UTC) has a daily limit of its own', async () => {
    await desk.done(ADMIN, 'setLimits', [A, ISSUE_LIMIT, 150n])
    const issueOf = (id: string, amount: bigint) => desk.execute({ id: idOf(id), actions: [issue(A, BOB, amount)] })
    await issueOf('1', 51n)
    await issueOf('2', 50n)
    await chain.passSeconds(DAY - 3600)
    await issueOf('3', 1n)
    await chain.passSeconds(3600)
    await issueOf('4', 151n)
    await issueOf('5', 149n)
    await issueOf('6', 2n)
    await issueOf('7', 1n)
    const outcomes = []
    for (const id of ['1', '2', '3', '4', '5', '6', '7']) outcomes.push(await desk.outcome(idOf(id)))
    const [no, yes] = ['DAILY_LIMIT', 'APPLIED'] as const
    assert.deepEqual(outcomes, [no, yes, no, no, yes, no, yes])
  })

  rule('a ceiling below the supply stops issuing and nothing else', async () => {
    await desk.done(ADMIN, 'setLimits', [A, 50n, ISSUE_LIMIT])
    await desk.execute(
      { id: idOf('1'), actions: [issue(A, BOB, 1n)] },
      { id: idOf('2'), actions: [transfer(A, ALICE, BOB, 70n)] },
      { id: idOf('3'), actions: [burn(A, ALICE, 30n)] },
      { id: idOf('4'), actions: [burn(A, BOB, 30n)] },
      { id: idOf('5'), actions: [issue(A, BOB, 10n)] },
    )
    assert.equal(await desk.outcome(idOf('1')), 'CEILING')
    assert.equal(await desk.outcome(idOf('5')), 'APPLIED')
    assert.deepEqual(await balances(), [0n, 50n])
  })

  rule('limits are kept whole or refused', async () => {
    const max = 2n ** 80n - 1n
    await desk.done(ADMIN, 'setLimits', [A, max, max - 1n])
    const [{ ceiling, dailyLimit } = { ceiling: 0n, dailyLimit: 0n }] = await desk.assets(A)
    assert.deepEqual([ceiling, dailyLimit], [max, max - 1n])
    for (const limits of [
      [max + 1n, 1n],
      [1n, max + 2n],
    ])
      for (const name of ['setLimits', 'setNewAssetLimits'] as const)
        assert.match(await desk.refused(ADMIN, name, name === 'setLimits' ? [A, ...limits] : limits), /^LimitTooLarge/)
    assert.match(await desk.refused(ADMIN, 'setLimits', [0n, 1n, 1n]), /^NotAnAsset/)
  })

  rule('a ledger starts with limits of zero for new assets', async () => {
    await desk.done(ADMIN, 'setNewAssetLimits', [0n, 0n])
    await desk.done(OPERATOR, 'registerAsset', [asset, 'name', 'symbol', 2])
    await desk.registerAccounts([{ account: listed, asset }])
    await desk.execute({ id: idOf('1'), actions: [issue(asset, listed, 1n)] })
    assert.equal(await desk.outcome(idOf('1')), 'CEILING')
  })

  rule('the admin gives an asset its limits before it is registered, and it keeps them', async () => {
    await desk.done(ADMIN, 'setNewAssetLimits', [0n, 0n])
    await desk.done(ADMIN, 'setLimits', [asset, 7n, 5n])
    await desk.done(OPERATOR, 'registerAsset', [asset, 'name', 'symbol', 2])
    const [found] = await desk.assets(asset)
    assert.deepEqual([found?.ceiling, found?.dailyLimit], [7n, 5n])
    await desk.registerAccounts([{ account: listed, asset }])
    await desk.execute(
      { id: idOf('1'), actions: [issue(asset, listed, 6n)] },
      { id: idOf('2'), actions: [issue(asset, listed, 5n)] },
    )
    assert.equal(await desk.outcome(idOf('1')), 'DAILY_LIMIT')
    assert.equal(await desk.outcome(idOf('2')), 'APPLIED')
  })

  rule('too little gas for the list undoes it all', async () => {
    const list = Array.from({ length: 20 }, (_, i) => ({ id: idOf(`${i}`), actions: [issue(A, BOB, 1n)] }))
    const sent = await chain.send(OPERATOR, desk.ledger, call('execute', [list]), 500_000n)
    assert.equal(sent.isApplied, false, errorIn(sent))
    assert.deepEqual(await balances(), [100n, 0n])
    assert.equal(await desk.outcome(idOf('0')), 'NONE')
  })
})
