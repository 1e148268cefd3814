// Keys, assets, accounts, listed addresses and the ERC-20 face.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Hex, zeroAddress } from 'viem'
import { tillgateLedgerDeployedBytecode } from '../artifacts/tillgate-ledger.ts'
import { BOTH_CHAINS, eachChain } from './each-chain.ts'
import {
  ADMIN,
  addressOf,
  assetOf,
  capture,
  deploy,
  errorIn,
  eventsIn,
  GUARDIAN,
  hold,
  ISSUE_LIMIT,
  idOf,
  issue,
  LedgerDesk,
  NO_CREDIT,
  NO_DEBIT,
  OPERATOR,
  release,
  restrict,
  STRANGER,
} from './ledger-desk.ts'
import type { TestChain } from './test-chain.ts'

const A = assetOf('A')
const B = assetOf('B')
const [ALICE, CAROL] = [addressOf('alice'), addressOf('carol')]
const [ONE, TWO, SPENDER] = [addressOf('one'), addressOf('two'), addressOf('spender')]
const ADMIN_ROLE: Hex = `0x${'00'.repeat(32)}`
const [OPERATOR_ROLE, GUARDIAN_ROLE] = [idOf('OPERATOR_ROLE'), idOf('GUARDIAN_ROLE')]
const NAMES = {
  [ONE]: 'one',
  [TWO]: 'two',
  [ALICE]: 'alice',
  [SPENDER]: 'spender',
  [String(A)]: 'A',
  [zeroAddress]: '-',
}

