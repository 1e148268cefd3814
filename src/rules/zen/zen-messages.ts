// The messages between the gateway and the process that runs zen.

import type { Explanation } from '../values.ts'

/** A cell that did not compile, so that zen has to say whether it can read it. */
export interface UncheckedCell {
  readonly place: string
  readonly text: string
  readonly unary: boolean
}

export type ZenTask =
  | { readonly kind: 'check'; readonly content: object; readonly cells: readonly UncheckedCell[] }
  | {
      readonly kind: 'evaluate'
      readonly decision: number
      /** Sent with the first evaluation only. */
      readonly content?: object
      readonly input: object
      readonly explained: boolean
    }

export type ZenRequest = (ZenTask & { readonly call: number }) | { readonly kind: 'drop'; readonly decision: number }

export interface ZenReply {
  readonly call: number
  /** After a check: what zen cannot read. */
  readonly findings?: readonly string[]
  readonly explanation?: Explanation
  readonly error?: string
}
