// A signer elsewhere that speaks eth_signTransaction. What it returns is compared with what was asked for: the platform sends
// nothing that it did not decide.

import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from 'viem/utils'
import { type Problem, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import { quantity } from '../chain/rpc/chain-answers.ts'
import { JsonRpc, RpcFailure, RpcRefusal } from '../chain/rpc/json-rpc.ts'
import type { Hex } from '../evm-settings.ts'
import type { Signer, UnsignedTransaction } from './signer.ts'
import { serializable } from './transaction-bytes.ts'

const LIMIT_MS = 3_000

export class RemoteSigner implements Signer {
  readonly address: Hex
  readonly #rpc: JsonRpc

  constructor(url: string, address: Hex) {
    this.address = address.toLowerCase() as Hex
    this.#rpc = new JsonRpc(url, LIMIT_MS)
  }

  async sign(transaction: UnsignedTransaction): Promise<Hex> {
    const signed = signedBytes(await this.#ask(transaction))
    if (signed === undefined || !(await this.#isSigned(signed, transaction))) {
      throw refused('it returned something else than the signed transaction')
    }
    return signed
  }

  async close(): Promise<void> {
    this.#rpc.close()
  }

  async #ask(transaction: UnsignedTransaction): Promise<unknown> {
    try {
      return await this.#rpc.call('eth_signTransaction', requestOf(this.address, transaction))
    } catch (error) {
      const isOurs = error instanceof RpcFailure || error instanceof RpcRefusal
      throw refused(isOurs ? error.message : 'an unexpected error')
    }
  }

  /** Whether it is this content, signed by this key. */
  async #isSigned(signed: Hex, transaction: UnsignedTransaction): Promise<boolean> {
    try {
      const { r, s, v, yParity, ...content } = parseTransaction(signed)
      const asked = serializeTransaction(serializable(transaction))
      if (r === undefined || s === undefined || serializeTransaction(content as never) !== asked) return false
      // Legacy transactions have the chain's id in `v` (EIP-155).
      const parity = yParity ?? Number((v ?? 0n) - 35n) % 2
      const address = await recoverAddress({ hash: keccak256(asked), signature: { r, s, yParity: parity } })
      return address.toLowerCase() === this.address
    } catch {
      return false
    }
  }
}

function requestOf(from: Hex, { chainId, nonce, to, data, gasLimit, fees }: UnsignedTransaction): object {
  return {
    from,
    ...(to !== undefined && { to }),
    data,
    value: '0x0',
    gas: quantity(gasLimit),
    nonce: quantity(nonce),
    chainId: quantity(chainId),
    ...(fees.type === 'legacy'
      ? { gasPrice: quantity(fees.maxFeeWei) }
      : { maxFeePerGas: quantity(fees.maxFeeWei), maxPriorityFeePerGas: quantity(fees.priorityFeeWei) }),
  }
}

/** Web3Signer returns the bytes, Clef and geth an object with them. */
function signedBytes(answer: unknown): Hex | undefined {
  const bytes = typeof answer === 'object' && answer !== null ? (answer as { raw?: unknown }).raw : answer
  return typeof bytes === 'string' && /^0x[0-9a-fA-F]+$/.test(bytes) ? (bytes.toLowerCase() as Hex) : undefined
}

function refused(why: string): Problem {
  return unavailable(`the signer of the chain's transactions did not sign: ${why}`)
}
