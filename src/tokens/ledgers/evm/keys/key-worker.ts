// The operator's key, alone in its thread: hashes in, signatures out. It reads the files itself, so the key and its password
// are never in the heap of the main thread, whose dump an operator can ask for.

import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { Hex } from '../evm-settings.ts'
import type { FileKey, KeyAnswer, KeyQuestion, KeyThreadData } from './key-thread.ts'
import { KeystoreError, openKeystore } from './keystore.ts'

const port = parentPort
if (port === null) throw new Error('this file runs in a worker thread')

/** The fault is told by setting, without paths of the system and without content. */
class KeyFault extends Error {}

const { key: keyFile, names } = workerData as KeyThreadData
const privateKey = await readKey(keyFile)

port.on('message', async ({ id, hash }: KeyQuestion) => {
  const { r, s, yParity } = await sign({ hash, privateKey })
  port.postMessage({ id, r, s, yParity: yParity as 0 | 1 } satisfies KeyAnswer)
})

async function readKey(file: FileKey): Promise<Hex> {
  try {
    const key = await (file.kind === 'raw' ? rawKey(file.file) : keystoreKey(file))
    const address = addressOf(key, file)
    port?.postMessage({ address: address.toLowerCase() as Hex } satisfies KeyAnswer)
    return key
  } catch (error) {
    port?.postMessage({
      fault: error instanceof KeyFault ? error.message : 'the key cannot be read',
    } satisfies KeyAnswer)
    process.exit(0)
  }
}

async function keystoreKey(file: Extract<FileKey, { kind: 'keystore' }>): Promise<Hex> {
  const text = readText(names.keystore, file.file)
  // The end of the last line is not part of the password.
  const password = Buffer.from(readText(names.password, file.passwordFile).replace(/\r?\n$/, ''))
  try {
    const key = await openKeystore(text, password)
    const hex = bytesToHex(key)
    key.fill(0)
    checkStatedAddress(text, hex)
    return hex
  } catch (error) {
    throw error instanceof KeystoreError ? new KeyFault(`${names.keystore} ${error.message}`) : error
  } finally {
    password.fill(0)
  }
}

function rawKey(file: string): Hex {
  const digits = readText(names.raw, file).trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new KeyFault(`${names.raw} takes a file with 64 hexadecimal digits`)
  return `0x${digits}`
}

/** A keystore may state its address; another one than the key's says that the file was mixed up. */
function checkStatedAddress(text: string, key: Hex): void {
  const { address } = JSON.parse(text) as { address?: unknown }
  if (typeof address !== 'string') return
  const isSame = address.replace(/^0x/, '').toLowerCase() === privateKeyToAddress(key).slice(2).toLowerCase()
  if (!isSame) throw new KeystoreError('states another address than the one of its key')
}

function addressOf(key: Hex, { kind }: FileKey): Hex {
  try {
    return privateKeyToAddress(key)
  } catch {
    throw new KeyFault(`${kind === 'raw' ? names.raw : names.keystore} holds a number that is no key`)
  }
}

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new KeyFault(`${setting} takes the path of a file that this process can read`)
  }
}
