// What can go wrong between a gateway and a chain. After each, every operation has ended once, and the chain has what follows from
// the operations that are FINAL.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeFunctionResult, encodeFunctionData, keccak256 } from 'viem/utils'
import { tillgateLedgerAbi } from '../../../../contracts/artifacts/tillgate-ledger.ts'
import { tillgateTokenAbi } from '../../../../contracts/artifacts/tillgate-token.ts'
import { ChainProcess, OPERATOR, OTHER_OPERATOR } from '../../../../test/support/evm/chain-process.ts'
import { FaultyNode } from '../../../../test/support/evm/faulty-node.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import { burn, hold, issue, named } from '../conformance/ledger-client.ts'
import { STUCK_MS } from './chain/chain-rules.ts'
import { assetsRead } from './chain/contract-calls.ts'
import { Banks, Crash, newAccount, OPENING } from './evm-banks.fixture.ts'
import { openWorld, type WorldOptions } from './evm-world.fixture.ts'

const GWEI = 10n ** 9n
const PAID: WorldOptions = { fees: { mode: 'eip1559', maxFeeWei: 100n * GWEI } }

let chain: ChainProcess
let fresh: ChainProcess
before(async () => {
  ;[chain, fresh] = await Promise.all([ChainProcess.start(), ChainProcess.start({ startedMs: 0 })])
})
after(() => Promise.all([chain?.close(), fresh?.close()]))

const all = (status: string) => [status, status, status, status]

