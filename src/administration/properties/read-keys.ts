// The keys of application properties that the platform reads. Each part that follows properties declares its keys once, with
// what it makes of their texts; administration refuses texts that the part could not use.

import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import { ANY_APPLICATION } from './property-records.ts'

export interface ReadKey<Value = unknown> {
  /** What the text means; undefined, or a thrown error, when it cannot be used. */
  parse(text: string): Value | undefined
  /** Ends a sentence that starts with the name of a field: `must be …`. */
  readonly expected: string
  /** What exactly is wrong with a text that cannot be used, where `expected` leaves that open. */
  faultOf?(text: string): string | undefined
}

/** The keys that a part of the platform reads, of its own application or of `*`. */
export interface ReadKeys<Keys extends Readonly<Record<string, ReadKey>> = Readonly<Record<string, ReadKey>>> {
  readonly application: string
  readonly keys: Keys
}

export type ParsedValue<Keys extends Readonly<Record<string, ReadKey>>, Key extends keyof Keys> = NonNullable<
  ReturnType<Keys[Key]['parse']>
>

/** The value, or undefined when the text cannot be used. */
export function parsed<Value>(key: ReadKey<Value> | undefined, text: string): Value | undefined {
  try {
    return key?.parse(text)
  } catch {
    return undefined
  }
}

interface Place {
  readonly application: string
  readonly key: string
}

/** Why the platform could not use the text as the value of this key; undefined when it can, or does not read the key. */
export function unusable(readers: readonly ReadKeys[], { application, key }: Place, text: string): string | undefined {
  const keys = readers
    .filter((reader) => application === ANY_APPLICATION || application === reader.application)
    .flatMap((reader) => (Object.hasOwn(reader.keys, key) ? [reader.keys[key] as ReadKey] : []))
  const unread = keys.find((one) => parsed(one, text) === undefined)
  return unread && [unread.expected, faultIn(unread, text)].filter((part) => part !== undefined).join(': ')
}

function faultIn(key: ReadKey, text: string): string | undefined {
  try {
    return key.faultOf?.(text)
  } catch {
    return undefined
  }
}

/** `path` is the field of the request that brought the value. */
export function assertUsable(readers: readonly ReadKeys[], place: Place, text: string, path: string): void {
  const expected = unusable(readers, place, text)
  if (expected === undefined) return
  throw invalidFields([
    { path, message: path === 'value' ? expected : `has a value that cannot be used: it ${expected}` },
  ])
}
