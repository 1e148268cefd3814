// The rows of a fold's state as short text. Of each row only what does not follow from the row before it is written: most
// rows are like it, and begin where it ends. An open row of an ordinary plan is its days, its principal and its interest.
//
//   <row>;<row>…      the fields of a row are in the order of ROW_FIELDS, separated by commas; empty ones at its end are left out

import type { Period } from '../../engine/arithmetic/calendar-days.ts'
import {
  carriesNothing,
  NOTHING_CARRIED,
  NOTHING_PAID,
  type Row,
  type Stretch,
  UNPLANNED_ROW,
} from '../../engine/fold/fold-state.ts'
import { amountsText, amountText, firstAmounts } from './amount-text.ts'

/** Fields of a row after its days, principal and interest, and what stands for an empty one. */
const ROW_FIELDS = [
  'marks', // those of the row before
  'level', // that of the row before
  'paid', // nothing
  'stretches', // none
  'inAdvance', // 0, as the amounts that follow
  'late',
  'extra',
  'prepaid',
  'excess',
  'carriedWithin',
  'carriedOnTop',
  'collectedOnTop',
  'capitalised',
  'passed', // nothing
  'excessLeft',
  'planned', // that of the row before, as the fields that follow
  'flatInterest',
  'fixed',
  'period',
  'anchorDay',
  'from', // the due date of the row before
  'id', // the next
] as const

type Field = (typeof ROW_FIELDS)[number]

const PLACES = Object.fromEntries(ROW_FIELDS.map((field, i) => [field, i + 3])) as Readonly<Record<Field, number>>

const KINDS = ['LEVEL', 'INTEREST', 'NOTHING', 'FIXED', 'DOWN_PAYMENT'] as const
const UNPAID = ['DEFER', 'CAPITALISE', 'WAIVE'] as const

/** `u` stands for undefined, `=` for as much as the row asks for. */
const UNDEFINED = 'u'
const IN_FULL = '='

/** The row before the first one. */
const NO_ROW = UNPLANNED_ROW

const NO_STRETCHES: readonly Stretch[] = []

export function packRows(rows: readonly Row[]): string {
  let text = ''
  let last = NO_ROW
  for (const row of rows) {
    const head = `${row.due - row.from},${row.principal},${row.interest}`
    text += `${last === NO_ROW ? '' : ';'}${head}${isOrdinary(row, last) ? '' : otherFields(row, last)}`
    last = row
  }
  return text
}

/** Nothing but days, principal and interest tells it from the row before. */
function isOrdinary(row: Row, last: Row): boolean {
  return (
    row.from === last.due &&
    row.id === last.id + 1 &&
    row.level === last.level &&
    hasMarksOf(row, last) &&
    row.paid.principal === 0n &&
    row.paid.interest === 0n &&
    row.paid.fees === 0n &&
    row.paid.penalties === 0n &&
    row.paid.overpayment === 0n &&
    row.stretches.length === 0 &&
    hasNoAmounts(row) &&
    row.planned === last.planned &&
    row.flatInterest === last.flatInterest &&
    row.fixed === last.fixed &&
    row.anchorDay === last.anchorDay &&
    isSamePeriod(row.period, last.period)
  )
}

function hasMarksOf(row: Row, last: Row): boolean {
  return (
    row.kind === last.kind &&
    row.unpaidInterest === last.unpaidInterest &&
    row.defersInterest === last.defersInterest &&
    row.closed === last.closed &&
    row.lateFeeDone === last.lateFeeDone
  )
}

function hasNoAmounts(row: Row): boolean {
  return (
    row.paidInAdvance === 0n &&
    row.paidLate === 0n &&
    row.extra === 0n &&
    row.prepaid === 0n &&
    row.excess === 0n &&
    row.carriedWithin === 0n &&
    row.carriedOnTop === 0n &&
    row.collectedOnTop === 0n &&
    row.capitalised === 0n &&
    row.excessLeft === 0n &&
    carriesNothing(row.passed)
  )
}

function isSamePeriod(one: Period, other: Period): boolean {
  return one === other || periodText(one) === periodText(other)
}

function otherFields(row: Row, last: Row): string {
  const fields: readonly string[] = [
    hasMarksOf(row, last) ? '' : marksText(row),
    row.level === last.level ? '' : String(row.level),
    paidText(row),
    row.stretches.map((stretch) => stretchText(stretch, row)).join('|'),
    amountText(row.paidInAdvance),
    amountText(row.paidLate),
    amountText(row.extra),
    amountText(row.prepaid),
    amountText(row.excess),
    amountText(row.carriedWithin),
    amountText(row.carriedOnTop),
    amountText(row.collectedOnTop),
    amountText(row.capitalised),
    carriesNothing(row.passed) ? '' : `${row.passed.within}:${row.passed.onTop}`,
    amountText(row.excessLeft),
    row.planned === last.planned ? '' : String(row.planned ?? UNDEFINED),
    row.flatInterest === last.flatInterest ? '' : String(row.flatInterest ?? UNDEFINED),
    row.fixed === last.fixed ? '' : String(row.fixed),
    isSamePeriod(row.period, last.period) ? '' : periodText(row.period),
    row.anchorDay === last.anchorDay ? '' : String(row.anchorDay),
    row.from === last.due ? '' : String(row.from),
    row.id === last.id + 1 ? '' : String(row.id),
  ]
  const used = fields.findLastIndex((field) => field !== '')
  return used < 0 ? '' : `,${fields.slice(0, used + 1).join(',')}`
}

