// RSA keys take seconds to generate, and tests open hundreds of key rings, each on its own database. A few keys are
// generated once per run of the test command, and the rings get them in turn.

import { generateKeyPair, type webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { findTemplate } from '../machine/templates.ts'

/** More than any single test database uses, because a ring may contain a key only once. */
export const KEPT = 6

/** Length of the key ring's keys. */
const MODULUS_LENGTH = 3072

type Wanted = [algorithm: webcrypto.RsaHashedKeyGenParams, extractable: boolean, usages: webcrypto.KeyUsage[]]

let isInstalled = false

/** A key pair as JSON, served by the test command. */
export async function makeRsaKey(): Promise<string> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_LENGTH,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return JSON.stringify({ spki: publicKey.toString('base64'), pkcs8: privateKey.toString('base64') })
}

/** From now on this process requests at most `KEPT` RSA key pairs and reuses them in turn. */
export function reuseRsaKeys(): void {
  if (isInstalled) return
  isInstalled = true
  const { subtle } = globalThis.crypto
  const generate = subtle.generateKey.bind(subtle) as (...wanted: unknown[]) => Promise<unknown>
  const kept = new Map<string, Promise<unknown>[]>()
  let given = 0
  const generateOrReuse = (...wanted: unknown[]): Promise<unknown> => {
    if (!isOfKeyRing(wanted)) return generate(...wanted)
    const wish = JSON.stringify(wanted)
    const pairs = kept.get(wish) ?? []
    kept.set(wish, pairs)
    const place = given++ % KEPT
    pairs[place] ??= importKey(place, wanted)
    return pairs[place]
  }
  Object.defineProperty(subtle, 'generateKey', { value: generateOrReuse, configurable: true })
}

function isOfKeyRing(wanted: unknown[]): wanted is Wanted {
  const [algorithm] = wanted
  if (typeof algorithm !== 'object' || algorithm === null || !('modulusLength' in algorithm)) return false
  return algorithm.modulusLength === MODULUS_LENGTH
}

async function importKey(place: number, [algorithm, extractable, usages]: Wanted) {
  // Without the test command, generate it here.
  const pair = JSON.parse((await findTemplate(`rsa-key-${place}`)) ?? (await makeRsaKey()))
  const { subtle } = globalThis.crypto
  const importAs = (format: 'spki' | 'pkcs8', isExtractable: boolean, mayDo: readonly webcrypto.KeyUsage[]) =>
    subtle.importKey(
      format,
      Buffer.from(pair[format], 'base64'),
      algorithm,
      isExtractable,
      usages.filter((usage) => mayDo.includes(usage)),
    )
  return {
    publicKey: await importAs('spki', true, ['encrypt', 'wrapKey', 'verify']),
    privateKey: await importAs('pkcs8', extractable, ['decrypt', 'unwrapKey', 'sign']),
  }
}
