// What the path of a record's operation names.

import type { Call } from '../http/call.ts'

export function idOf({ call }: { readonly call: Call }): string {
  return call.params.id ?? ''
}
