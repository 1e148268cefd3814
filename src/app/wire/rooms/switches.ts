// The listener for switches that speak ISO 8583, when there is one.

import { readMessagesSince, readRecordedAccounts } from '../../../channels/channel/record/recorded-accounts.ts'
import { SwitchListener } from '../../../channels/switches/switch-listener.ts'
import { type ListenerSettings, readSwitchSettings } from '../../../channels/switches/switch-settings.ts'
import { AccountDesk } from '../../../families/accounts/desk/account-desk.ts'
import type { AccountServices } from '../../../families/accounts/desk/account-operation.ts'
import type { ComponentHealth } from '../../../families/operations/actuator/actuator-health.ts'
import { DeclinedAdvices } from '../../../oversight/exceptions/advices/declined-advices.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import { unusableFile } from '../../config/config-error.ts'
import type { ListenerParts } from '../listeners.ts'
import type { Wiring } from '../wiring.ts'

export interface RunningSwitchListener {
  readonly url: string
  health(): ComponentHealth
  close(): Promise<void>
}

export async function openSwitchListener(
  { host, iso8583 }: Pick<Config, 'host' | 'iso8583'>,
  accounts: AccountServices,
  database: Database,
  { clock, logger, metrics, tracer }: ListenerParts,
  wiring: Wiring,
): Promise<RunningSwitchListener | undefined> {
  if (iso8583 === undefined) return undefined
  const settings = await readSettings(iso8583.switchesFile)
  const advices = wiring.make(DeclinedAdvices, database, clock)
  const desk = wiring.make(AccountDesk, accounts, {
    clock,
    logger,
    observer: metrics.requests,
    tracer,
    advices,
    messagesSinceMs: await readMessagesSince(database),
    recordedAccounts: (institutionId, partnerId, rrn, elements) =>
      readRecordedAccounts(database, institutionId, partnerId, rrn, elements),
  })
  const listener = wiring.make(SwitchListener, settings, {
    desk,
    now: () => clock.now(),
    log: logger,
    observer: metrics.switches,
  })
  metrics.switches.watch(() => listener.states())
  const port = await listener.listen(host, iso8583.port)
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `${settings.tls === undefined ? 'tcp' : 'tls'}://${name}:${port}`,
    health: () => healthOf(listener),
    close: () => listener.close(),
  }
}

async function readSettings(file: string): Promise<ListenerSettings> {
  try {
    return await readSwitchSettings(file)
  } catch (error) {
    throw unusableFile('ISO8583_SWITCHES_FILE', error)
  }
}

/** A switch that is away is no fault of the gateway: the component is up while it listens. */
function healthOf(listener: SwitchListener): ComponentHealth {
  const states = listener.states().map(({ name, connections, signedOff, lastMessageMs }) => [
    name,
    {
      connections,
      ...(signedOff > 0 && { signedOff }),
      ...(lastMessageMs !== undefined && { lastMessageAt: isoTimestamp(lastMessageMs) }),
    },
  ])
  return { status: 'UP', details: Object.fromEntries(states) }
}