onDatabase('the EVM ledger', (_, open) => {
  const openBanks = async (options?: WorldOptions) => Banks.open(chain, (await open()).database, options)

  test('takes APPLIED back when a block is orphaned, and sends the same bytes again', async () => {
    const banks = await openBanks({ finality: { kind: 'depth', blocks: 2 } })
    const { ledger, clock } = banks.world
    await banks.submit()
    await ledger.turn()
    assert.deepEqual(await banks.statuses(), all('SUBMITTED'))
    const sent = await banks.rows<{ hash: string }>('SELECT hash FROM evm_sendings')
    await chain.orphaning(async () => {
      await chain.mine()
      await ledger.turn()
      // The one that fails is not in effect.
      assert.deepEqual(await banks.statuses(), ['APPLIED', 'APPLIED', 'SUBMITTED', 'APPLIED'])
      const [a] = banks.accounts
      assert.deepEqual(await ledger.balances([a], 'LATEST'), [{ balanceMinor: OPENING + 70n, heldMinor: 5n }])
      assert.deepEqual(await ledger.balances([a], 'FINAL'), [{ balanceMinor: OPENING, heldMinor: 0n }])
    })
    await chain.mine(2)
    await ledger.turn()
    assert.deepEqual(await banks.statuses(), all('SUBMITTED'))
    clock.nowMs += 6_000
    await banks.check()
    const mined = await banks.rows<{ hash: string }>(
      'SELECT mined_hash AS hash FROM evm_transactions ORDER BY nonce DESC LIMIT 1',
    )
    assert.deepEqual(mined, sent)
    assert.equal((await ledger.figures()).reorganisations, 1)
  })

  test('sends again what a pool has dropped', async () => {
    const banks = await openBanks()
    await banks.submit()
    await banks.world.ledger.turn()
    assert.equal(await chain.dropWaiting(), 1)
    banks.world.clock.nowMs += 6_000
    await banks.check()
    assert.equal((await banks.world.ledger.figures()).resends, 1)
  })

  test('accepts operations while the node is away, says so, and goes on when it is back', async () => {
    const node = await FaultyNode.start(chain.url)
    try {
      const banks = await openBanks({ urls: [node.url] })
      await banks.submit()
      await banks.world.ledger.turn()
      node.isDown = true
      await banks.submit()
      await banks.world.ledger.turn()
      await assert.rejects(banks.world.another().health(), /cannot be used/)
      assert.deepEqual((await banks.statuses()).slice(4), all('ACCEPTED'))
      assert.match(banks.world.log.join(), /cannot be used: no node of the chain can answer/)
      node.isDown = false
      await banks.check()
      assert.match(banks.world.log.join(), /can be used again/)
    } finally {
      node.close()
    }
  })

  test('is down when the chain makes no blocks, sends what is open all the same, and is up with the next block', async () => {
    let haltedAfterMs = 0
    const banks = await openBanks({ haltedAfterMs: () => haltedAfterMs })
    const { ledger, log } = banks.world
    await ledger.turn()
    await ledger.health()
    haltedAfterMs = 1
    await until(async () => {
      await ledger.turn()
      return ledger.health().then(
        () => false,
        () => true,
      )
    }, 'the ledger is down')
    assert.match(log.join(), /cannot be used: the chain makes no new blocks/)
    assert.equal((await ledger.figures()).trouble, 'the chain makes no new blocks')
    await banks.submit()
    await ledger.turn()
    assert.deepEqual(await banks.statuses(), all('SUBMITTED'))
    haltedAfterMs = 3_600_000
    await chain.mine()
    await ledger.turn()
    await ledger.health()
    assert.equal((await ledger.figures()).trouble, undefined)
    await banks.check()
  })

  test('names a token after its issuer, and refuses to register it again with other decimals', async () => {
    const { database } = await open()
    const { ledger, settle } = openWorld(chain, database)
    const { asset } = newAccount()
    await ledger.ensureAsset({ ...asset, issuerName: 'Ostermoor Cooperative' })
    await settle()
    await ledger.ensureAsset({ ...asset, issuerName: 'Ostermoor Bank' })
    await assert.rejects(ledger.ensureAsset({ ...asset, exponent: 3 }), /is registered with 2 decimals of USD/)
    const listed = (await ledger.assets()).find(({ assetId }) => assetId === asset.assetId)
    const [onChain] = assetsRead.answer(
      await chain.ask('eth_call', { to: chain.ledger, data: assetsRead.call([BigInt(listed?.name ?? 0)]) }, 'latest'),
    )
    const name = encodeFunctionData({ abi: tillgateTokenAbi, functionName: 'name' })
    const answer = await chain.ask<`0x${string}`>('eth_call', { to: onChain?.token, data: name }, 'latest')
    assert.equal(
      decodeFunctionResult({ abi: tillgateTokenAbi, functionName: 'name', data: answer }),
      'Ostermoor Cooperative USD',
    )
  })

  test('finds an asset that another key has registered, with what was issued of it', async () => {
    const banks = await openBanks()
    const { ledger } = banks.world
    const asset = 4711n + BigInt(banks.world.clock.nowMs)
    const send = async (functionName: 'registerAsset' | 'registerAccounts' | 'execute', args: readonly unknown[]) => {
      const data = encodeFunctionData({ abi: tillgateLedgerAbi, functionName, args } as never)
      await chain.ask('eth_sendTransaction', { from: OTHER_OPERATOR.address, to: chain.ledger, data, gas: '0x200000' })
      await chain.mine()
    }
    await chain.allowOperator(OTHER_OPERATOR.address)
    const account = `0x${'e'.repeat(40)}` as const
    await send('registerAsset', [asset, 'Thief', 'USD', 2])
    await send('registerAccounts', [[{ account, asset }]])
    const issued = { kind: 0, asset, account, to: `0x${'0'.repeat(40)}`, value: 77n }
    await send('execute', [[{ id: keccak256(new TextEncoder().encode(String(asset))), actions: [issued] }]])
    // With work the chain is looked at anew.
    await banks.submit()
    await banks.world.settle()
    const found = (await ledger.assets()).filter(({ assetId }) => assetId === undefined)
    assert.deepEqual(
      found.filter(({ name }) => name === String(asset)),
      [{ name: String(asset), assetId: undefined, supplyMinor: 77n }],
    )
  })

  test('refuses an operation that is cancelled before its block, and takes no block back', async () => {
    const banks = await openBanks()
    const { ledger, settle, clock } = banks.world
    const [a] = banks.accounts
    const [held, done] = [named(hold(a, 5n)), named(issue(a, 1n))]
    await ledger.submit([held])
    assert.equal((await ledger.cancel(held.opId)).status, 'ACCEPTED')
    await settle()
    await ledger.submit([held, done])
    await ledger.turn()
    await ledger.cancel(done.opId)
    clock.nowMs += 6_000
    await settle()
    assert.deepEqual(await banks.statuses([held, done]), ['FAILED', 'FINAL'])
    assert.deepEqual(await ledger.balances([a], 'FINAL'), [{ balanceMinor: OPENING + 1n, heldMinor: 0n }])
  })

  test('goes on after a crash at any step', async () => {
    const banks = await openBanks()
    const { world } = banks
    for (let step = 1; ; step++) {
      const crash = new Crash(step)
      const doomed = world.another({
        wrap: (rpc) => crash.around(rpc),
        wrapDatabase: (database) => crash.around(database),
      })
      await banks.submit()
      try {
        for (let round = 0; round < 3; round++) {
          await doomed.turn()
          await chain.mine()
          world.clock.nowMs += 1_000
        }
      } catch (error) {
        if (error !== crash.error) throw error
      }
      if (crash.steps < step) break
      assert.ok(step < 200)
    }
    world.clock.nowMs += 6_000
    await banks.check()
  })

  test('works with two gateways on one key', async () => {
    const banks = await openBanks({ finality: { kind: 'depth', blocks: 1 } })
    const { world } = banks
    const ledgers = [world.ledger, world.another(), world.another()]
    for (let round = 0; round < 6; round++) {
      await Promise.all(ledgers.map((ledger) => banks.submit(ledger)))
      await Promise.all(ledgers.map((ledger) => ledger.turn()))
      if (round % 2 === 0) await chain.mine()
      world.clock.nowMs += 3_000
    }
    await banks.check()
    const used = await banks.rows<{ nonce: bigint; is_lost: boolean }>(
      'SELECT nonce, mined_hash IS NULL AS is_lost FROM evm_transactions ORDER BY nonce',
    )
    for (const [i, { nonce, is_lost: isLost }] of used.entries()) {
      assert.equal(nonce, (used[0]?.nonce ?? 0n) + BigInt(i), 'nonces have no gap')
      assert.equal(isLost, false)
    }
  })

  test('gives operations back when a foreign transaction has taken their nonce', async () => {
    const banks = await openBanks()
    const { ledger, clock } = banks.world
    await banks.submit()
    await ledger.turn()
    const [placed] = await banks.rows<{ nonce: bigint }>(`SELECT nonce FROM evm_transactions WHERE state = 'OPEN'`)
    await chain.dropWaiting()
    await chain.sendForeign(Number(placed?.nonce))
    await chain.mine()
    clock.nowMs += 6_000
    await banks.check()
    const rows = await banks.rows(
      `SELECT mined_hash IS NULL AS is_lost FROM evm_transactions ORDER BY nonce DESC LIMIT 2`,
    )
    assert.deepEqual(rows, [{ is_lost: false }, { is_lost: true }])
  })

  test('moves its nonce past those that a foreign transaction has used', async () => {
    const banks = await openBanks()
    await chain.sendForeign()
    await chain.mine()
    await banks.submit()
    await banks.check()
    assert.deepEqual(await banks.rows(`SELECT 1 FROM evm_transactions WHERE mined_hash IS NULL`), [])
  })

  test('goes on from an older copy of the database', async () => {
    const banks = await openBanks()
    const { ledger } = banks.world
    await banks.submit()
    await ledger.turn()
    const tables = ['evm_ledger', 'evm_keys', 'evm_transactions', 'evm_sendings', 'evm_work']
    for (const table of tables) await banks.database.query(`CREATE TABLE copy_of_${table} AS SELECT * FROM ${table}`)
    await banks.world.settle()
    // Not in the copy: they use the nonces that the copy takes for free.
    const [a] = banks.accounts
    await ledger.submit([named(burn(a, 1_000_000n))])
    await banks.world.settle()
    await banks.database.query(`TRUNCATE ${tables.join()}`)
    for (const table of tables)
      await banks.database.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM copy_of_${table}`)
    await banks.submit()
    await banks.check()
  })

  test('waits while the contract is paused, and uses up no more nonces', async () => {
    const banks = await openBanks()
    const { ledger, clock } = banks.world
    await banks.submit()
    await ledger.turn()
    await chain.dropWaiting()
    await chain.pause()
    clock.nowMs += 6_000
    for (let round = 0; round < 4; round++) {
      await ledger.turn()
      await chain.mine()
      clock.nowMs += 6_000
    }
    await assert.rejects(banks.world.another().health(), /cannot be used/)
    assert.match(banks.world.log.join(), /the contract is paused/)
    assert.deepEqual(await banks.statuses(), all('ACCEPTED'))
    const rows = await banks.rows(
      `SELECT count(*) AS reverted FROM evm_transactions t WHERE kind = 'OP' AND mined_hash IS NOT NULL`,
    )
    assert.deepEqual(rows, [{ reverted: 2n }], 'the opening and the one that was reverted')
    await chain.unpause()
    await banks.check()
  })

  test('replaces what is stuck under its nonce with higher fees, and keeps every hash', async () => {
    const banks = await openBanks(PAID)
    const { ledger, clock } = banks.world
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x3b9aca00')
    await chain.mine()
    await banks.submit()
    await ledger.turn()
    // Blocks cost more than the transaction offers.
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x4a817c800')
    await chain.mine()
    clock.nowMs += STUCK_MS
    await ledger.turn()
    const fees = await banks.rows<{ max_fee_wei: string; priority_fee_wei: string; nonce: bigint }>(
      `SELECT max_fee_wei, priority_fee_wei, nonce FROM evm_sendings JOIN evm_transactions t USING (transaction_id)
        WHERE t.state = 'OPEN' ORDER BY attempt`,
    )
    assert.equal(fees.length, 2)
    assert.equal(fees[0]?.nonce, fees[1]?.nonce)
    for (const fee of ['max_fee_wei', 'priority_fee_wei'] as const)
      assert.ok(BigInt(fees[1]?.[fee] ?? 0) * 10n >= BigInt(fees[0]?.[fee] ?? 0) * 11n, fee)
    await banks.check()
    assert.equal((await ledger.figures()).replacements, 1)
    assert.ok((await ledger.figures()).feesWei > 0n)
    // Fees above the cap: work waits, and new movements are refused.
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x1d1a94a2000')
    await chain.mine()
    await banks.submit()
    await ledger.turn()
    await assert.rejects(banks.world.another().health(), /cannot be used/)
    assert.deepEqual((await banks.statuses()).slice(4), all('ACCEPTED'))
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x0')
    await chain.mine()
    await banks.check()
  })

  test('waits while the key is dry, and goes on when it is refilled', async () => {
    const banks = await openBanks(PAID)
    const { ledger, clock } = banks.world
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x3b9aca00')
    await chain.mine()
    const full = await chain.ask('eth_getBalance', OPERATOR.address, 'latest')
    await banks.submit()
    await ledger.turn()
    // The pool forgets what cannot be paid.
    await chain.dropWaiting()
    await chain.ask('hardhat_setBalance', OPERATOR.address, '0x1')
    await banks.submit()
    for (let round = 0; round < 3; round++) {
      clock.nowMs += STUCK_MS
      await ledger.turn()
      await chain.mine()
    }
    await assert.rejects(banks.world.another().health(), /cannot be used/)
    assert.match(banks.world.log.join(), /cannot pay/)
    assert.deepEqual(await banks.statuses(), [...all('SUBMITTED'), ...all('ACCEPTED')])
    assert.equal((await ledger.figures()).replacements, 0, 'fees are not raised')
    await chain.ask('hardhat_setBalance', OPERATOR.address, full)
    clock.nowMs += 6_000
    await banks.check()
    await chain.ask('hardhat_setNextBlockBaseFeePerGas', '0x0')
    await chain.mine()
  })

  test('brings the work of a key that is gone to the chain with another one', async () => {
    await chain.allowOperator(OTHER_OPERATOR.address)
    const banks = await openBanks()
    const { world } = banks
    await banks.submit()
    await world.ledger.turn()
    await chain.dropWaiting()
    const heir = world.another({ key: OTHER_OPERATOR.key })
    // Without the bytes of the old key, which any node would send.
    await banks.database.query('DELETE FROM evm_sendings')
    world.clock.nowMs += 11 * 60_000
    await world.settle([heir])
    assert.deepEqual(await banks.statuses(), ['FINAL', 'FINAL', 'FAILED', 'FINAL'])
    assert.deepEqual(await heir.balances([banks.accounts[0]], 'FINAL'), [
      { balanceMinor: OPENING + 70n, heldMinor: 5n },
    ])
  })

  test('refuses another chain, and one that has unmade a final block', async () => {
    const banks = await openBanks()
    const snapshot = await chain.ask('evm_snapshot')
    await banks.submit()
    await banks.check()
    await chain.ask('evm_revert', snapshot)
    // Other blocks at the same heights.
    await chain.ask('evm_increaseTime', 100)
    await chain.mine(4)
    await assert.rejects(banks.world.another().health(), /cannot be used/)
    await banks.submit()
    await banks.world.ledger.turn()
    assert.deepEqual((await banks.statuses()).slice(4), all('ACCEPTED'))
    assert.match(banks.world.log.join(), /another block where one was final/)
    assert.equal(fresh.ledger, chain.ledger, 'a fresh chain with the same id, and the same address of the contract')
    await assert.rejects(banks.world.another({ urls: [fresh.url] }).health(), /cannot be used/)
    assert.match(banks.world.log.join(), /node 1 is on another chain/)
  })
})
