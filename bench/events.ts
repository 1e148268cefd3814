// Events beside withdrawals: what they cost when they are only stored, and when one or ten webhooks get them; and how many
// deliveries a second there are. The receiver is in this process and accepts everything.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { storeEvent } from '../src/administration/events/event-outbox.ts'
import { systemClock } from '../src/platform/kernel/time/clock.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { Onboarding } from '../test/support/onboarding/onboarding.ts'
import type { Measurements, Subject } from './figures/measure.ts'
import { type DeliveryRates, runLine } from './figures/report.ts'
import { median } from './figures/statistics.ts'
import type { BenchOptions } from './options.ts'
import type { ServerProcess } from './servers/server-process.ts'

const PARTNER = 'PARTNER01'
/** Events a second beside the withdrawals: of a partner that changes a lot. */
const PER_SECOND = 50
const MANY = 10
/** Deliveries that are timed. */
const TIMED = 1_000

interface EventsBench {
  readonly options: BenchOptions
  readonly cleanup: AsyncDisposableStack
  say(step: string, text: string): void
}

export async function measureEvents(
  { options, cleanup, say }: EventsBench,
  measurements: Measurements,
  gateway: ServerProcess,
  books: Database,
): Promise<DeliveryRates> {
  const receiver = await startReceiver(cleanup)
  const webhooks = await webhooksOf(gateway, receiver.url)
  const subject = (name: string): Subject => ({ name, servers: [gateway], pattern: 'withdrawals', books })
  const rates = { one: [] as number[], many: [] as number[] }
  await measurements.warmUp(subject('without events'))
  for (let round = 1; round <= options.rounds; round++) {
    const label = (name: string) => `${round}/${options.rounds} ${name}`
    say(label('without events'), runLine(await measurements.measure(subject('without events'))))
    for (const [name, count] of [
      ['events', 0],
      ['events, 1 webhook', 1],
      [`events, ${MANY} webhooks`, MANY],
    ] as const) {
      await webhooks.have(count)
      const changes = startChanges(books)
      say(label(name), runLine(await measurements.measure(subject(name))))
      await changes.stop()
    }
    for (const [name, count] of [
      ['many', MANY],
      ['one', 1],
    ] as const) {
      await webhooks.have(count)
      const rate = await timeDeliveries(books, receiver, count)
      rates[name].push(rate)
      say(label(`deliveries, ${count}`), `${Math.round(rate)}/s`.padStart(9))
    }
  }
  await webhooks.have(0)
  return { one: median(rates.one), many: median(rates.many) }
}

interface Receiver {
  readonly url: string
  count(): number
}

async function startReceiver(cleanup: AsyncDisposableStack): Promise<Receiver> {
  let received = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received++
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanup.defer(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, count: () => received }
}

async function webhooksOf(gateway: ServerProcess, url: string) {
  const onboarding = new Onboarding(() => gateway.url)
  const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  const ids: string[] = []
  const body = { partnerId: PARTNER, url, contactEmail: 'bench@partner.example', kinds: ['terminal.changed'] }
  return {
    async have(count: number): Promise<void> {
      while (ids.length < count) {
        const { status, body: made, text } = await onboarding.call('POST /webhooks', { token, body })
        if (status !== 201) throw new Error(`a webhook cannot be made: ${text}`)
        ids.push(made.data.id)
      }
      while (ids.length > count) await onboarding.call(`DELETE /webhooks/${ids.pop()}`, { token })
    },
  }
}

/** Each of another resource, so that none waits for another. */
async function store(books: Database, count: number): Promise<void> {
  await books.transaction(async (sql) => {
    for (let n = 0; n < count; n++)
      await storeEvent(sql, systemClock.now(), {
        kind: 'terminal.changed',
        partnerId: PARTNER,
        resource: `terminal/BENCH-${n}`,
        data: { terminalId: `BENCH-${n}`, institutionId: 'FI001', location: 'Lobby', status: 'ACTIVE' },
      })
  })
}

function startChanges(books: Database): { stop(): Promise<void> } {
  let isStopped = false
  const work = (async () => {
    while (!isStopped) {
      await store(books, PER_SECOND / 10)
      await delay(100)
    }
  })()
  return {
    stop() {
      isStopped = true
      return work
    },
  }
}

async function timeDeliveries(books: Database, receiver: Receiver, webhooks: number): Promise<number> {
  // What is left of the load before.
  for (let last = -1; last !== receiver.count(); ) {
    last = receiver.count()
    await delay(2_000)
  }
  const [startedMs, before] = [performance.now(), receiver.count()]
  await store(books, TIMED / webhooks)
  while (receiver.count() < before + TIMED) await delay(5)
  return TIMED / ((performance.now() - startedMs) / 1_000)
}
