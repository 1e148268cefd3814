// The gateway is killed under a load of token movements on an EVM chain. Everything open comes to its end, every acknowledged movement
// is there once, and the chain has what the book has.
// In test-all only: npm test kills sagas at each step (tokens/sagas-killed.test.ts), and meets the faults of a chain with its ledger.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadMasterKeys } from '../../src/app/config/master-key.ts'
import { SecretBox } from '../../src/platform/kernel/secrets/secrets.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { accountsRead } from '../../src/tokens/ledgers/evm/chain/contract-calls.ts'
import { nameSecretOf } from '../../src/tokens/ledgers/evm/name-secret.ts'
import { OnChainNames } from '../../src/tokens/ledgers/evm/on-chain-names.ts'
import { DigitalPartner, SECOND_PARTNER } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { ChainProcess, type Hex, OPERATOR } from '../support/evm/chain-process.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { DigitalLoad, type LoadHolder } from './digital-load.ts'
import { untilUnder } from './load.ts'

const WORKERS = 8
const BANK = { name: 'Chain Bank', country: 'US', currencies: ['USD'] }

describe('a gateway killed under movements of tokens on an EVM chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-evm-killed-'))
  let chain: ChainProcess
  let store: Store
  let gateway: Gateway
  let env: Record<string, string>
  const holders: LoadHolder[] = []
  const url = () => gateway.url
  const partners = [new DigitalPartner(url), new DigitalPartner(url, SECOND_PARTNER)]

  before(async () => {
    const keyFile = join(folder, 'operator.key')
    writeFileSync(keyFile, OPERATOR.key)
    chain = await ChainProcess.start()
    await chain.ask('evm_setAutomine', true)
    // A chain without new blocks is down.
    await chain.ask('evm_setIntervalMining', 1_000)
    env = {
      EVM_RPC_URLS: chain.url,
      EVM_LEDGER_ADDRESS: chain.ledger,
      EVM_RAW_KEY_FILE: keyFile,
      EVM_FINALITY: 'instant',
      EVM_FEES: 'zero',
    }
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, env)
    const properties = new DigitalProperties(url)
    for (const partner of partners) {
      const { id: institutionId } = await partner.ok('POST /institutions', { institution: BANK })
      await properties.set('ledger', 'evm', institutionId)
      holders.push({ partner, ...(await partner.holder({ institutionId })) })
      holders.push({ partner, ...(await partner.holder({ institutionId })) })
    }
    for (const { partner, accountId } of holders) await partner.deposit(accountId, 1_000)
  })

  after(async () => {
    await gateway?.stop()
    await chain?.close()
    await store?.remove()
    rmSync(folder, { recursive: true })
  })

  test('nothing is lost, made or done twice, and nothing stays open', async () => {
    const load = new DigitalLoad({ holders })
    await load.readBefore()
    const running = load.run(WORKERS)
    await untilUnder(running, () => load.answered >= 12, 'enough movements are answered')
    await gateway.kill()
    gateway = await startGateway(store, env)
    load.stop()
    await running
    assert.ok(load.failed > 0, 'requests were under way when it died')
    await load.assertKept()
    await load.assertSettled()
  })

  test('the chain has what the book has', async () => {
    const database = openPostgres(store.env.DATABASE_URL as string)
    try {
      const { rows } = await database.query(`SELECT 1 FROM evm_work WHERE state NOT IN ('FINAL', 'FAILED')`)
      assert.deepEqual(rows, [])
    } finally {
      await database.close()
    }
    const secrets = new SecretBox(loadMasterKeys({ environment: 'sandbox', dataDir: store.env.DATA_DIR as string }))
    const names = new OnChainNames(nameSecretOf({}, secrets))
    const data = accountsRead.call(holders.map(({ accountId }) => names.account(accountId)))
    const found = accountsRead.answer(await chain.ask<Hex>('eth_call', { to: chain.ledger, data }, 'latest'))
    for (const [i, { partner, accountId }] of holders.entries())
      assert.equal(Number(found[i]?.balanceMinor) / 100, (await partner.balances(accountId)).asset)
  })
})
