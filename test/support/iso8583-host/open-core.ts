// A core that speaks ISO 8583, opened past administration.

import { ExchangeStore } from '../../../src/channels/core/iso8583/exchange-store.ts'
import { Iso8583Core, type Iso8583CoreOptions } from '../../../src/channels/core/iso8583/iso8583-core.ts'
import { loadDialect } from '../../../src/channels/iso8583/dialect.ts'
import { MessageCodec } from '../../../src/channels/iso8583/message-codec.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { secretBox } from '../bank/bank.ts'
import { until } from '../until.ts'

/** An order waits for a connection only so long, and a host that has just started may take longer on a busy machine. */
export async function untilSignedOn(core: Iso8583Core): Promise<void> {
  const isSignedOn = () =>
    core.probe().then(
      () => true,
      () => false,
    )
  await until(isSignedOn, 'the host takes the sign-on')
}

export async function openIso8583Core(
  database: Database,
  port: number,
  { dialect = 'iso87-ascii', ...options }: Partial<Iso8583CoreOptions> & { dialect?: string } = {},
): Promise<Iso8583Core> {
  return new Iso8583Core({
    institutionId: 'FI001',
    database,
    store: new ExchangeStore(database),
    clock: systemClock,
    secretBox,
    codec: new MessageCodec(await loadDialect(dialect)),
    identity: { acquirerId: '510000', acceptorName: 'Tillgate, Springfield, US' },
    timeZone: 'America/New_York',
    host: '127.0.0.1',
    port,
    environment: 'sandbox',
    timeoutMs: 60_000,
    connections: 2,
    maxWaiting: 1_000,
    maxAdvices: 8,
    echoMs: 30_000,
    activeSinceMs: 0,
    circuitBreaker: { failureRate: 100, openMs: 100, minimumCalls: 1_000_000 },
    ...options,
  })
}
