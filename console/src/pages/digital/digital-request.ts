// What every request of digital banking carries, and how its refusals are read.

import type { Reply } from '@tillgate/sdk'
import { type Answer, ask } from '../../api/ask.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { REFUSALS } from './words/reasons.ts'

export const TOKEN_TYPE = 'TOKENIZED_DEPOSIT'

/** The head of a request that is stored under its reference: the attempt key of its form. */
export function head<Type extends string>(type: Type, ref: string) {
  return { transaction: { ref, type }, channelInfo: { type: 'CONSOLE' } }
}

/** The head of a question. The gateway keeps no reference of it. */
export function question<Type extends string>(type: Type) {
  return head(type, 'console')
}

/** Calls an operation; a refusal is told in plain words. */
export async function askDigital<R extends Reply<number, unknown>>(reply: Promise<R>): Promise<Answer<R>> {
  try {
    return await ask(reply)
  } catch (error) {
    throw error instanceof GatewayError ? inWords(error) : error
  }
}

function inWords(error: GatewayError): GatewayError {
  const words = REFUSALS[error.code]
  return new GatewayError({
    status: error.status,
    code: error.code,
    message: words === undefined ? error.message : words,
    // A wrong item of a list is shown at the list.
    fields: error.fields.map(({ path, message }) => ({ path: path.replace(/\.\d+$/, ''), message })),
    correlationId: error.correlationId,
    body: error.body,
  })
}

export function hasCode(error: unknown, ...codes: readonly string[]): error is GatewayError {
  return error instanceof GatewayError && codes.includes(error.code)
}

/** The members that are filled in: an empty field of a form is an absent one of the request. */
export function filled<T extends Readonly<Record<string, string | null | undefined>>>(
  fields: T,
): { [K in keyof T]?: string } {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = value?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  ) as { [K in keyof T]?: string }
}

/** Undefined when nothing in it is filled in. */
export function unlessEmpty<T extends object>(fields: T): T | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields
}
