// A key from a file, in a thread of its own: see key-worker.ts.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { keccak256, serializeTransaction } from 'viem/utils'
import { unavailable } from '../../../../platform/kernel/problems/problem.ts'
import type { Hex, KeySettings } from '../evm-settings.ts'
import type { Signer, UnsignedTransaction } from './signer.ts'
import { serializable } from './transaction-bytes.ts'

export type FileKey = Exclude<KeySettings, { kind: 'remote' }>

/** What errors call the files. */
export interface KeyNames {
  readonly keystore: string
  readonly password: string
  readonly raw: string
}

const SETTINGS: KeyNames = {
  keystore: 'EVM_KEY_FILE',
  password: 'EVM_KEY_PASSWORD_FILE',
  raw: 'EVM_RAW_KEY_FILE',
}

export interface KeyThreadData {
  readonly key: FileKey
  readonly names: KeyNames
}

export interface KeyQuestion {
  readonly id: number
  readonly hash: Hex
}

export type KeyAnswer =
  | { readonly address: Hex }
  | { readonly fault: string }
  | { readonly id: number; readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }

type Signature = Extract<KeyAnswer, { id: number }>

/** Resolves when the key is open, which takes about a second for a keystore. */
export async function openKeyThread(key: FileKey, names = SETTINGS): Promise<Signer> {
  // Its output would go around the log.
  const worker = new Worker(new URL('./key-worker.ts', import.meta.url), {
    workerData: { key, names } satisfies KeyThreadData,
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  })
  const [answer] = (await Promise.race([once(worker, 'message'), ended(worker)])) as [KeyAnswer]
  if ('address' in answer) return new KeyThread(worker, answer.address)
  await worker.terminate()
  throw new Error('fault' in answer ? answer.fault : 'the key cannot be read')
}

async function ended(worker: Worker): Promise<[KeyAnswer]> {
  await once(worker, 'exit')
  return [{ fault: 'the key cannot be read' }]
}

class KeyThread implements Signer {
  readonly address: Hex
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(signature: Signature): void; reject(error: Error): void }>()
  #nextId = 1
  #hasEnded = false

  constructor(worker: Worker, address: Hex) {
    this.address = address
    this.#worker = worker
    worker.on('message', (answer: Signature) => {
      this.#waiting.get(answer.id)?.resolve(answer)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) worker.unref()
    })
    // The error itself may quote what the thread worked on.
    worker.on('error', () => this.#end())
    worker.on('exit', () => this.#end())
    worker.unref()
  }

  async sign(transaction: UnsignedTransaction): Promise<Hex> {
    const content = serializable(transaction)
    const { r, s, yParity } = await this.#ask(keccak256(serializeTransaction(content)))
    return serializeTransaction(content, { r, s, yParity, v: BigInt(27 + yParity) })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(hash: Hex): Promise<Signature> {
    if (this.#hasEnded) return Promise.reject(keyIsGone())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // Only work keeps the process alive.
      this.#worker.ref()
      this.#worker.postMessage({ id, hash } satisfies KeyQuestion)
    })
  }

  #end(): void {
    this.#hasEnded = true
    for (const { reject } of this.#waiting.values()) reject(keyIsGone())
    this.#waiting.clear()
  }
}

function keyIsGone(): Error {
  return unavailable("the thread of the operator's key has ended")
}
