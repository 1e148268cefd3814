// Tries a host out for a person who sets the connection up: one connection, sign-on, echo, sign-off. It says no more about the
// network than they need.

import type { MessageCodec } from '../../iso8583/message-codec.ts'
import type { HostAddress } from './link/host-link.ts'
import { HostLinks } from './link/host-links.ts'

/** `refused`: the connection stood, and the host did not sign on or answer. */
export type HostFinding = 'up' | 'refused' | 'unreachable'

export interface ExaminedHost extends HostAddress {
  readonly codec: MessageCodec
  readonly answerMs: number
}

export async function examineHost(host: ExaminedHost): Promise<HostFinding> {
  let isConnected = false
  const links = new HostLinks({
    ...host,
    connections: 1,
    maxWaiting: 1,
    echoMs: 60_000,
    onStray: () => {},
    onChange: (_connection, state) => {
      isConnected ||= state === 'signing-on'
    },
  })
  try {
    const isUp = (await links.untilReady(2 * host.answerMs)) && (await links.echo())
    if (isUp) return 'up'
    return isConnected ? 'refused' : 'unreachable'
  } finally {
    await links.close()
  }
}