function marksText({ kind, unpaidInterest, defersInterest, closed, lateFeeDone }: Row): string {
  const marks = [
    KINDS.indexOf(kind),
    UNPAID.indexOf(unpaidInterest),
    ...[defersInterest, closed, lateFeeDone].map(Number),
  ]
  return marks.join('')
}

function paidText({ paid, principal, interest }: Row): string {
  const { penalties, fees, overpayment } = paid
  if (penalties === 0n && fees === 0n && overpayment === 0n) {
    if (paid.principal === 0n && paid.interest === 0n) return ''
    if (paid.principal === principal && paid.interest === interest) return IN_FULL
  }
  return amountsText([paid.principal, paid.interest, fees, penalties, overpayment])
}

function stretchText({ from, to, balance, rate }: Stretch, row: Row): string {
  return `${from - row.from}:${to - from}:${balance}:${rate}`
}

function periodText(period: Period): string {
  return 'days' in period ? `d${period.days}` : `m${period.months}`
}

/** The rows that `packRows` was given. */
export function unpackRows(text: string): Row[] {
  if (text === '') return []
  const rows: Row[] = []
  let last = NO_ROW
  for (const each of text.split(';')) {
    last = rowAfter(last, each.split(','))
    rows.push(last)
  }
  return rows
}

function rowAfter(last: Row, fields: readonly string[]): Row {
  const row = ordinaryAfter(last, Number(fields[0]), BigInt(fields[1] ?? ''), BigInt(fields[2] ?? ''))
  if (fields.length > PLACES.marks) setOthers(row, fields)
  return row
}

function ordinaryAfter(last: Row, days: number, principal: bigint, interest: bigint): Row {
  return {
    id: last.id + 1,
    from: last.due,
    due: last.due + days,
    period: last.period,
    anchorDay: last.anchorDay,
    kind: last.kind,
    fixed: last.fixed,
    unpaidInterest: last.unpaidInterest,
    defersInterest: last.defersInterest,
    level: last.level,
    planned: last.planned,
    flatInterest: last.flatInterest,
    extra: 0n,
    prepaid: 0n,
    excess: 0n,
    stretches: NO_STRETCHES,
    carriedWithin: 0n,
    carriedOnTop: 0n,
    collectedOnTop: 0n,
    closed: last.closed,
    principal,
    interest,
    capitalised: 0n,
    passed: NOTHING_CARRIED,
    excessLeft: 0n,
    paid: NOTHING_PAID,
    paidInAdvance: 0n,
    paidLate: 0n,
    lateFeeDone: last.lateFeeDone,
  }
}

function setOthers(row: Row, fields: readonly string[]): void {
  const given = (field: Field) => fields[PLACES[field]] ?? ''
  const amount = (field: Field) => BigInt(given(field))
  const isGiven = (field: Field) => given(field) !== ''
  // Stretches are counted from the row's first day.
  if (isGiven('from')) {
    row.due += Number(given('from')) - row.from
    row.from = Number(given('from'))
  }
  if (isGiven('id')) row.id = Number(given('id'))
  if (isGiven('anchorDay')) row.anchorDay = Number(given('anchorDay'))
  if (isGiven('period')) row.period = periodOf(given('period'))
  if (isGiven('marks')) setMarks(row, given('marks'))
  if (isGiven('level')) row.level = amount('level')
  if (isGiven('fixed')) row.fixed = amount('fixed')
  if (isGiven('planned')) row.planned = given('planned') === UNDEFINED ? undefined : amount('planned')
  if (isGiven('flatInterest'))
    row.flatInterest = given('flatInterest') === UNDEFINED ? undefined : amount('flatInterest')
  if (isGiven('paid')) row.paid = paidOf(given('paid'), row)
  if (isGiven('stretches')) row.stretches = stretchesOf(given('stretches'), row)
  if (isGiven('passed')) {
    const [within, onTop] = firstAmounts(given('passed'), 2)
    row.passed = { within: within ?? 0n, onTop: onTop ?? 0n }
  }
  row.paidInAdvance = amount('inAdvance')
  row.paidLate = amount('late')
  row.extra = amount('extra')
  row.prepaid = amount('prepaid')
  row.excess = amount('excess')
  row.carriedWithin = amount('carriedWithin')
  row.carriedOnTop = amount('carriedOnTop')
  row.collectedOnTop = amount('collectedOnTop')
  row.capitalised = amount('capitalised')
  row.excessLeft = amount('excessLeft')
}

function setMarks(row: Row, text: string): void {
  row.kind = KINDS[Number(text[0])] ?? 'LEVEL'
  row.unpaidInterest = UNPAID[Number(text[1])] ?? 'DEFER'
  row.defersInterest = text[2] === '1'
  row.closed = text[3] === '1'
  row.lateFeeDone = text[4] === '1'
}

function paidOf(text: string, row: Row): Row['paid'] {
  if (text === IN_FULL) return { ...NOTHING_PAID, interest: row.interest, principal: row.principal }
  const [principal = 0n, interest = 0n, fees = 0n, penalties = 0n, overpayment = 0n] = firstAmounts(text, 5)
  return { penalties, fees, interest, principal, overpayment }
}

function stretchesOf(text: string, row: Row): Stretch[] {
  return text.split('|').map((each) => {
    const [after = '', days = '', balance = '', rate = ''] = each.split(':')
    const from = row.from + Number(after)
    return { from, to: from + Number(days), balance: BigInt(balance), rate }
  })
}

function periodOf(text: string): Period {
  const length = Number(text.slice(1))
  return text.startsWith('d') ? { days: length } : { months: length }
}
