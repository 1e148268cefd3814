// What the path of a client's operation names, besides its partner.

import type { Call } from '../../../http/call.ts'

export function clientIdOf({ call }: { readonly call: Call }): string {
  return call.params.clientId ?? ''
}
