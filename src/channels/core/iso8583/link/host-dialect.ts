// Whether a dialect can say what the gateway asks a host. It is tried out when it is loaded, with a message of each sort: a file
// that cannot say one would otherwise fail at the first order of that sort.

import type { Dialect } from '../../../iso8583/dialect.ts'
import { writeFrame } from '../../../iso8583/frames.ts'
import { Iso8583Error } from '../../../iso8583/iso8583-error.ts'
import { type Message, MessageCodec } from '../../../iso8583/message-codec.ts'
import type { RemoteOrder, RemoteReversal } from '../../remote-core.ts'
import type { StoredExchange } from '../exchange-store.ts'
import { adviceMessage, inquiryMessage, lookupMessage, orderMessage, reversalMessage } from '../order-messages.ts'
import { networkMessage } from './network-messages.ts'

/** What an order and its reversal are recognised by: without one of these a host could not carry them out. */
const NEEDED = { 1987: [3, 4, 37, 49, 90, 102], 1993: [3, 4, 37, 49, 56, 102] } as const

const STAMP = { stan: '000001', transmittedAt: '1117010203' }
const AMOUNT = { minor: 12_345n, currency: 'USD' }
const ORDER = {
  reference: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  accountId: '1000000001',
  amount: AMOUNT,
  origin: {
    institutionId: 'FI001',
    partnerId: 'PARTNER01',
    rrn: '000000000001',
    correlationId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
    terminalId: 'ATM00001',
    businessDate: '20261117',
  },
} as const

const ORDERS: readonly Exclude<RemoteOrder, RemoteReversal>[] = [
  { ...ORDER, kind: 'CASH_WITHDRAWAL', accessFeeMinor: 100n },
  { ...ORDER, kind: 'CARDLESS_WITHDRAWAL', accessFeeMinor: 100n },
  { ...ORDER, kind: 'DEPOSIT', cashMinor: 10_000n, checkMinor: 2_345n, checkAvailableMinor: 2_000n },
  { ...ORDER, kind: 'TRANSFER', beneficiaryAccountId: '1000000002' },
  { ...ORDER, kind: 'BILL_PAYMENT', billerId: 'BILLER01', billerBin: '510000' },
]

/** What keeps a dialect from being used with a host; nothing: it can be. */
export function hostDialectFaults(dialect: Dialect): string[] {
  const missing = NEEDED[dialect.version].filter((number) => dialect.fields[number] === undefined)
  if (missing.length > 0) return missing.map((number) => `fields.${number} is missing, which messages to a host need`)
  const codec = new MessageCodec(dialect)
  const faults: string[] = []
  for (const [name, make] of samples(dialect)) {
    try {
      const message = make()
      if (message !== undefined) codec.decode(codec.encode(message))
      if (message !== undefined) writeFrame(dialect.framing, codec.encode(message))
    } catch (error) {
      faults.push(
        `${name} cannot be written: ${error instanceof Iso8583Error ? error.message : 'a field does not fit'}`,
      )
    }
  }
  return [...new Set(faults)]
}

function* samples(dialect: Dialect): Iterable<[name: string, make: () => Message | undefined]> {
  for (const signal of ['sign-on', 'echo', 'sign-off'] as const)
    yield [`a ${signal}`, () => networkMessage(dialect, signal, STAMP)]
  const identity = { acquirerId: '510000', forwarderId: '520000', acceptorName: 'Tillgate, Springfield, US' }
  const context = { dialect, identity, timeZone: 'UTC', nowMs: 1_800_000_000_000 }
  const sent = (draft: { mti: string; fields: Message['fields'] } | undefined): Message | undefined =>
    draft && { mti: draft.mti, fields: { ...draft.fields, 11: STAMP.stan } }
  yield ['a balance inquiry', () => sent(inquiryMessage(ORDER, context))]
  yield ['an account lookup', () => sent(lookupMessage({ origin: ORDER.origin, customerId: 'C0001' }, context))]
  for (const order of ORDERS) {
    const name = order.kind.toLowerCase().replaceAll('_', ' ')
    yield [`a ${name}`, () => sent(orderMessage(order, context))]
    const draft = safely(() => orderMessage(order, context))
    if (draft === undefined) continue
    const original: StoredExchange = {
      ...draft,
      ...STORED,
      fields: draft.fields,
      response: { mti: '', fields: dialect.fields[38] === undefined ? {} : { 38: 'H00001' } },
    }
    const takenBack = { reasonCode: '4000', isAdvice: false }
    yield [`a reversal of a ${name}`, () => sent(reversalMessage(original, { ...takenBack, leftMinor: 0n }, context))]
    yield [
      `a partial reversal of a ${name}`,
      () => sent(reversalMessage(original, { ...takenBack, leftMinor: 45n }, context)),
    ]
    yield [`the advice of a ${name}`, () => adviceMessage({ ...original, kind: 'ADVICE' }, original, dialect)]
  }
}

const STORED = {
  reference: ORDER.reference,
  institutionId: 'FI001',
  kind: 'ORDER',
  state: 'ANSWERED',
  originalReference: undefined,
  stan: STAMP.stan,
  transmittedAt: STAMP.transmittedAt,
  rrn: ORDER.origin.rrn,
  panSealed: undefined,
  amountMinor: AMOUNT.minor,
  currency: AMOUNT.currency,
  reversedMinor: 0n,
  attempts: 0,
  responseCode: '000',
  isOverdue: false,
} as const

function safely<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** Throws an error that names what is wrong with the first one that hosts could not be sent messages in. */
export function assertHostDialects(dialects: ReadonlyMap<string, Dialect>): void {
  for (const [name, dialect] of dialects) {
    const faults = hostDialectFaults(dialect)
    if (faults.length > 0) throw new Iso8583Error(`The dialect ${name} cannot be used: ${faults.join('; ')}`)
  }
}
