// A chain in this process: @ethereumjs/vm with the rules of one hardfork. Every transaction runs as one of its own block.

import { createBlock } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import { createLegacyTx } from '@ethereumjs/tx'
import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import type { Hex } from 'viem'
import type { TestChain, TransactionResult } from './test-chain.ts'

/** Most gas that a transaction can have since Osaka. */
export const MAX_GAS = 2n ** 24n

export class VmChain implements TestChain {
  readonly #vm: VM
  readonly #common: Common
  #timestamp = 1_800_000_000n

  private constructor(vm: VM, common: Common) {
    this.#vm = vm
    this.#common = common
  }

  static async open(hardfork: string): Promise<VmChain> {
    const common = new Common({ chain: Mainnet, hardfork })
    return new VmChain(await createVM({ common }), common)
  }

  async passSeconds(seconds: number): Promise<void> {
    this.#timestamp += BigInt(seconds)
  }

  async send(from: Hex, to: Hex | undefined, data: Hex, gasLimit = MAX_GAS): Promise<TransactionResult> {
    const tx = createLegacyTx(
      { ...(to !== undefined && { to }), data, gasLimit, gasPrice: 0n },
      { common: this.#common, freeze: false },
    )
    const sender = createAddressFromString(from)
    // Instead of a signature, which would take longer than most transactions.
    tx.getSenderAddress = () => sender
    tx.isSigned = () => true
    const account = await this.#vm.stateManager.getAccount(sender)
    Object.assign(tx, { nonce: account?.nonce ?? 0n })
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
      ...(createdAddress !== undefined && { created: createdAddress.toString() as Hex }),
    }
  }

  /** The transaction is undone. */
  async call(from: Hex, to: Hex, data: Hex): Promise<Hex> {
    const { execResult } = await this.#vm.evm.runCall({
      caller: createAddressFromString(from),
      to: createAddressFromString(to),
      data: hexToBytes(data),
      gasLimit: 1_000_000_000n,
      block: this.#block(),
      isStatic: true,
    })
    if (execResult.exceptionError !== undefined) throw new Error(`a call failed: ${bytesToHex(execResult.returnValue)}`)
    return bytesToHex(execResult.returnValue)
  }

  async codeAt(address: Hex): Promise<Hex> {
    return bytesToHex(await this.#vm.stateManager.getCode(createAddressFromString(address)))
  }

  async close(): Promise<void> {}

  #block() {
    return createBlock(
      { header: { timestamp: this.#timestamp, gasLimit: 2n * MAX_GAS, baseFeePerGas: 0n } },
      { common: this.#common },
    )
  }
}
