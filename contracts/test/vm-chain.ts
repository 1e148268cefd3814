// A chain in this process: @ethereumjs/vm with the rules of one hardfork.

import { createBlock } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { createLegacyTx } from '@ethereumjs/tx'
import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import type { Hex } from 'viem'
import { FIRST_SECOND, MAX_GAS } from './chain-limits.ts'
import type { TestChain, TransactionResult } from './test-chain.ts'

const CALLER = createAddressFromString(`0x${'11'.repeat(20)}`)

export class VmChain implements TestChain {
  readonly #vm: VM
  readonly #common: Common
  #seconds = FIRST_SECOND

  private constructor(vm: VM, common: Common) {
    this.#vm = vm
    this.#common = common
  }

  static async open(hardfork: string): Promise<VmChain> {
    const common = new Common({ chain: Mainnet, hardfork })
    // Without its caches it reads the trie each time, which takes most of the time.
    const stateManager = new MerkleStateManager({ common, caches: new Caches() })
    return new VmChain(await createVM({ common, stateManager }), common)
  }

  async send(from: Hex, to: Hex | undefined, data: Hex, gasLimit = MAX_GAS): Promise<TransactionResult> {
    const sender = createAddressFromString(from)
    const nonce = (await this.#vm.stateManager.getAccount(sender))?.nonce ?? 0n
    const tx = createLegacyTx(
      { nonce, ...(to !== undefined && { to }), data, gasLimit, gasPrice: 0n },
      { common: this.#common, freeze: false },
    )
    // Instead of a signature, which would take longer than the transaction.
    tx.getSenderAddress = () => sender
    const { execResult, createdAddress, totalGasSpent } = await runTx(this.#vm, {
      tx,
      block: this.#block(),
      skipBalance: true,
      skipHardForkValidation: true,
    })
    return {
      isApplied: execResult.exceptionError === undefined,
      returned: bytesToHex(execResult.returnValue),
      gas: totalGasSpent,
      logs: (execResult.logs ?? []).map(([address, topics, logged]) => ({
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(logged),
      })),
      created: createdAddress?.toString(),
    }
  }

  async call(to: Hex, data: Hex): Promise<Hex> {
    const { execResult } = await this.#vm.evm.runCall({
      caller: CALLER,
      to: createAddressFromString(to),
      data: hexToBytes(data),
      gasLimit: 1_000_000_000n,
      block: this.#block(),
      isStatic: true,
    })
    if (execResult.exceptionError !== undefined) throw new Error(`reverted: ${bytesToHex(execResult.returnValue)}`)
    return bytesToHex(execResult.returnValue)
  }

  async codeAt(address: Hex): Promise<Hex> {
    return bytesToHex(await this.#vm.stateManager.getCode(createAddressFromString(address)))
  }

  async passSeconds(seconds: number): Promise<void> {
    this.#seconds += seconds
  }

  async undone<T>(work: () => Promise<T>): Promise<T> {
    const seconds = this.#seconds
    await this.#vm.stateManager.checkpoint()
    try {
      return await work()
    } finally {
      await this.#vm.stateManager.revert()
      this.#seconds = seconds
    }
  }

  async close(): Promise<void> {}

  #block() {
    return createBlock(
      { header: { timestamp: BigInt(this.#seconds), gasLimit: 2n * MAX_GAS, baseFeePerGas: 0n } },
      { common: this.#common },
    )
  }
}
