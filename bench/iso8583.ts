// A host that speaks ISO 8583 behind a gateway, and what its messages cost alone.

import { loadDialect } from '../src/channels/iso8583/dialect.ts'
import { type Message, MessageCodec } from '../src/channels/iso8583/message-codec.ts'
import { connectHost } from '../test/support/iso8583-host/connectivity.ts'
import { startHost } from '../test/support/iso8583-host/host-process.ts'
import { median } from './figures/statistics.ts'
import type { Store } from './servers/server-process.ts'
import { withStore } from './servers/test-bed.ts'

const TIMEOUT_MS = 10_000

/** Starts the example host with as many accounts as the bench has, and makes it the core of FI001. */
export async function connectExampleHost(store: Store, accounts: number, cleanup: AsyncDisposableStack): Promise<void> {
  const host = await startHost({ after: (end) => cleanup.defer(end) }, { plainAccounts: accounts })
  await withStore(store, (database) => connectHost(database, { port: host.port, timeoutMs: TIMEOUT_MS }))
}

/** Microseconds of processor time to write one message and read it again; medians over the rounds. */
export interface CodecCosts {
  readonly asciiMicros: number
  readonly binaryMicros: number
}

const PASSES = 5_000
const WARM_UPS = 2

export async function measureCodec(rounds: number): Promise<CodecCosts> {
  const works = [
    { codec: new MessageCodec(await loadDialect('iso87-ascii')), messages: MESSAGES_1987, costs: [] as number[] },
    { codec: new MessageCodec(await loadDialect('iso93-binary')), messages: MESSAGES_1993, costs: [] as number[] },
  ] as const
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const { codec, messages, costs } of works) {
      const cost = costOf(codec, messages)
      if (round >= 0) costs.push(cost)
    }
  }
  return { asciiMicros: median(works[0].costs), binaryMicros: median(works[1].costs) }
}

function costOf(codec: MessageCodec, messages: readonly Message[]): number {
  const before = process.cpuUsage()
  for (let pass = 0; pass < PASSES; pass++) {
    for (const message of messages) codec.decode(codec.encode(message))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (PASSES * messages.length)
}

export function codecLine({ asciiMicros, binaryMicros }: CodecCosts): string {
  return `a message written and read: ${asciiMicros.toFixed(1)} µs in ASCII, ${binaryMicros.toFixed(1)} µs packed`
}

/** A withdrawal and its answer, as the gateway sends and gets them. */
const ORDER = {
  2: '4000000000000010',
  3: '010000',
  4: '000000002000',
  7: '1117010203',
  11: '000001',
  32: '510000',
  37: '100000000001',
  41: 'ATM00001',
  42: 'ATM00001',
  49: '840',
  102: '5000000001',
}
const BALANCES = ['01', '02'].map((amountType) => ({
  accountType: '00',
  amountType,
  currency: '840',
  sign: 'C',
  amount: '000009998000',
}))
const ANSWER = { ...ORDER, 38: 'H00001', 48: 'branch=001|Main Street|1 Main Street', 54: BALANCES }

const MESSAGES_1987: readonly Message[] = [
  { mti: '0200', fields: { ...ORDER, 12: '010203', 13: '1117', 15: '1117' } },
  { mti: '0210', fields: { ...ANSWER, 12: '010203', 15: '1117', 39: '00' } },
]
const MESSAGES_1993: readonly Message[] = [
  { mti: '1200', fields: { ...ORDER, 12: '261117010203', 15: '261117', 24: '200' } },
  { mti: '1210', fields: { ...ANSWER, 12: '261117010203', 15: '261117', 39: '000' } },
]
