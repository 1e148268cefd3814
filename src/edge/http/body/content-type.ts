// Checks the Content-Type of a request: a family accepts only what its contract lists, even if a parser reads more.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Call } from '../call.ts'

const TYPES = {
  json: { name: 'application/json', pattern: typePattern('application/json') },
  form: { name: 'application/x-www-form-urlencoded', pattern: typePattern('application/x-www-form-urlencoded') },
} as const

function typePattern(type: string): RegExp {
  return new RegExp(`^${RegExp.escape(type)}\\s*(?:;\\s*charset\\s*=\\s*"?utf-8"?\\s*)?;?$`, 'i')
}

/** Throws 415 for a file of any other type, in another charset than UTF-8, or compressed. */
export function requireFileType(call: Call, types: readonly string[]): void {
  const [type = '', ...parameters] = (call.header('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const encoding = call.header('content-encoding')?.toLowerCase()
  const isUtf8 = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one))
  if (types.includes(type) && isUtf8 && (encoding === undefined || encoding === 'identity')) return
  throw new Problem('unsupported-media-type', `Content-Type must be ${types.join(' or ')}, in UTF-8 and not compressed`)
}

/** Throws 415 for any other type, a charset other than UTF-8, or a compressed body. */
export function requireContentType(call: Call, wanted: keyof typeof TYPES): void {
  const { name, pattern } = TYPES[wanted]
  const type = call.header('content-type')
  const encoding = call.header('content-encoding')
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (isPlain && type !== undefined && (type === name || pattern.test(type.trim()))) return
  throw new Problem('unsupported-media-type', `Content-Type must be ${name}, in UTF-8 and not compressed`)
}
