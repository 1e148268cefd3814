// tillgate evm status beside a gateway that has its embedded database to itself: the chain is asked, and nothing is written.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type GatewayChain, startGatewayChain } from '../../../../test/support/evm/chain-gateway.ts'
import { ChainProcess, type Hex } from '../../../../test/support/evm/chain-process.ts'
import { firstLedgerBytecode } from '../../../../test/support/evm/first-ledger-bytecode.ts'
import { runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { lockDataDirectory } from '../../../platform/storage/embedded/data-directory.ts'

describe('evm status beside a running gateway with an embedded database', () => {
  let on: GatewayChain
  let first: ChainProcess
  let folder: string
  let lock: ReturnType<typeof lockDataDirectory>
  before(async () => {
    ;[on, first] = await Promise.all([
      startGatewayChain(),
      ChainProcess.start({ bytecode: firstLedgerBytecode as Hex }),
    ])
    folder = join(on.env.EVM_RAW_KEY_FILE as string, '..', 'held')
    lock = lockDataDirectory(folder)
    mkdirSync(join(folder, 'pgdata'))
  })
  after(async () => {
    lock?.release()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    await Promise.all([on?.close(), first?.close()])
  })

  const status = (env: Record<string, string> = {}, ...args: string[]) =>
    runInProcess(['evm', 'status', ...args], { ENVIRONMENT: 'sandbox', DATA_DIR: folder, ...on.env, ...env })

  test('asks the chain alone and leaves the data folder as it is', async () => {
    const files = readdirSync(folder, { recursive: true })
    const { code, stdout, stderr } = await status()
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^database +in use by a running gateway$/m)
    assert.match(stdout, new RegExp(`^contract +${on.chain.ledger}$`, 'm'))
    assert.match(stdout, /^new tokens +up to \d+ each/m)
    assert.match(stdout, /^isOperator +true$/m)
    assert.deepEqual(readdirSync(folder, { recursive: true }), files)
    const { contract } = JSON.parse((await status({}, '--json')).stdout)
    assert.equal(contract.keepsContents, true)
  })

  test('names a contract of the first version and says where to read on', async () => {
    const { stdout } = await status({ EVM_RPC_URLS: first.url, EVM_LEDGER_ADDRESS: first.ledger })
    assert.match(stdout, /^contract +0x[0-9a-f]{40}, first version: it goes on, but .*docs\/evm\.md/m)
  })

  test('says in one line that no node answers', async () => {
    const { code, stderr } = await status({ EVM_RPC_URLS: 'http://127.0.0.1:9' })
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: EVM_RPC_URLS: no node of the chain can answer: .*\n$/)
  })
})
