// What messages mean to the books. The host recognises an order by RRN, STAN and its time (DE 7 in the version of 1987, DE 12 in
// that of 1993): a reversal names the same.

import type { Bank } from '../rest-core/bank.ts'
import type { Balances, Institution, Order, Outcome } from '../rest-core/types.ts'
import type { Message, Wire } from './wire.ts'

const CURRENCIES: Record<string, string> = { 840: 'USD', 392: 'JPY', 978: 'EUR' }
const NUMBERS = Object.fromEntries(Object.entries(CURRENCIES).map(([number, currency]) => [currency, number]))

/** The books' codes in the version of 1987; those from 80 on are private. The gateway's dialect says what they mean. */
const CODES_1987: Record<string, string> = {
  '000': '00',
  '100': '05',
  '101': '54',
  '102': '59',
  '104': '62',
  '110': '51',
  '111': '14',
  '113': '23',
  '114': '52',
  '118': '56',
  '119': '57',
  '121': '61',
  '123': '65',
  '125': '84',
  '180': '13',
  '181': '82',
  '182': '80',
  '183': '81',
  '190': '83',
  '208': '41',
  '209': '43',
  '480': '79',
  '483': '87',
  '914': '25',
}

/** In that of 1993 they are the same but for two. */
const CODES_1993: Record<string, string> = { '110': '116', '180': '110' }
const NOT_FOUND = '914'

export interface Host {
  readonly bank: Bank
  readonly institution: Institution
  readonly wire: Wire
}

/** The answer to a message; undefined when it is no request. */
export async function answerTo({ mti, fields }: Message, host: Host): Promise<Message | undefined> {
  const kind = mti.slice(1, 3)
  const answerType = `${mti[0]}${mti[1]}${Number(mti[2]) + 1}${mti[1] === '8' ? mti[3] : 0}`
  const echoed = pick(fields, [3, 4, 7, 11, 12, 15, 24, 32, 37, 41, 49, 70, 102, 103])
  const reply = (more: Record<number, string>): Message => ({ mti: answerType, fields: { ...echoed, ...more } })
  switch (kind) {
    case '80':
      return reply({ 39: host.wire.isBinary ? '800' : '00' })
    case '20':
      return reply(await financial(fields, host))
    case '40':
    case '42': {
      const code = await reversal(mti, fields, host)
      return reply(typeof code === 'string' ? { 39: codeFor(code, host.wire, true) } : shown(code, host.wire, true))
    }
    default:
      return undefined
  }
}

async function financial(fields: Record<number, string>, host: Host): Promise<Record<number, string>> {
  const { bank, institution, wire } = host
  const origin = originOf(fields, wire)
  const accountId = fields[102] ?? ''
  const card = fields[2] === undefined ? {} : { pan: fields[2] }
  const what = fields[3]?.slice(0, 2)
  if (what === '31') return shown(await bank.inquire(institution, { origin, accountId, ...card }), wire)
  if (what === '39') {
    const customerId = /^customer=(.*)$/.exec(fields[48] ?? '')?.[1]
    const found = bank.lookUp(institution, { origin, ...card, ...(customerId !== undefined && { customerId }) })
    const listed = 'accounts' in found ? found.accounts : undefined
    const lines = listed?.map((one) => [one.id, one.accountType, one.txnCapability, one.description].join('|'))
    return { 39: codeFor(found.code, wire), ...(lines !== undefined && { 48: lines.join(';') }) }
  }
  const order = orderOf(what, fields, wire)
  if (order === undefined) return { 39: codeFor('902', wire) }
  const state = await bank.execute(institution, keyOf(fields, timeOf(fields, wire)), order)
  if (state === 'conflict') return { 39: codeFor('913', wire) }
  if (state.state === 'CANCELLED') return { 39: wire.isBinary ? '485' : '05' }
  return shown(state.outcome, wire)
}

/** A reversal that comes again is answered as before; one of an order that is not known keeps it from ever being executed. */
async function reversal(mti: string, fields: Record<number, string>, host: Host): Promise<string | Outcome> {
  const { bank, institution, wire } = host
  const original = originalOf(fields, wire)
  const key = `reversal ${keyOf(fields, fields[7] ?? '')}`
  const before = await bank.find(institution, key)
  if (before?.state === 'EXECUTED') return before.outcome
  const known = await bank.cancel(institution, original)
  if (known.state === 'CANCELLED') return NOT_FOUND
  if (known.outcome.code !== '000') return '000'
  const left = bank.left(institution, original)
  const wanted = wantedLeft(fields, wire)
  if (left <= wanted) return '480'
  const state = await bank.execute(institution, key, {
    kind: 'REVERSAL',
    origin: originOf(fields, wire),
    accountId: fields[102] ?? '',
    ...(fields[2] !== undefined && { pan: fields[2] }),
    amount: { minor: left - wanted, currency: CURRENCIES[fields[49] ?? ''] ?? '' },
    originalReference: original,
    reasonCode: fields[25] ?? '4000',
    complete: wanted === 0,
    // An advice tells what has happened; a request asks.
    forced: mti[2] === '2',
  })
  if (state === 'conflict' || state.state === 'CANCELLED') return '480'
  return state.outcome
}

