// `npm run chain`: a local EVM chain, the contract on it, and a sandbox gateway whose institution Ostermoor is there. The chain
// keeps nothing on disk, so each run begins with a new data folder, which is removed at the end. Ends with Ctrl+C.
//
// PORT and MANAGEMENT_PORT choose the gateway's ports (8080, 9090), CHAIN_PORT that of the chain (8545); 0 picks a free one.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../src/app/cli/commands.ts'
import type { Shell } from '../src/app/cli/shell.ts'

const ROOT = join(import.meta.dirname, '..')
/** Hardhat publishes the keys of its accounts: they are for trying things out only. */
const [ADMIN_KEY, OPERATOR_KEY] = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
]
/** A billion, in units of a hundredth. */
const LIMIT = '100000000000'
const DEPLOY_ATTEMPTS = 5

const folder = mkdtempSync(join(tmpdir(), 'tillgate-chain-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const children: ChildProcess[] = []
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  const chainUrl = await startChain(process.env.CHAIN_PORT ?? '8545')
  console.log(`chain: ${chainUrl} (chain id 31337)`)
  const settings = { ...process.env, ...settingsFor(chainUrl) }
  const address = await deploy(settings)
  console.log(`contract: ${address}`)
  const gateway = child(
    spawn(process.execPath, ['bin/tillgate.js', 'serve'], {
      cwd: ROOT,
      env: { ...settings, EVM_LEDGER_ADDRESS: address },
      stdio: 'inherit',
    }),
  )
  gateway.on('exit', (code) => void stop(code ?? 1))
  console.log(
    'Ostermoor Cooperative, an institution of digital banking, is on this chain. docs/evm.md says how to look at it.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

/** On loopback only: in a container Hardhat would choose all interfaces. */
async function startChain(port: string): Promise<string> {
  const chain = child(fork(new URL('./chain-child.ts', import.meta.url), [port], { execArgv: [] }))
  chain.on('exit', () => void stop(1))
  const [told] = (await Promise.race([once(chain, 'message'), once(chain, 'exit')])) as [{ url?: string } | number]
  const url = typeof told === 'object' ? told?.url : undefined
  if (url === undefined) throw new Error('The chain could not be started.')
  return url
}

function settingsFor(chainUrl: string): Record<string, string> {
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return {
    ENVIRONMENT: 'sandbox',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    EVM_RPC_URLS: chainUrl,
    EVM_RAW_KEY_FILE: file('operator.key', OPERATOR_KEY),
    EVM_FINALITY: 'instant',
    EVM_FEES: 'eip1559',
    EVM_KEY_FILE: '',
    EVM_KEY_PASSWORD_FILE: '',
    EVM_SIGNER_URL: '',
    EVM_SIGNER_ADDRESS: '',
    EVM_NAME_SECRET_FILE: '',
    EVM_ADMIN_KEY_FILE: file('admin.key', ADMIN_KEY),
  }
}

async function deploy(env: Record<string, string | undefined>): Promise<string> {
  const printed: string[] = []
  const shell: Shell = {
    env,
    input: process.stdin,
    print: (line) => printed.push(line),
    printError: (line) => console.error(line),
  }
  const limits = ['--ceiling', LIMIT, '--daily-limit', LIMIT]
  // On a busy machine the chain may not answer in time at first; another contract on it does no harm.
  for (let attempt = 0; attempt < DEPLOY_ATTEMPTS; attempt++) {
    const code = await runCommand(['evm', 'deploy', '--raw-key', env.EVM_ADMIN_KEY_FILE ?? '', ...limits], shell)
    const address = printed.find((line) => line.startsWith('EVM_LEDGER_ADDRESS='))?.split('=')[1]
    if (code === 0 && address !== undefined) return address
  }
  throw new Error('The contract could not be deployed.')
}

function child<Child extends ChildProcess>(started: Child): Child {
  children.push(started)
  return started
}

/** The gateway first: it may still have something for the chain. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const started of children.toReversed()) {
    if (started.exitCode !== null || started.signalCode !== null) continue
    started.kill('SIGTERM')
    await once(started, 'exit')
  }
  process.exit(code)
}
