// Hardhat's chain (EDR, native code) in this process.

import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { Hex } from 'viem'
import { FIRST_SECOND, MAX_GAS } from './chain-limits.ts'
import type { ChainLog, TestChain, TransactionResult } from './test-chain.ts'

interface Provider {
  request(call: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>
}

interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly contractAddress: Hex | null
  readonly logs: readonly ChainLog[]
}

export class EdrChain implements TestChain {
  readonly #provider: Provider
  readonly #close: () => Promise<void>
  readonly #senders = new Set<Hex>()

  private constructor(provider: Provider, close: () => Promise<void>) {
    this.#provider = provider
    this.#close = close
  }

  static async open(hardfork: string): Promise<EdrChain> {
    const runtime = await createHardhatRuntimeEnvironment({
      networks: {
        ledger: {
          type: 'edr-simulated',
          hardfork,
          gasPrice: 0,
          initialBaseFeePerGas: 0,
          initialDate: new Date(FIRST_SECOND * 1000).toISOString(),
          // Time passes only when a test says so.
          allowBlocksWithSameTimestamp: true,
          throwOnTransactionFailures: false,
        },
      },
    })
    const connection = await runtime.network.create({ network: 'ledger' })
    const chain = new EdrChain(connection.provider as Provider, () => connection.close())
    await chain.#setNextTime(FIRST_SECOND)
    return chain
  }

  async send(from: Hex, to: Hex | undefined, data: Hex, gasLimit = MAX_GAS): Promise<TransactionResult> {
    if (!this.#senders.has(from)) {
      await this.#ask('hardhat_impersonateAccount', from)
      this.#senders.add(from)
    }
    const tx = { from, ...(to !== undefined && { to }), data, gas: `0x${gasLimit.toString(16)}`, gasPrice: '0x0' }
    const hash = await this.#ask('eth_sendTransaction', tx)
    const receipt = (await this.#ask('eth_getTransactionReceipt', hash)) as Receipt
    const isApplied = receipt.status === '0x1'
    const canSayWhy = !isApplied && gasLimit === MAX_GAS
    return {
      isApplied,
      returned: canSayWhy ? await this.#returned(tx) : '0x',
      gas: BigInt(receipt.gasUsed),
      logs: receipt.logs,
      created: receipt.contractAddress ?? undefined,
    }
  }

  async call(to: Hex, data: Hex): Promise<Hex> {
    return (await this.#ask('eth_call', { to, data, gas: '0x1000000' }, 'latest')) as Hex
  }

  async codeAt(address: Hex): Promise<Hex> {
    return (await this.#ask('eth_getCode', address, 'latest')) as Hex
  }

  async passSeconds(seconds: number): Promise<void> {
    const { timestamp } = (await this.#ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }
    await this.#setNextTime(Number(timestamp) + seconds)
  }

  async undone<T>(work: () => Promise<T>): Promise<T> {
    const snapshot = await this.#ask('evm_snapshot')
    try {
      return await work()
    } finally {
      await this.#ask('evm_revert', snapshot)
    }
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** A receipt does not say why, so the transaction is tried again as a call. It has changed nothing. */
  async #returned(tx: object): Promise<Hex> {
    try {
      return (await this.#ask('eth_call', tx, 'latest')) as Hex
    } catch (error) {
      const { data } = error as { readonly data?: Hex | { readonly data?: Hex } }
      return (typeof data === 'object' ? data.data : data) ?? '0x'
    }
  }

  #ask(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#provider.request({ method, params })
  }

  async #setNextTime(seconds: number): Promise<void> {
    await this.#ask('evm_setNextBlockTimestamp', seconds)
    await this.#ask('hardhat_mine')
  }
}
