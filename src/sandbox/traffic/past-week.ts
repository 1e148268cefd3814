// A week of synthetic traffic, the same in every sandbox but for the time: withdrawals, deposits and transfers between
// accounts that exist for it alone, some of them declined. Pure: what is written is up to seed-sandbox-traffic.ts.

import { generalLedger } from '../../channels/core/builtin/books/general-ledger.ts'
import { customer, type Entry, general } from '../../ledger/journal.ts'
import { type BusinessDate, businessDateAt, DAY_MS, MINUTE_MS } from '../../platform/kernel/time/clock.ts'

export interface TrafficInstitution {
  readonly institutionId: string
  readonly timeZone: string
  readonly terminalId: string
  readonly accountIds: readonly string[]
  /** On average between two orders. */
  readonly minutesApart: number
}

export interface PastOrder {
  readonly institutionId: string
  readonly rrn: string
  readonly transactionId: string
  readonly type: 'CASHWITHDRAWAL' | 'CASHDEPOSIT' | 'TRANSFER'
  readonly accountId: string
  readonly beneficiaryAccountId: string | null
  readonly terminalId: string
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly cashMinor: bigint
  readonly responseCode: '000' | '110' | '121'
  readonly authId: string | null
  readonly businessDate: BusinessDate
  readonly atMs: number
  readonly latencyMs: number
  /** Empty for one that was declined. */
  readonly entries: readonly Entry[]
}

export const TRAFFIC_CURRENCY = 'USD'
/** Enough for every withdrawal of the week. */
export const OPENING_MINOR = 2_500_000n

const CUTOVER_TIME = '00:00'
const FEE_MINOR = 250n

/** Oldest first. */
export function pastWeek(institutions: readonly TrafficInstitution[], nowMs: number): PastOrder[] {
  return institutions
    .flatMap((institution, at) => ordersOf(institution, nowMs, numbersFrom(7 + 13 * at)))
    .sort((one, other) => one.atMs - other.atMs)
}

function ordersOf(institution: TrafficInstitution, nowMs: number, next: (below: number) => number): PastOrder[] {
  const orders: PastOrder[] = []
  const { minutesApart } = institution
  let atMs = nowMs - MINUTE_MS
  for (let n = 1; atMs > nowMs - 7 * DAY_MS; n += 1) {
    orders.push(orderAt(institution, n, atMs, next))
    // Fewer at night.
    const isNight = new Date(atMs).getUTCHours() % 24 < 6
    atMs -= MINUTE_MS * (5 + next(2 * minutesApart)) * (isNight ? 3 : 1)
  }
  return orders
}

function orderAt(of: TrafficInstitution, n: number, atMs: number, next: (below: number) => number): PastOrder {
  const { institutionId, timeZone, terminalId, accountIds } = of
  const kind = next(100)
  const from = next(accountIds.length)
  const accountId = accountIds[from] ?? ''
  const other = accountIds[(from + 1 + next(accountIds.length - 1)) % accountIds.length] ?? ''
  const isTransfer = kind >= 84
  const isDeposit = !isTransfer && kind >= 70
  const type = isTransfer ? 'TRANSFER' : isDeposit ? 'CASHDEPOSIT' : 'CASHWITHDRAWAL'
  const responseCode = next(100) < 8 ? (next(3) === 0 ? '121' : '110') : '000'
  const feeMinor = type === 'CASHWITHDRAWAL' && next(3) === 0 ? FEE_MINOR : 0n
  // What is declined is more than there is.
  const notes = responseCode === '000' ? 1 + next(12) : 250 + next(200)
  const amountMinor = 2_000n * BigInt(notes) + feeMinor
  const isApproved = responseCode === '000'
  return {
    institutionId,
    rrn: `99${String(n).padStart(10, '0')}`,
    transactionId: idAt(atMs, next),
    type,
    accountId,
    beneficiaryAccountId: isTransfer ? other : null,
    terminalId,
    amountMinor,
    feeMinor,
    cashMinor: isTransfer ? 0n : amountMinor - feeMinor,
    responseCode,
    authId: isApproved ? Array.from({ length: 6 }, () => LETTERS[next(LETTERS.length)]).join('') : null,
    businessDate: businessDateAt(atMs, { timeZone, cutoverTime: CUTOVER_TIME }),
    atMs,
    latencyMs: 3 + next(12) + (next(20) === 0 ? 40 : 0),
    entries: isApproved ? entriesOf(type, { accountId, other, terminalId, amountMinor, feeMinor }) : [],
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

interface Moved {
  readonly accountId: string
  readonly other: string
  readonly terminalId: string
  readonly amountMinor: bigint
  readonly feeMinor: bigint
}

function entriesOf(type: PastOrder['type'], { accountId, other, terminalId, amountMinor, feeMinor }: Moved): Entry[] {
  const vault = generalLedger.vault(terminalId)
  if (type === 'TRANSFER') {
    return [customer(accountId, TRAFFIC_CURRENCY, -amountMinor), customer(other, TRAFFIC_CURRENCY, amountMinor)]
  }
  if (type === 'CASHDEPOSIT') {
    return [customer(accountId, TRAFFIC_CURRENCY, amountMinor), general(vault, TRAFFIC_CURRENCY, -amountMinor)]
  }
  const entries = [
    customer(accountId, TRAFFIC_CURRENCY, -amountMinor),
    general(vault, TRAFFIC_CURRENCY, amountMinor - feeMinor),
  ]
  if (feeMinor > 0n) entries.push(general(generalLedger.accessFees, TRAFFIC_CURRENCY, feeMinor))
  return entries
}

/** A UUID of version 7 at its time: lists go by it. */
function idAt(atMs: number, next: (below: number) => number): string {
  const time = atMs.toString(16).padStart(12, '0')
  const hex = (length: number) => Array.from({ length }, () => next(16).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`
}

/** The same numbers for the same seed: a linear congruential generator, of which the upper bits are used. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
