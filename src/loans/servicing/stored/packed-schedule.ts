// The rows of a schedule as short text. Of each row only what does not follow from the rows before it is written: most rows
// begin where the last one ended, lower the balance by their principal, and have one stretch of interest on it. So a row of
// an ordinary plan is its days, its principal and its interest: "31,55089,44000".
//
//   $1;<first day>;<balance before the first row>;<rate>;<row>;<row>…
//
// The fields of a row are in the order of ROW_FIELDS. Empty ones, and those missing at its end, follow from the rows before.

import { toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'
import type { Instalment, InstalmentStatus, InterestStretch } from '../../engine/fold/loan-position.ts'
import { pack, unpack } from './packed-values.ts'

const MARK = '$1'

/** Fields of a row after days, principal and interest, and what stands for an empty one. */
const ROW_FIELDS = [
  'status', // that of the row before; FUTURE in the first
  'explain', // one stretch of all the row's days and interest, on the balance before it, at the last rate
  'balance', // the balance before, less the principal
  'paid', // nothing
  'paidInAdvance', // 0
  'paidLate', // 0
  'fees', // 0
  'penalties', // 0
  'from', // the due date of the row before
  'days', // due date less first day
] as const

type Field = (typeof ROW_FIELDS)[number]

const STATUS_LETTERS: Readonly<Record<InstalmentStatus, string>> = {
  FUTURE: 'F',
  DUE: 'D',
  PARTIAL: 'P',
  OVERDUE: 'O',
  PAID: 'X',
}
const STATUSES: ReadonlyMap<string, InstalmentStatus> = new Map(
  Object.entries(STATUS_LETTERS).map(([status, letter]) => [letter, status as InstalmentStatus]),
)

/** What the rows so far say about the next one. */
interface Expected {
  day: number
  balance: bigint
  rate: string
  status: InstalmentStatus
}

/** Rows that this form does not know are packed as any other list. */
export function packSchedule(rows: readonly Instalment[]): string {
  const [first] = rows
  if (first === undefined || !areWritable(rows)) return pack(rows)
  const expected: Expected = {
    day: toDay(first.from),
    balance: first.balanceMinor + first.principalMinor,
    rate: first.explain[0]?.rate ?? '',
    status: 'FUTURE',
  }
  let text = `${MARK};${expected.day};${expected.balance};${expected.rate}`
  for (const row of rows) text += `;${rowText(row, expected)}`
  return text
}

/** Numbered from 1, and with rates that no separator occurs in. */
function areWritable(rows: readonly Instalment[]): boolean {
  let known = ''
  return rows.every(({ n, explain }, index) => {
    if (n !== index + 1) return false
    return explain.every(({ rate }) => {
      const isWritable = rate === known || RATE.test(rate)
      known = rate
      return isWritable
    })
  })
}

const RATE = /^[-.\d]*$/

function rowText(row: Instalment, expected: Expected): string {
  const due = toDay(row.dueDate)
  const from = row.from === toDate(expected.day) ? expected.day : toDay(row.from)
  const fields = fieldsOf(row, expected, from, due)
  const text = `${due - expected.day},${row.principalMinor},${row.interestMinor}${fields}`
  expected.day = due
  expected.balance = row.balanceMinor
  expected.status = row.status
  expected.rate = row.explain.at(-1)?.rate ?? expected.rate
  return text
}

/** The other fields, without the empty ones at the end. */
function fieldsOf(row: Instalment, expected: Expected, from: number, due: number): string {
  const balance = expected.balance - row.principalMinor
  const charges = row.feesMinor !== 0n || row.penaltiesMinor !== 0n || row.paidLateMinor !== 0n
  const isOrdinary = !charges && from === expected.day && row.days === due - from && row.balanceMinor === balance
  const paid = paidText(row)
  const status = row.status === expected.status ? '' : STATUS_LETTERS[row.status]
  const explain = explainText(row, expected)
  if (isOrdinary && paid === '' && row.paidInAdvanceMinor === 0n) {
    if (explain !== '') return `,${status},${explain}`
    return status === '' ? '' : `,${status}`
  }
  const fields = [
    status,
    explain,
    row.balanceMinor === balance ? '' : String(row.balanceMinor),
    paid,
    amountText(row.paidInAdvanceMinor),
    amountText(row.paidLateMinor),
    amountText(row.feesMinor),
    amountText(row.penaltiesMinor),
    from === expected.day ? '' : String(from),
    row.days === due - from ? '' : String(row.days),
  ]
  return `,${fields.join(',')}`.replace(/,+$/, '')
}

function amountText(amount: bigint): string {
  return amount === 0n ? '' : String(amount)
}

function paidText({ paid }: Instalment): string {
  const { penalties, fees, interest, principal, overpayment } = paid
  if (penalties === 0n && fees === 0n && interest === 0n && principal === 0n && overpayment === 0n) return ''
  return `${principal}:${interest}:${fees}:${penalties}:${overpayment}`
}

/** `-` for no stretch at all. */
function explainText({ explain, days, interestMinor }: Instalment, { balance, rate }: Expected): string {
  const [only] = explain
  if (only === undefined) return '-'
  const isExpected =
    explain.length === 1 &&
    only.days === days &&
    only.interestMinor === interestMinor &&
    only.balanceMinor === balance &&
    only.rate === rate
  if (isExpected) return ''
  return explain.map((each) => `${each.balanceMinor}:${each.rate}:${each.days}:${each.interestMinor}`).join('|')
}

/** The rows that `packSchedule` was given. */
export function unpackSchedule(text: string): Instalment[] {
  if (!text.startsWith(`${MARK};`)) return unpack(text) as Instalment[]
  const [, day = '', balance = '', rate = '', ...rows] = text.split(';')
  const expected: Expected = { day: Number(day), balance: BigInt(balance), rate, status: 'FUTURE' }
  return rows.map((row, index) => rowOf(row.split(','), index + 1, expected))
}

function rowOf(fields: readonly string[], n: number, expected: Expected): Instalment {
  const [dueDays = '', principal = '', interest = '', ...others] = fields
  const given = (field: Field) => others[ROW_FIELDS.indexOf(field)] ?? ''
  const due = expected.day + Number(dueDays)
  const from = given('from') === '' ? expected.day : Number(given('from'))
  const days = given('days') === '' ? due - from : Number(given('days'))
  const principalMinor = BigInt(principal)
  const interestMinor = BigInt(interest)
  const row: Instalment = {
    n,
    from: toDate(from),
    dueDate: toDate(due),
    days,
    principalMinor,
    interestMinor,
    feesMinor: BigInt(given('fees')),
    penaltiesMinor: BigInt(given('penalties')),
    paid: paidOf(given('paid')),
    paidInAdvanceMinor: BigInt(given('paidInAdvance')),
    paidLateMinor: BigInt(given('paidLate')),
    balanceMinor: given('balance') === '' ? expected.balance - principalMinor : BigInt(given('balance')),
    status: STATUSES.get(given('status')) ?? expected.status,
    explain: explainOf(given('explain'), { days, interestMinor }, expected),
  }
  expected.day = due
  expected.balance = row.balanceMinor
  expected.status = row.status
  expected.rate = row.explain.at(-1)?.rate ?? expected.rate
  return row
}

function paidOf(text: string): Instalment['paid'] {
  const [principal = '', interest = '', fees = '', penalties = '', overpayment = ''] = text.split(':')
  return {
    penalties: BigInt(penalties),
    fees: BigInt(fees),
    interest: BigInt(interest),
    principal: BigInt(principal),
    overpayment: BigInt(overpayment),
  }
}

function explainOf(
  text: string,
  { days, interestMinor }: Pick<Instalment, 'days' | 'interestMinor'>,
  { balance, rate }: Expected,
): InterestStretch[] {
  if (text === '-') return []
  if (text === '') return [{ balanceMinor: balance, rate, days, interestMinor }]
  return text.split('|').map((stretch) => {
    const [balanceMinor = '', ownRate = '', ownDays = '', interest = ''] = stretch.split(':')
    return { balanceMinor: BigInt(balanceMinor), rate: ownRate, days: Number(ownDays), interestMinor: BigInt(interest) }
  })
}
