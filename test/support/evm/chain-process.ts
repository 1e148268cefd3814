// A chain in a process of its own, with a ledger contract. Blocks are made when a test says so.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { encodeDeployData, encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tillgateLedgerAbi, tillgateLedgerBytecode } from '../../../contracts/artifacts/tillgate-ledger.ts'

export type Hex = `0x${string}`

/** Keys that Hardhat publishes. */
export const ADMIN_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const [OPERATOR_KEY, OTHER_KEY] = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const
export const OPERATOR = { key: OPERATOR_KEY, address: addressOf(OPERATOR_KEY) }
export const OTHER_OPERATOR = { key: OTHER_KEY, address: addressOf(OTHER_KEY) }
const ADMIN = addressOf(ADMIN_KEY)

const GAS = '0x1000000'
const LIMIT = 2n ** 80n - 1n

export interface ChainOptions {
  /** The time of its first block: now unless given. */
  readonly startedMs?: number
  /** Of the ledger contract: today's unless given. */
  readonly bytecode?: Hex
}

export class ChainProcess {
  readonly url: string
  readonly ledger: Hex
  readonly #child: ChildProcess

  private constructor(url: string, ledger: Hex, child: ChildProcess) {
    this.url = url
    this.ledger = ledger
    this.#child = child
  }

  static async start({
    startedMs = Date.now(),
    bytecode = tillgateLedgerBytecode,
  }: ChainOptions = {}): Promise<ChainProcess> {
    const child = fork(new URL('./chain-child.ts', import.meta.url), [String(startedMs)], { execArgv: [] })
    const [{ url }] = (await Promise.race([once(child, 'message'), ended(child)])) as [{ url: string }]
    const deployed = await deploy(url, bytecode)
    return new ChainProcess(url, deployed, child)
  }

  /** Blocks, with every transaction that is waiting in the first of them. */
  async mine(blocks = 1): Promise<void> {
    for (let i = 0; i < blocks; i++) await this.ask('evm_mine')
  }

  ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    return ask(this.url, method, params) as Promise<T>
  }

  /** Undoes the blocks that `work` makes. Their transactions are forgotten. */
  async orphaning(work: () => Promise<void>): Promise<void> {
    const snapshot = await this.ask('evm_snapshot')
    await work()
    await this.ask('evm_revert', snapshot)
    await this.dropWaiting()
  }

  /** Empties the pool. */
  async dropWaiting(): Promise<number> {
    const { transactions } = await this.ask<{ transactions: Hex[] }>('eth_getBlockByNumber', 'pending', false)
    for (const hash of transactions) await this.ask('hardhat_dropTransaction', hash)
    return transactions.length
  }

  async pause(): Promise<void> {
    await this.#administer('pause')
  }

  async unpause(): Promise<void> {
    await this.#administer('unpause')
  }

  /** A call of the contract by its admin, which is the guardian too; in a block of its own. */
  async #administer(functionName: 'pause' | 'unpause'): Promise<void> {
    await administer(this.url, this.ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName }))
  }

  allowOperator(address: Hex): Promise<void> {
    return this.allowOperatorOf(this.ledger, address)
  }

  /** Of another contract of the same admin. */
  async allowOperatorOf(ledger: Hex, address: Hex): Promise<void> {
    const role = await this.ask<Hex>(
      'eth_call',
      { to: ledger, data: encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'OPERATOR_ROLE' }) },
      'latest',
    )
    const data = encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'grantRole', args: [role, address] })
    await administer(this.url, ledger, data)
  }

  /** A call by whoever has stolen the key of an operator; in a block of its own. */
  async sendStolen(data: Hex): Promise<void> {
    const { address } = OTHER_OPERATOR
    await this.allowOperator(address)
    const hash = await this.ask<Hex>('eth_sendTransaction', { from: address, to: this.ledger, data, gas: '0x400000' })
    await this.mine()
    const receipt = await this.ask<{ status: Hex }>('eth_getTransactionReceipt', hash)
    if (receipt.status !== '0x1') throw new Error('the stolen key was refused')
  }

  /** A transaction of the operator's key that the gateway knows nothing of; waits in the pool. */
  async sendForeign(nonce?: number): Promise<void> {
    const { address } = OPERATOR
    await this.ask('eth_sendTransaction', {
      from: address,
      to: address,
      gas: '0x5208',
      ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
    })
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

async function ended(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('the chain did not start')
}

async function deploy(url: string, bytecode: Hex): Promise<Hex> {
  const args = [ADMIN, OPERATOR.address, ADMIN] as const
  const data = encodeDeployData({ abi: tillgateLedgerAbi, bytecode, args })
  const hash = await ask(url, 'eth_sendTransaction', [{ from: ADMIN, data, gas: GAS }])
  await ask(url, 'evm_mine', [])
  const { contractAddress } = (await ask(url, 'eth_getTransactionReceipt', [hash])) as { contractAddress: Hex }
  const limits = encodeFunctionData({
    abi: tillgateLedgerAbi,
    functionName: 'setNewAssetLimits',
    args: [LIMIT, LIMIT],
  })
  await administer(url, contractAddress, limits)
  return contractAddress.toLowerCase() as Hex
}

async function administer(url: string, to: Hex, data: Hex): Promise<void> {
  const hash = await ask(url, 'eth_sendTransaction', [{ from: ADMIN, to, data, gas: '0x100000' }])
  await ask(url, 'evm_mine', [])
  const receipt = (await ask(url, 'eth_getTransactionReceipt', [hash])) as { status: Hex } | null
  if (receipt?.status !== '0x1') throw new Error('the admin was refused')
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

function addressOf(key: Hex): Hex {
  return privateKeyToAccount(key).address.toLowerCase() as Hex
}
