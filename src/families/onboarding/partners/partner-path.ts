// What the path of a partner's operation names.

import type { Call } from '../../../http/call.ts'

interface Asked {
  readonly call: Call
}

export function idOf({ call }: Asked): string {
  return call.params.id ?? ''
}

export function clientIdOf({ call }: Asked): string {
  return call.params.clientId ?? ''
}
