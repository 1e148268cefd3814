// How a family recognises a request that is sent again. A caller names its request; the name stands for the content.

import { Type } from 'typebox'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Call } from '../http/call.ts'
import type { HeaderParameter } from '../http/openapi/openapi.ts'
import { chosen } from '../http/operation.ts'

/** A validated request, as far as its name depends on it. */
export interface NamedRequest {
  readonly call: Call
  readonly operation: { readonly id: string; readonly replays?: boolean }
  readonly partnerId: string
  readonly body: unknown
  /** SHA-256 of the path, with its ids in one letter case, and of the known fields of the body. */
  content(): Buffer
}

/** `Named` is what an operation learns of the name. */
export interface RepeatedRequests<Code, Named extends object> {
  /** What a caller calls the name: `key`. */
  readonly noun: string
  /** Where it is sent: `Idempotency-Key`. */
  readonly sentAs: string
  /** The refusal of a name that was used before with other content. */
  readonly reused: Code
  /** The header that carries the name, for the documentation. */
  readonly header?: HeaderParameter
  /** Throws a 400 for a name that is malformed, before credentials are checked. */
  check?(call: Call, operation: NamedRequest['operation']): void
  name(request: NamedRequest): Named
}

/** A request that its `Idempotency-Key` names. */
export interface RequestKey {
  readonly partnerId: string
  readonly key: string
  readonly operation: string
  readonly content: Buffer
}

export interface Keyed {
  /** Absent without the header, on a read, and on a request that does nothing. */
  readonly key?: RequestKey | undefined
}

const KEY_HEADER = 'Idempotency-Key'
/** Visible ASCII: it is stored and compared as it came. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Names requests by the header `Idempotency-Key`. The key of a body that does nothing (`isIdle`) stays free. */
export function idempotencyKeys<Code>({
  reused,
  example,
  isIdle,
}: {
  readonly reused: Code
  readonly example: string
  isIdle?(body: unknown): boolean
}): RepeatedRequests<Code, Keyed> {
  return {
    noun: 'key',
    sentAs: KEY_HEADER,
    reused,
    header: {
      name: KEY_HEADER,
      required: false,
      onlyReplays: true,
      description: 'Names the request: sent again, it is not done again. 1 to 255 visible ASCII characters.',
      schema: chosen(Type.String({ minLength: 1, maxLength: 255 })),
      example,
    },
    check(call, { replays }) {
      const sent = call.headers[KEY_HEADER.toLowerCase()]
      if (replays !== true || sent === undefined || (typeof sent === 'string' && KEY.test(sent))) return
      throw invalidFields([{ path: KEY_HEADER, message: 'must be 1 to 255 visible ASCII characters' }])
    },
    name({ call, operation: { id, replays }, partnerId, body, content }) {
      const key = call.header(KEY_HEADER.toLowerCase())
      if (key === undefined || replays !== true || isIdle?.(body) === true) return {}
      return { key: { partnerId, key, operation: id, content: content() } }
    },
  }
}
