// Encrypted strings: e-mail addresses and passwords are sent as a compact JWE (RSA-OAEP-256, A256GCM) to a key that the
// gateway publishes. Each is valid once and for two minutes. Uses only WebCrypto, so that it also runs in browsers.

/** A public key of `GET /auth/keys`. */
export interface PublicJwk {
  readonly kid?: string
  readonly kty?: string
  readonly use?: string
  readonly alg?: string
  readonly n?: string
  readonly e?: string
}

export interface PublicJwks {
  readonly keys: readonly PublicJwk[]
}

export interface EncryptOptions {
  /** The current time, if this machine's clock is not reliable. */
  readonly nowMs?: number
}

const KEY_ALGORITHM = 'RSA-OAEP-256'
const CONTENT_ALGORITHM = 'A256GCM'
const TAG_BYTES = 16

/** Encrypts a value to the first encryption key of the list. Throws if there is none. */
export async function encryptCredential(
  value: string,
  jwks: PublicJwks,
  { nowMs = Date.now() }: EncryptOptions = {},
): Promise<string> {
  const { kid, n, e } = encryptionKey(jwks)
  const recipient = await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', n, e, alg: KEY_ALGORITHM },
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  )
  const contentKey = crypto.getRandomValues(new Uint8Array(32))
  const encryptedKey = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, recipient, contentKey)

  const header = base64url(utf8(JSON.stringify({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM, kid })))
  const plaintext = JSON.stringify({ v: value, iat: Math.floor(nowMs / 1000), jti: crypto.randomUUID() })
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      // The header is authenticated in its encoded form.
      { name: 'AES-GCM', iv, additionalData: utf8(header), tagLength: TAG_BYTES * 8 },
      await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']),
      utf8(plaintext),
    ),
  )
  // WebCrypto appends the tag to the ciphertext; in a JWE it is a separate part.
  const parts = [new Uint8Array(encryptedKey), iv, sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)]
  return [header, ...parts.map(base64url)].join('.')
}

/** The list is newest first. The gateway could not find a key without an id. */
function encryptionKey({ keys }: PublicJwks): { kid: string; n: string; e: string } {
  for (const { kid, kty, use, alg, n, e } of Array.isArray(keys) ? (keys as readonly PublicJwk[]) : []) {
    const isSuitable = kty === 'RSA' && use === 'enc' && (alg ?? KEY_ALGORITHM) === KEY_ALGORITHM
    if (isSuitable && kid !== undefined && n !== undefined && e !== undefined) return { kid, n, e }
  }
  throw new Error(`the key list has no encryption key (kty RSA, use enc, alg ${KEY_ALGORITHM})`)
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
