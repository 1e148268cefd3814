// Network management: sign-on, sign-off and echo, in DE 70 (1987) or DE 24 (1993).

import type { Dialect } from '../iso8583/dialect.ts'
import type { Message } from '../iso8583/message-codec.ts'

type Function = 'on' | 'off' | 'echo'

const FUNCTIONS_1987: Readonly<Record<string, Function>> = { '001': 'on', '002': 'off', '301': 'echo' }
const FUNCTIONS_1993: Readonly<Record<string, Function>> = { 801: 'on', 802: 'off', 831: 'echo' }

export interface NetworkAnswer {
  /** A code of the gateway. */
  readonly code: string
  readonly signs?: 'on' | 'off'
}

const APPROVED = '000'
/** Key exchanges, cutovers of the network and the like. */
const NOT_SUPPORTED = '115'

export function answerNetwork({ fields }: Message, { version }: Dialect): NetworkAnswer {
  const found = version === 1993 ? FUNCTIONS_1993[String(fields[24])] : FUNCTIONS_1987[String(fields[70])]
  if (found === undefined) return { code: NOT_SUPPORTED }
  return found === 'echo' ? { code: APPROVED } : { code: APPROVED, signs: found }
}
