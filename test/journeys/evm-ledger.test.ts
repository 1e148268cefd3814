// A bank on an EVM chain beside one on the built-in ledger, from the command that deploys the contract to the drift that
// reconciliation finds when tokens move outside the platform.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { tillgateLedgerAbi } from '../../contracts/artifacts/tillgate-ledger.ts'
import { loadMasterKeys } from '../../src/app/config/master-key.ts'
import { SecretBox } from '../../src/platform/kernel/secrets/secrets.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { nameSecretOf } from '../../src/tokens/ledgers/evm/name-secret.ts'
import { OnChainNames } from '../../src/tokens/ledgers/evm/on-chain-names.ts'
import { DigitalPartner, type Holder, USD } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { ADMIN_KEY, ChainProcess, type Hex, OPERATOR, OTHER_OPERATOR } from '../support/evm/chain-process.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { runInProcess } from '../support/gateways/in-process-command.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

describe('a bank on an EVM chain and one on the built-in ledger', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-evm-journey-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  let chain: ChainProcess
  let store: Store
  let gateway: Gateway
  let env: Record<string, string>
  const partner = new DigitalPartner(() => gateway.url)
  let onChain: Holder
  let builtIn: Holder

  before(async () => {
    chain = await ChainProcess.start()
    await chain.ask('evm_setAutomine', true)
    // A chain without new blocks is down.
    await chain.ask('evm_setIntervalMining', 1_000)
    store = await createSandboxStore('postgres')
    env = {
      EVM_RPC_URLS: chain.url,
      EVM_RAW_KEY_FILE: file('operator.key', OPERATOR.key),
      EVM_FINALITY: 'instant',
      EVM_FEES: 'zero',
    }
  })
  after(async () => {
    await gateway?.stop()
    await chain?.close()
    await store?.remove()
    rmSync(folder, { recursive: true })
  })

  const tillgate = (...args: string[]) => runInProcess(args, { ...store.env, ...env })

  test('the contract is deployed by a key that is not the operator, and what is wrong is said', async () => {
    const rawKey = file('admin.key', ADMIN_KEY)
    const limits = ['--ceiling', '100000000', '--daily-limit', '100000000']
    const own = await tillgate('evm', 'deploy', '--raw-key', file('own.key', OPERATOR.key), ...limits)
    assert.match(own.stderr, /^tillgate: --key is the operator's/)
    const half = await tillgate('evm', 'deploy', '--raw-key', rawKey, '--ceiling', '5')
    assert.equal(half.stderr, 'tillgate: --daily-limit is required with --ceiling\n')
    for (const command of ['deploy', 'administer']) {
      const production = { ...env, ENVIRONMENT: 'prod', EVM_LEDGER_ADDRESS: `0x${'a'.repeat(40)}` }
      const open = await runInProcess(['evm', command, '--key', rawKey, '--password', rawKey, ...limits], production)
      assert.equal(
        open.stderr,
        'tillgate: --ceiling without --asset is for the sandbox only: give each token limits of its own\n',
      )
    }
    const away = await runInProcess(['evm', 'deploy', '--raw-key', rawKey], {
      ...env,
      EVM_RPC_URLS: 'http://user:hunter2@127.0.0.1:9/secret-path',
    })
    assert.match(away.stderr, /^tillgate: EVM_RPC_URLS: no node of the chain can answer: node 1: .*ECONNREFUSED/)
    assert.doesNotMatch(away.stderr, /hunter2|secret-path/)
    const done = await tillgate('evm', 'deploy', '--raw-key', rawKey, ...limits)
    assert.equal(done.code, 0, done.stderr)
    const address = /^EVM_LEDGER_ADDRESS=(0x[0-9a-f]{40})$/m.exec(done.stdout)?.[1]
    assert.ok(address !== undefined, done.stdout)
    env = { ...env, EVM_LEDGER_ADDRESS: address }
  })

  test('a look at the chain before its first use does not bind the database to a contract', async () => {
    const shown = await tillgate('evm', 'status')
    assert.match(shown.stdout, /^ledger +can be used$/m)
    assert.match(shown.stdout, /^contract +0x[0-9a-f]{40}$/m)
    assert.match(shown.stdout, /^new tokens +up to 100000000 each, 100000000 a day, without the admin's word/m)
    const database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 1 })
    const { rowCount } = await database.query('SELECT FROM evm_ledger').finally(() => database.close())
    assert.equal(rowCount, 0)
  })

  test('tokens go from one ledger to the other and back', async () => {
    gateway = await startGateway(store, env)
    const properties = new DigitalProperties(() => gateway.url)
    await properties.set('answer-within', '20s')
    const institution = { name: 'Chain Bank', country: 'US', currencies: ['USD'] }
    const { id: institutionId } = await partner.ok('POST /institutions', { institution })
    await properties.set('ledger', 'evm', institutionId)
    const admin = ['--raw-key', join(folder, 'admin.key')]
    // As on a chain of value: a new token can be issued once the admin has given it limits.
    assert.match(
      (await tillgate('evm', 'administer', ...limitsOf('0'), ...admin)).stdout,
      /^limits of new assets set$/m,
    )
    assert.match((await tillgate('evm', 'status')).stdout, /^new tokens +need limits from the admin$/m)
    onChain = await partner.holder({ institutionId })
    builtIn = await partner.holder()
    const deposit = { tokenAmount: USD(100), digitalAssetAccount: { id: onChain.accountId } }
    assert.equal(await partner.refused('POST /tokenized-deposits', deposit), '422 LIMIT_EXCEEDED AM14')
    const asset = `${institutionId}:USD`
    assert.match((await tillgate('evm', 'tokens')).stdout, new RegExp(`^Chain Bank: ${asset}, .* supply 0 of 0, `, 'm'))
    const given = await tillgate('evm', 'administer', '--asset', asset, ...limitsOf('100000000'), ...admin)
    assert.equal(given.stdout, `limits of ${asset} set\n`, given.stderr)
    const early = await tillgate('evm', 'administer', '--asset', `${institutionId}:EUR`, ...limitsOf('5'), ...admin)
    assert.equal(early.code, 0, `a token has its limits before it is registered: ${early.stderr}`)
    await until(async () => {
      const [token] = JSON.parse((await tillgate('evm', 'tokens', '--json')).stdout)
      return token.headroom === '100000000' && (await finalBlock()) >= (await latestBlock()) - 1
    }, 'the limits are final')
    await Promise.all([onChain, builtIn].map(({ accountId }) => partner.deposit(accountId, 100)))
    for (const [from, to, mode] of [
      [onChain, builtIn, 'IMMEDIATE'],
      [builtIn, onChain, 'IMMEDIATE'],
      [onChain, builtIn, 'TWO_PHASE'],
    ] as const) {
      const made = await partner.ok('POST /interbank-transfers', {
        tokenAmount: USD(30),
        digitalAssetAccount: { id: from.accountId },
        beneficiary: { institutionId: to.institutionId, digitalAssetAccount: { id: to.accountId } },
        ...(mode === 'TWO_PHASE' && { settlement: { mode, expiresInSeconds: 86_400 } }),
      })
      if (mode === 'IMMEDIATE') assert.equal(made.state, 'COMMITTED')
      else
        await partner.ok(`POST /interbank-transfers/${made.id}/resolution`, {
          resolution: { action: 'ABORT', reason: 'a test' },
        })
    }
    for (const { accountId } of [onChain, builtIn])
      assert.deepEqual(await partner.balances(accountId), { asset: 100, available: 100, locked: 0, pending: 0 })
  })

  test('the command line shows the chain, the key and no open work', async () => {
    const shown = await tillgate('evm', 'status')
    assert.match(shown.stdout, /^ledger +can be used$/m)
    assert.match(shown.stdout, /^chain +31337, first block 0x/m)
    assert.match(shown.stdout, new RegExp(`^key +${OPERATOR.address}$`, 'm'))
    assert.match(shown.stdout, /^waiting +0$/m)
    assert.equal((await tillgate('evm', 'resend')).stdout, 'no transaction is open\n')
    assert.doesNotMatch(shown.stdout + gateway.output(), new RegExp(OPERATOR.key.slice(2)))
  })

  test('the command line shows the tokens, and changes roles, addresses and nothing that is bound', async () => {
    const shown = await tillgate('evm', 'tokens')
    assert.match(
      shown.stdout,
      new RegExp(
        `^Chain Bank: ${onChain.institutionId}:USD, token 0x[0-9a-fA-F]{40}, supply 10000 of 100000000, 100000000 a day, \\d+ can`,
        'm',
      ),
    )
    const listed = JSON.parse((await tillgate('evm', 'tokens', '--json')).stdout)
    const own = listed.find(({ institution }: { institution: string }) => institution === 'Chain Bank')
    assert.equal(BigInt(own.headroom) < 100_000_000n, true, 'what was issued today counts')
    const admin = ['--raw-key', join(folder, 'admin.key')]
    const address = `0x${'b'.repeat(40)}`
    const asset = `${onChain.institutionId}:USD`
    const done = async (...args: string[]) => {
      const { code, stdout, stderr } = await tillgate('evm', ...args, ...admin)
      assert.equal(code, 0, stderr)
      return stdout
    }
    assert.match(await done('list-address', '--address', address, '--asset', asset), /may hold and move/)
    assert.match(await done('list-address', '--address', address, '--remove'), /is off the list/)
    assert.match(await done('administer', '--grant-guardian', address), /may pause$/m)
    assert.match(await done('administer', '--revoke-guardian', address), /may not pause$/m)
    assert.match(await done('administer', '--grant-admin', address), /may administer$/m)
    const missing = await tillgate('evm', 'list-address', '--address', address, ...admin)
    assert.match(missing.stderr, /^tillgate: --asset is required/)
    const bound = await tillgate('evm', 'rebind')
    assert.match(bound.stderr, /EVM_LEDGER_ADDRESS stays 0x[0-9a-f]{40}: something was placed there already/)
  })

  test('a contract is changed while nothing was placed there', async () => {
    const fresh = await createSandboxStore('postgres')
    try {
      const rebind = () => runInProcess(['evm', 'rebind'], { ...fresh.env, ...env })
      assert.equal((await rebind()).stdout, 'no contract was bound\n')
      const database = await openPostgres(fresh.env.DATABASE_URL ?? '')
      await database.query(
        `INSERT INTO evm_ledger (ledger_id, chain_id, genesis_hash, contract, names_mark, final_block, final_hash, final_ms,
                                 seen_block, seen_hash, next_end)
         VALUES (1, 1, '0x0', '0xwrong', 'm', 0, '0x0', 0, 0, '0x0', 1)`,
      )
      await database.close()
      assert.match((await rebind()).stdout, /^0xwrong is no longer bound/)
      assert.equal((await rebind()).stdout, 'no contract was bound\n')
    } finally {
      await fresh.remove()
    }
  })

  test('what the limits of the contract would refuse is refused before the money is debited', async () => {
    const before = await partner.position(onChain.institutionId)
    // The ceiling is 1,000,000, and 100 are issued.
    const deposit = { tokenAmount: USD(999_901), digitalAssetAccount: { id: onChain.accountId } }
    assert.equal(await partner.refused('POST /tokenized-deposits', deposit), '422 LIMIT_EXCEEDED AM14')
    assert.deepEqual(await partner.position(onChain.institutionId), before)
  })

  test('the health of the chain is a line of its own', async () => {
    await until(async () => (await chainHealth()) === 'UP', 'the chain is up')
  })

  test('a chain that makes no blocks takes no new money', async () => {
    const properties = new DigitalProperties(() => gateway.url)
    await properties.set('halted-after', '1s')
    await chain.ask('evm_setAutomine', false)
    await chain.ask('evm_setIntervalMining', 0)
    await until(async () => (await chainHealth()) === 'DOWN', 'the chain is down')
    const before = await partner.position(onChain.institutionId)
    const deposit = { tokenAmount: USD(10), digitalAssetAccount: { id: onChain.accountId } }
    assert.equal(await partner.refused('POST /tokenized-deposits', deposit), '503 LEDGER_UNAVAILABLE')
    assert.deepEqual(await partner.position(onChain.institutionId), before)
    await chain.ask('evm_setAutomine', true)
    await chain.ask('evm_setIntervalMining', 200)
    await until(async () => (await chainHealth()) === 'UP', 'the chain is up')
    await until(async () => (await partner.call('POST /tokenized-deposits', deposit)).status === 200, 'money is taken')
  })

  test('the books are right, and nothing differs from the chain until tokens are made outside the platform', async () => {
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m, verified.output)
    assert.deepEqual(await drifts(), [])
    const names = new OnChainNames(
      nameSecretOf({}, new SecretBox(loadMasterKeys({ environment: 'sandbox', dataDir: store.env.DATA_DIR ?? '' }))),
    )
    const asset = names.asset(`${onChain.institutionId}:USD`)
    // The operator's key was stolen: more tokens for a customer, and others for an address that no account has.
    const foreign: Hex = `0x${'d'.repeat(40)}`
    await send('registerAccounts', [[{ account: foreign, asset }]])
    const issue = (account: Hex, value: bigint) => ({ kind: 0, asset, account, to: `0x${'0'.repeat(40)}`, value })
    await send('execute', [[{ id: `0x${'1'.repeat(64)}`, actions: [issue(foreign, 5_00n)] }]])
    await until(async () => (await drifts()).length === 1, 'the foreign tokens are drift')
    await send('execute', [[{ id: `0x${'2'.repeat(64)}`, actions: [issue(names.account(onChain.accountId), 7_00n)] }]])
    await until(async () => (await drifts()).length === 2, 'the changed balance is drift')
  })

  test('a deposit whose id a stolen key uses first is not issued: the money goes back, and theirs is drift', async () => {
    const holder = await partner.holder({ institutionId: onChain.institutionId })
    const before = await partner.position(onChain.institutionId)
    const known = await drifts()
    await chain.allowOperatorOf(env.EVM_LEDGER_ADDRESS as Hex, OTHER_OPERATOR.address)
    await chain.ask('evm_setAutomine', false)
    await chain.ask('evm_setIntervalMining', 0)
    const deposit = { tokenAmount: USD(10), digitalAssetAccount: { id: holder.accountId } }
    const asked = partner.call('POST /tokenized-deposits', deposit)
    let ours: Hex | undefined
    await until(async () => {
      const { transactions } = await chain.ask<{ transactions: { input: Hex }[] }>(
        'eth_getBlockByNumber',
        'pending',
        true,
      )
      ours = transactions[0]?.input
      return ours !== undefined
    }, 'the operation is in the pool')
    // What is in the pool can be read by all: the thief takes the id, more tokens, and pays more.
    const { args } = decodeFunctionData({ abi: tillgateLedgerAbi, data: ours as Hex })
    const [operations] = args as unknown as [{ id: Hex; actions: { value: bigint }[] }[]]
    const theirs = operations.map(({ id, actions }) => ({
      id,
      actions: actions.map((action) => ({ ...action, value: 33_00n })),
    }))
    await chain.ask('eth_sendTransaction', {
      from: OTHER_OPERATOR.address,
      to: env.EVM_LEDGER_ADDRESS,
      data: encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'execute', args: [theirs] } as never),
      gas: '0x100000',
      gasPrice: '0x77359400',
    })
    await chain.mine()
    await chain.ask('evm_setAutomine', true)
    await chain.ask('evm_setIntervalMining', 200)
    const { body } = await asked
    await until(async () => {
      const { state, outcome } = await partner.ok(`GET /tokenized-deposits/${body.id}`)
      return state === 'FAILED' && outcome.reasonCode === 'LEDGER_REFUSED'
    }, 'the deposit has failed')
    assert.deepEqual(await partner.position(onChain.institutionId), before)
    assert.deepEqual(await partner.balances(holder.accountId), { asset: 0, available: 0, locked: 0, pending: 0 })
    await until(async () => (await drifts()).length > known.length, 'the tokens of the thief are drift')
    assert.match(gateway.output(), /used with other content: the key of the operator may be stolen/)
    const { body: again } = await partner.call('POST /tokenized-deposits', deposit)
    await until(
      async () => (await partner.ok(`GET /tokenized-deposits/${again.id}`)).state === 'ISSUED',
      'the customer deposits again',
    )
  })

  const limitsOf = (amount: string) => ['--ceiling', amount, '--daily-limit', amount]

  async function latestBlock(): Promise<number> {
    return Number(await chain.ask<Hex>('eth_blockNumber'))
  }

  async function finalBlock(): Promise<number> {
    const { figures } = JSON.parse((await tillgate('evm', 'status', '--json')).stdout)
    return Number(figures.finalBlock)
  }

  async function chainHealth(): Promise<string> {
    const token = await new DigitalProperties(() => gateway.url).token()
    const body = { services: ['digital-ledger:evm'] }
    const asked = await new Onboarding(() => gateway.url).call('POST /healthstatus', { token, body })
    assert.equal(asked.status, 200, asked.text)
    return asked.body.data.services[0].status
  }

  async function send(functionName: 'execute' | 'registerAccounts', args: readonly unknown[]): Promise<void> {
    const data = encodeFunctionData({ abi: tillgateLedgerAbi, functionName, args } as never)
    const [from, to] = [OPERATOR.address, env.EVM_LEDGER_ADDRESS]
    const hash = await chain.ask('eth_sendTransaction', { from, to, data, gas: '0x100000' })
    const receipt = await chain.ask<{ status: Hex }>('eth_getTransactionReceipt', hash)
    assert.equal(receipt.status, '0x1')
  }

  async function drifts(): Promise<readonly object[]> {
    const database = await openPostgres(store.env.DATABASE_URL ?? '')
    try {
      return (await database.query(`SELECT * FROM token_exceptions WHERE kind LIKE '%DRIFT%' AND ended_at IS NULL`))
        .rows
    } finally {
      await database.close()
    }
  }
})