eachChain('parties', BOTH_CHAINS, (open) => {
  let chain: TestChain
  let desk: LedgerDesk

  before(async () => {
    chain = await open()
    desk = await LedgerDesk.open(chain)
    await desk.register(A, ALICE)
    await desk.register(B, CAROL)
    await desk.done(ADMIN, 'listAddress', [ONE, A])
    await desk.done(ADMIN, 'listAddress', [TWO, A])
    await desk.execute(
      { id: idOf('first'), actions: [issue(A, ALICE, 100n), issue(A, ONE, 100n)] },
      { id: idOf('hold'), actions: [hold(A, ONE, 30n)] },
    )
  })
  after(() => chain.close())

  const rule = (title: string, run: () => Promise<void>) => test(title, () => chain.undone(run))
  const flagsOf = async (account: Hex) => (await desk.accounts(account))[0]?.flags
  const balancesOf = async (...accounts: readonly Hex[]) =>
    (await desk.accounts(...accounts)).map(({ balance, held }) => [balance, held])

  // ── Keys

  rule('the code on the chain is that of the artifact', async () => {
    assert.equal(await chain.codeAt(desk.ledger), tillgateLedgerDeployedBytecode)
  })

  rule('no key is both admin and operator', async () => {
    assert.match(await desk.refused(ADMIN, 'grantRole', [OPERATOR_ROLE, ADMIN]), /^AdminCannotOperate/)
    assert.match(await desk.refused(ADMIN, 'grantRole', [ADMIN_ROLE, OPERATOR]), /^AdminCannotOperate/)
    assert.match(errorIn(await deploy(chain, ADMIN, ADMIN, GUARDIAN)), /^AdminCannotOperate/)
  })

  rule('no role is given to address zero', async () => {
    for (const [admin, operator, guardian] of [
      [zeroAddress, OPERATOR, GUARDIAN],
      [ADMIN, zeroAddress, GUARDIAN],
      [ADMIN, OPERATOR, zeroAddress],
    ] as const)
      assert.equal(errorIn(await deploy(chain, admin, operator, guardian)), 'ZeroKey()')
  })

  rule('an operator is replaced by the admin', async () => {
    const operation = { id: idOf('1'), actions: [restrict(ALICE, 0n)] }
    await desk.done(ADMIN, 'grantRole', [OPERATOR_ROLE, STRANGER])
    await desk.done(ADMIN, 'revokeRole', [OPERATOR_ROLE, OPERATOR])
    assert.match(await desk.refused(OPERATOR, 'execute', [[operation]]), /^AccessControlUnauthorizedAccount/)
    await desk.done(STRANGER, 'execute', [[operation]])
  })

  rule('an admin is replaced by another, and one always remains', async () => {
    assert.equal(await desk.refused(ADMIN, 'renounceRole', [ADMIN_ROLE, ADMIN]), 'AdminCannotRemoveItself()')
    assert.equal(await desk.refused(ADMIN, 'revokeRole', [ADMIN_ROLE, ADMIN]), 'AdminCannotRemoveItself()')
    await desk.done(ADMIN, 'grantRole', [ADMIN_ROLE, STRANGER])
    await desk.done(STRANGER, 'revokeRole', [ADMIN_ROLE, ADMIN])
    assert.match(await desk.refused(ADMIN, 'setLimits', [A, 1n, 1n]), /^AccessControlUnauthorizedAccount/)
  })

  rule('only the admin gives roles', async () => {
    for (const key of [OPERATOR, GUARDIAN, STRANGER])
      for (const role of [ADMIN_ROLE, OPERATOR_ROLE, GUARDIAN_ROLE])
        assert.match(await desk.refused(key, 'grantRole', [role, key]), /^AccessControlUnauthorizedAccount/)
  })

  // ── Assets and accounts

  rule('an asset gets a token, once', async () => {
    const token = await desk.tokenOf(A)
    const again = await desk.done(OPERATOR, 'registerAsset', [A, 'Other', 'USD', 2])
    assert.deepEqual(again.logs, [])
    assert.equal(await desk.tokenOf(A), token)
    assert.deepEqual(
      [await desk.ask(A, 'name'), await desk.ask(A, 'symbol'), await desk.ask(A, 'decimals')],
      ['Bank A dollar', 'USD', 2],
    )
    assert.notEqual(await desk.tokenOf(B), token)
    assert.match(await desk.refused(OPERATOR, 'registerAsset', [0n, 'Zero', 'ZER', 2]), /^NotAnAsset/)
  })

  rule('an asset is not registered again with other decimals or another symbol', async () => {
    for (const [symbol, decimals] of [
      ['USD', 3],
      ['USD', 0],
      ['EUR', 2],
    ])
      assert.equal(
        await desk.refused(OPERATOR, 'registerAsset', [A, 'Bank A dollar', symbol, decimals]),
        `AssetDiffers(${A})`,
      )
    assert.deepEqual([await desk.ask(A, 'symbol'), await desk.ask(A, 'decimals')], ['USD', 2])
  })

  rule('a token has the same address whatever came before it', async () => {
    const register = async (...assets: readonly bigint[]) => {
      for (const asset of assets) await desk.register(asset)
      return desk.tokenOf(assetOf('new'))
    }
    const first = await chain.undone(() => register(assetOf('new')))
    assert.equal(await register(assetOf('other'), assetOf('new')), first)
  })

  rule('an asset begins with the limits of new assets', async () => {
    await desk.done(ADMIN, 'setNewAssetLimits', [7n, 5n])
    await desk.register(assetOf('new'))
    const [found] = await desk.assets(assetOf('new'))
    assert.deepEqual([found?.supply, found?.ceiling, found?.dailyLimit], [0n, 7n, 5n])
    assert.deepEqual(
      (await desk.assets(A)).map(({ ceiling, dailyLimit }) => [ceiling, dailyLimit]),
      [[ISSUE_LIMIT, ISSUE_LIMIT]],
    )
  })

  rule('an account keeps its asset and what it has', async () => {
    const { logs } = await desk.registerAccounts([
      { account: ALICE, asset: A },
      { account: ALICE, asset: B },
      { account: ONE, asset: A },
      { account: STRANGER, asset: assetOf('unknown') },
      { account: zeroAddress, asset: A },
    ])
    assert.deepEqual(logs, [])
    const [alice, , stranger] = await desk.accounts(ALICE, ONE, STRANGER)
    assert.deepEqual([alice?.asset, alice?.balance], [A, 100n])
    assert.equal(stranger?.flags, 0)
    assert.equal(await flagsOf(ONE), 4 + 8 + 16)
  })

  // ── Listed addresses

  rule('a customer cannot be listed, nor an address for a second asset', async () => {
    for (const [account, asset] of [
      [ALICE, A],
      [CAROL, A],
      [ONE, B],
      [zeroAddress, A],
    ] as const)
      assert.match(await desk.refused(ADMIN, 'listAddress', [account, asset]), /^NotListable/)
    assert.match(await desk.refused(ADMIN, 'listAddress', [STRANGER, assetOf('unknown')]), /^NotAnAsset/)
    for (const account of [ALICE, STRANGER])
      assert.match(await desk.refused(ADMIN, 'delistAddress', [account]), /^NotListable/)
  })

  rule('an address off the list can be listed again', async () => {
    await desk.done(ADMIN, 'delistAddress', [ONE])
    assert.equal((await desk.asOwner(ONE, A, 'transfer', TWO, 1n)).error, 'Refused(UNLISTED)')
    const again = await desk.done(ADMIN, 'listAddress', [ONE, A])
    assert.deepEqual(eventsIn(again, NAMES), ['AddressListed one A'])
    assert.equal((await desk.asOwner(ONE, A, 'transfer', TWO, 1n)).error, undefined)
    assert.deepEqual(await balancesOf(ONE, TWO), [
      [99n, 30n],
      [1n, 0n],
    ])
  })

  // ── The owner's own transfers

  rule('a listed address moves what is free', async () => {
    const result = await desk.asOwner(ONE, A, 'transfer', TWO, 70n)
    assert.deepEqual(eventsIn(result, NAMES), ['Transfer one two 70'])
    assert.deepEqual(await balancesOf(ONE, TWO), [
      [30n, 30n],
      [70n, 0n],
    ])
    assert.deepEqual(eventsIn(await desk.asOwner(ONE, A, 'transfer', TWO, 0n), NAMES), ['Transfer one two 0'])
  })

  const refusals: readonly {
    readonly title: string
    readonly from?: Hex
    readonly to?: Hex
    readonly value?: bigint
    readonly first?: () => Promise<unknown>
    readonly error: string
  }[] = [
    { title: 'what is held stays', value: 71n, error: 'Refused(INSUFFICIENT_BALANCE)' },
    { title: 'no amount is cut', value: 2n ** 80n + 1n, error: 'Refused(INSUFFICIENT_BALANCE)' },
    { title: 'a customer moves nothing, with a matching key', from: ALICE, error: 'Refused(UNLISTED)' },
    { title: 'a customer receives nothing', to: ALICE, error: 'Refused(UNLISTED)' },
    { title: 'an unknown address moves nothing', from: STRANGER, error: 'Refused(UNKNOWN_ACCOUNT)' },
    { title: 'an unknown address receives nothing', to: STRANGER, error: 'Refused(UNKNOWN_ACCOUNT)' },
    { title: 'a holder of another asset moves nothing', from: CAROL, error: 'Refused(UNKNOWN_ACCOUNT)' },
    { title: 'a holder of another asset receives nothing', to: CAROL, error: 'Refused(UNKNOWN_ACCOUNT)' },
    {
      title: 'NO_DEBIT stops it',
      first: () => desk.execute({ id: idOf('r'), actions: [restrict(ONE, NO_DEBIT)] }),
      error: 'Refused(RESTRICTED)',
    },
    {
      title: 'NO_CREDIT of the other side stops it',
      first: () => desk.execute({ id: idOf('r'), actions: [restrict(TWO, NO_CREDIT)] }),
      error: 'Refused(RESTRICTED)',
    },
    { title: 'a pause stops it', first: () => desk.done(GUARDIAN, 'pause', []), error: 'EnforcedPause()' },
    {
      title: 'an address off the list receives nothing',
      first: () => desk.done(ADMIN, 'delistAddress', [TWO]),
      error: 'Refused(UNLISTED)',
    },
  ]
  for (const { title, from = ONE, to = TWO, value = 1n, first, error } of refusals) {
    rule(`${title}, by transfer and by transferFrom`, async () => {
      await desk.asOwner(from, A, 'approve', SPENDER, 2n ** 256n - 1n)
      await first?.()
      assert.equal((await desk.asOwner(from, A, 'transfer', to, value)).error, error)
      assert.equal((await desk.asOwner(SPENDER, A, 'transferFrom', from, to, value)).error, error)
      assert.deepEqual(await balancesOf(ONE, TWO), [
        [100n, 30n],
        [0n, 0n],
      ])
    })
  }

  rule('an allowance is spent', async () => {
    const approved = await desk.asOwner(ONE, A, 'approve', SPENDER, 10n)
    assert.deepEqual(eventsIn(approved, NAMES), ['Approval one spender 10'])
    assert.equal((await desk.asOwner(SPENDER, A, 'transferFrom', ONE, TWO, 6n)).error, undefined)
    assert.equal(await desk.ask(A, 'allowance', ONE, SPENDER), 4n)
    assert.match(String((await desk.asOwner(SPENDER, A, 'transferFrom', ONE, TWO, 5n)).error), /^InsufficientAllowance/)
    assert.match(
      String((await desk.asOwner(STRANGER, A, 'transferFrom', ONE, TWO, 1n)).error),
      /^InsufficientAllowance/,
    )
    await desk.asOwner(ONE, A, 'approve', SPENDER, 2n ** 256n - 1n)
    await desk.asOwner(SPENDER, A, 'transferFrom', ONE, TWO, 1n)
    assert.equal(await desk.ask(A, 'allowance', ONE, SPENDER), 2n ** 256n - 1n)
    assert.deepEqual(await balancesOf(TWO), [[7n, 0n]])
  })

  rule("only an asset's own token moves its listed addresses", async () => {
    for (const key of [ADMIN, OPERATOR, GUARDIAN, ONE, STRANGER])
      assert.equal(await desk.refused(key, 'transferListed', [ONE, TWO, 1n]), 'Refused(UNKNOWN_ACCOUNT)')
  })

  rule('a token takes events and its description from the ledger alone', async () => {
    for (const key of [ADMIN, OPERATOR, ONE])
      for (const [name, ...args] of [
        ['describe', 'Other', 'OTH', 3],
        ['emitTransfer', ONE, TWO, 1n],
        ['emitHoldCreated', idOf('1'), ONE, 1n],
        ['emitHoldExecuted', idOf('1'), ONE, TWO, 1n],
        ['emitHoldReleased', idOf('1'), ONE, 1n],
      ] as const)
        assert.equal((await desk.asOwner(key, A, name, ...args)).error, 'OnlyLedger()')
  })

  rule('a token shows balances and holds as ERC-20 and ERC-1996 do', async () => {
    const shown = async (name: string, ...args: readonly unknown[]) => desk.ask(A, name, ...args)
    assert.equal(await shown('totalSupply'), 200n)
    assert.equal(await shown('totalSupplyOnHold'), 30n)
    assert.equal(await shown('balanceOf', ONE), 70n)
    assert.equal(await shown('balanceOnHold', ONE), 30n)
    assert.equal(await shown('netBalanceOf', ONE), 100n)
    assert.equal(await desk.ask(B, 'netBalanceOf', ONE), 0n)
    assert.equal(await desk.ask(B, 'balanceOnHold', ONE), 0n)
    await desk.execute(
      { id: idOf('2'), actions: [hold(A, ALICE, 5n)] },
      { id: idOf('3'), actions: [hold(A, ALICE, 6n)] },
      { id: idOf('4'), actions: [capture(idOf('2')), release(idOf('3'))] },
    )
    const holdOf = async (asset: bigint, id: Hex) =>
      ((await desk.ask(asset, 'retrieveHoldData', id)) as readonly unknown[]).map((value) =>
        String(value).toLowerCase(),
      )
    const none = [zeroAddress, zeroAddress, zeroAddress, '0', '0', '0']
    assert.deepEqual(await holdOf(A, idOf('hold')), [ONE, zeroAddress, desk.ledger, '30', '0', '1'])
    assert.deepEqual(await holdOf(A, idOf('2')), [ALICE, zeroAddress, desk.ledger, '5', '0', '2'])
    assert.deepEqual(await holdOf(A, idOf('3')), [ALICE, zeroAddress, desk.ledger, '6', '0', '3'])
    assert.deepEqual(await holdOf(A, idOf('first')), none)
    assert.deepEqual(await holdOf(B, idOf('hold')), none)
  })
})
