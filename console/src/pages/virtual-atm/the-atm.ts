// The one ATM of this browser. It outlives the page, so that going to another page and back does not lose a card.

import { useSyncExternalStore } from 'react'
import { settings } from '../../settings.ts'
import { Atm } from './engine/atm.ts'
import type { AtmState } from './engine/atm-desk.ts'
import type { LineCredentials } from './engine/atm-line.ts'
import type { Terminal } from './engine/orders.ts'

/** The sandbox's published clients of the account services. */
export const PUBLISHED_CLIENTS: readonly LineCredentials[] = (settings.sandbox?.clients ?? [])
  .filter(({ family, isExpired }) => family === 'accounts' && !isExpired)
  .map(({ clientId, clientSecret, partnerId }) => ({ clientId, clientSecret, partnerId }))

export const PUBLISHED_SECRETS = PUBLISHED_CLIENTS.map(({ clientSecret }) => clientSecret)

const CURRENCY = 'USD'
const FEE = 2.5

/** The published terminals, ATMs in use first. */
export const PUBLISHED_TERMINALS: readonly (Terminal & { readonly note: string })[] = (
  settings.sandbox?.institutions ?? []
).flatMap(({ institutionId, name, status, terminals }) =>
  terminals.map((terminal) => ({
    institutionId,
    institutionName: name,
    terminalId: terminal.terminalId,
    acceptorId: terminal.acceptorId,
    terminalLoc: `Virtual ATM, ${name}`,
    currency: CURRENCY,
    fee: FEE,
    note: [
      terminal.kind === 'ATM' ? undefined : terminal.kind.toLowerCase(),
      terminal.status === 'ACTIVE' ? undefined : 'inactive',
      status === 'ACTIVE' ? undefined : `institution ${status.toLowerCase()}`,
    ]
      .filter((part) => part !== undefined)
      .join(', '),
  })),
)

const NO_TERMINAL: Terminal = {
  institutionId: '',
  institutionName: '',
  terminalId: '',
  acceptorId: '',
  terminalLoc: 'Virtual ATM',
  currency: CURRENCY,
  fee: FEE,
}

export const atm = new Atm({
  baseUrl: window.location.origin,
  terminal: PUBLISHED_TERMINALS[0] ?? NO_TERMINAL,
  credentials: PUBLISHED_CLIENTS[0] ?? { clientId: '', clientSecret: '', partnerId: '' },
  published: PUBLISHED_CLIENTS,
  memory: window.localStorage,
  fetch: (input, init) => window.fetch(input, init),
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

export function useAtm(): AtmState {
  return useSyncExternalStore(atm.subscribe, atm.state)
}