/** What is to stay of the original. */
function wantedLeft(fields: Record<number, string>, { isBinary }: Wire): number {
  if (isBinary) return fields[30] === undefined ? 0 : Number(fields[4])
  return fields[95] === undefined ? 0 : Number(fields[95].slice(0, 12))
}

function originalOf(fields: Record<number, string>, { isBinary }: Wire): string {
  const text = (isBinary ? fields[56] : fields[90]) ?? ''
  return `${fields[37]} ${text.slice(4, 10)} ${text.slice(10, isBinary ? 22 : 20)}`
}

function keyOf(fields: Record<number, string>, time: string): string {
  return `${fields[37]} ${fields[11]} ${time}`
}

function timeOf(fields: Record<number, string>, { isBinary }: Wire): string {
  return (isBinary ? fields[12] : fields[7]) ?? ''
}

function originOf(fields: Record<number, string>, { isBinary }: Wire) {
  const date = fields[15] ?? ''
  return {
    partnerId: '',
    rrn: fields[37] ?? '',
    ...(fields[41] !== undefined && { terminalId: fields[41] }),
    businessDate: isBinary ? `20${date}` : `${new Date().getUTCFullYear()}${date}`,
  }
}

function orderOf(what: string | undefined, fields: Record<number, string>, wire: Wire): Order | undefined {
  const base = {
    origin: originOf(fields, wire),
    accountId: fields[102] ?? '',
    ...(fields[2] !== undefined && { pan: fields[2] }),
    amount: { minor: Number(fields[4]), currency: CURRENCIES[fields[49] ?? ''] ?? '' },
  }
  switch (what) {
    case '01':
    case '18': {
      const fee = wire.isBinary ? fields[46]?.slice(6, 14) : fields[28]?.slice(1)
      const kind = what === '01' ? 'CASH_WITHDRAWAL' : 'CARDLESS_WITHDRAWAL'
      return { ...base, kind, accessFeeMinor: Number(fee ?? 0) }
    }
    case '21': {
      const amounts = amountsOf(fields[54] ?? '')
      const checkMinor = amounts['91'] ?? 0
      const cashMinor = base.amount.minor - checkMinor
      return { ...base, kind: 'DEPOSIT', cashMinor, checkMinor, checkAvailableMinor: amounts['92'] ?? 0 }
    }
    case '40':
      return { ...base, kind: 'TRANSFER', beneficiaryAccountId: fields[103] ?? '' }
    case '50': {
      const [billerId = '', billerBin = ''] = (fields[98] ?? '').split('/')
      return { ...base, kind: 'BILL_PAYMENT', billerId, billerBin }
    }
    default:
      return undefined
  }
}

function amountsOf(text: string): Record<string, number> {
  const pieces = text.match(/.{20}/g) ?? []
  return Object.fromEntries(pieces.map((piece) => [piece.slice(2, 4), Number(piece.slice(8))]))
}

function shown(outcome: Outcome, wire: Wire, isReversal = false): Record<number, string> {
  const code = codeFor(outcome.code, wire, isReversal)
  if (!('balances' in outcome)) return { 39: code }
  const { branch, balances, beneficiaryBalances } = outcome
  const accounts = beneficiaryBalances === undefined ? [balances] : [balances, beneficiaryBalances]
  const dues = accounts.flatMap(({ paymentDue }) => (paymentDue === undefined ? [] : [`due=${paymentDue.dueDate}`]))
  return {
    38: 'H00001',
    39: code,
    48: [`branch=${branch.id}|${branch.name}|${branch.address}`, ...dues].join(';'),
    54: accounts.map(balanceText).join(''),
  }
}

function balanceText({ currency, balanceMinor, availableMinor, paymentDue }: Balances): string {
  const amount = (type: string, minor: number) =>
    `00${type}${NUMBERS[currency]}${minor < 0 ? 'D' : 'C'}${String(Math.abs(minor)).padStart(12, '0')}`
  const due = paymentDue === undefined ? '' : amount('04', paymentDue.amountMinor)
  return amount('01', balanceMinor) + amount('02', availableMinor) + due
}

function codeFor(code: string, { isBinary }: Wire, isReversal = false): string {
  if (!isBinary) return CODES_1987[code] ?? '05'
  return isReversal && code === '000' ? '400' : (CODES_1993[code] ?? code)
}

function pick(fields: Record<number, string>, numbers: readonly number[]): Record<number, string> {
  return Object.fromEntries(
    numbers.flatMap((number) => (fields[number] === undefined ? [] : [[number, fields[number]]])),
  )
}
