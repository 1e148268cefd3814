// Removes secrets from records for the audit log. It goes by field names, so that no caller has to remember; the price
// is that a harmless field with a suspicious name is redacted as well.

const MASK = '********'

/**
 * A name that contains one of these words is redacted: `newPassword`, `client_secret`, `refreshToken`, `totpSealed`.
 */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'password',
  'passwords',
  'passphrase',
  'passwd',
  'pwd',
  'secret',
  'secrets',
  'token',
  'tokens',
  'otp',
  'otps',
  'hash',
  'hashes',
  'salt',
  'sealed',
  'credential',
  'credentials',
  'cookie',
  'authorization',
  'jwe',
  'jwt',
  'jwk',
  'pin',
  'pan',
  'cvv',
])

/** Whole names, in lower case without separators: `keyVersion` and `roleCode` are not secrets. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'apikey',
  'appkey',
  'appkeys',
  'encryptionkey',
  'masterkey',
  'privatekey',
  'secretkey',
  'signingkey',
  'keymaterial',
  'totp',
  'authorizationcode',
  'codeverifier',
  'mfacode',
  'onetimecode',
  'otpcode',
  'recoverycode',
  'recoverycodes',
  'totpcode',
  'verificationcode',
])

/** A bare `code` may also be a business code, such as an account type; this pattern tells it from a one-time code. */
const BUSINESS_CODE = /^(?:[A-Z][A-Z0-9_-]{0,31}|[0-9]{1,3})$/

/** First six and last four digits. */
const MASKED_PAN = /^[0-9]{6}\*{2,9}[0-9]{4}$/

/**
 * A copy for the audit log, of what JSON can represent: instants as ISO 8601, bigints as text, sets as arrays. Booleans
 * are kept under any name: `passwordSet` reveals nothing.
 */
export function redact(value: unknown, name = ''): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (isSecret(name, value)) return MASK
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Set) return redact([...value], name)
  // Members of a list go by the list's name: `codes: ['123456']`.
  if (Array.isArray(value)) return value.map((member) => redact(member, name))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redact(member, key)]))
}

function isSecret(name: string, value: unknown): boolean {
  if (name === 'code' || name === 'codes') {
    return !Array.isArray(value) && !(typeof value === 'string' && BUSINESS_CODE.test(value))
  }
  const words = wordsOf(name)
  // What may be shown of a card number.
  if (words.join(' ') === 'masked pan' && typeof value === 'string' && MASKED_PAN.test(value)) return false
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_NAMES.has(words.join(''))
}

/** `clientSecret`, `client_secret` and `CLIENT-SECRET` are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
