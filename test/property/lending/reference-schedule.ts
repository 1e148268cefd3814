// A second implementation of loan schedules, written from the formulas of the contract ("Arithmetic", 1 to 4) and sharing
// no code with src: exact fractions, dates by the platform's calendar, and the instalment as the root of the balance that
// is left at the end, which is a straight line in the instalment.

const DAY_MS = 86_400_000

/** An exact fraction; the denominator is positive. */
export interface Exact {
  n: bigint
  d: bigint
}

export const exact = (n: bigint | number, d: bigint | number = 1n): Exact => reduce(BigInt(n), BigInt(d))
export const plus = (a: Exact, b: Exact): Exact => reduce(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Exact, b: Exact): Exact => reduce(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Exact, b: Exact): Exact => reduce(a.n * b.n, a.d * b.d)
export const over = (a: Exact, b: Exact): Exact =>
  b.n < 0n ? reduce(-a.n * b.d, a.d * -b.n) : reduce(a.n * b.d, a.d * b.n)
const ONE = exact(1)
export const ZERO = exact(0)

function reduce(n: bigint, d: bigint): Exact {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return a <= 1n ? { n, d } : { n: n / a, d: d / a }
}

/** "9.4822" as a fraction. */
export function decimal(text: string): Exact {
  const [whole = '0', part = ''] = text.split('.')
  return exact(BigInt(whole + part), 10n ** BigInt(part.length))
}

export type RoundingMode = 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN'

/** To a multiple of `unit`; negative numbers mirror positive ones. */
export function rounded(value: Exact, mode: RoundingMode, unit = 1n): bigint {
  if (value.n < 0n) return -rounded({ n: -value.n, d: value.d }, mode, unit)
  const step = value.d * unit
  const down = value.n / step
  const rest = value.n % step
  const up =
    mode === 'UP'
      ? rest > 0n
      : mode === 'DOWN'
        ? false
        : rest * 2n > step || (rest * 2n === step && (mode === 'HALF_UP' || down % 2n === 1n))
  return (down + (up ? 1n : 0n)) * unit
}

export interface ReferenceTerms {
  principal: bigint
  rate: string
  method: 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT'
  dayCount: '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA'
  every: number
  unit: 'Days' | 'Weeks' | 'Months' | 'Years'
  count: number
  start: string
  firstDueDate?: string
  graceOnPrincipal: number
  graceOnInterest: number
  balloon: bigint
  downPaymentPercent?: string
  multipleOf?: bigint
  rounding: RoundingMode
  annuityRate: 'PER_PERIOD' | 'FIRST_PERIOD'
}

export interface ReferenceRow {
  dueDate: string
  days: number
  principal: bigint
  interest: bigint
  balance: bigint
}

export const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS
export const text = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The date some months on, on the wanted day of the month if it has one, else on its last. */
function addMonths(date: string, months: number, wanted = Number(date.slice(8))): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(wanted, last))
  return first.toISOString().slice(0, 10)
}

export interface Period {
  from: string
  to: string
  /** The day of the month that due dates fall on, unless a month is too short. */
  wanted: number
}

export function periodsOf(terms: ReferenceTerms): Period[] {
  const months = monthsPerPeriod(terms)
  const base = terms.firstDueDate ?? terms.start
  const wanted = Number(base.slice(8))
  const offset = terms.firstDueDate === undefined ? 1 : 0
  const dueDates = Array.from({ length: terms.count }, (_, k) => {
    if (months !== undefined) return addMonths(base, months * (k + offset))
    return text(day(base) + daysPerPeriod(terms) * (k + offset))
  })
  return dueDates.map((to, k) => ({ from: k === 0 ? terms.start : (dueDates[k - 1] as string), to, wanted }))
}

function monthsPerPeriod({ every, unit }: ReferenceTerms): number | undefined {
  if (unit === 'Months') return every
  return unit === 'Years' ? 12 * every : undefined
}

const daysPerPeriod = ({ every, unit }: ReferenceTerms) => (unit === 'Weeks' ? 7 : 1) * every

/** The part of a year that a period is; times the yearly rate it is the period rate. */
export function yearPart(terms: ReferenceTerms, { from, to, wanted }: Period): Exact {
  const days = day(to) - day(from)
  const months = monthsPerPeriod(terms)
  switch (terms.dayCount) {
    case 'ACT/360':
      return exact(days, 360)
    case 'ACT/364':
      return exact(days, 364)
    case 'ACT/365F':
      return exact(days, 365)
    case '30/360':
      return months === undefined ? exact(days, 360) : over(stepsBack(from, to, 1, wanted), exact(12))
    case '30E/360':
      return thirtyE(from, to)
    case 'ACT/ACT-ISDA':
      return isda(from, to)
    case 'ACT/ACT-ICMA':
      // A year has 52 weeks; rows in other days have no whole number of periods in a year: days of 365.
      if (months === undefined) return exact(days, daysPerPeriod(terms) % 7 === 0 ? 364 : 365)
      return times(stepsBack(from, to, months, wanted), exact(months, 12))
  }
}

/** How many steps of some months fit, counted back from `to`; a broken one counts by its actual days. */
function stepsBack(from: string, to: string, months: number, wanted: number): Exact {
  const back = (steps: number) => addMonths(to, -steps * months, wanted)
  let steps = 0
  while (day(back(steps + 1)) >= day(from)) steps += 1
  const broken = day(back(steps)) - day(from)
  return plus(exact(steps), exact(broken, day(back(steps)) - day(back(steps + 1))))
}

function thirtyE(from: string, to: string): Exact {
  const [y1, m1, d1] = from.split('-').map(Number) as [number, number, number]
  const [y2, m2, d2] = to.split('-').map(Number) as [number, number, number]
  return exact(360 * (y2 - y1) + 30 * (m2 - m1) + Math.min(d2, 30) - Math.min(d1, 30), 360)
}

function isda(from: string, to: string): Exact {
  let sum = ZERO
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const begin = Math.max(day(from), day(`${year}-01-01`))
    const end = Math.min(day(to), day(`${year + 1}-01-01`))
    sum = plus(sum, exact(end - begin, day(`${year + 1}-01-01`) - day(`${year}-01-01`)))
  }
  return sum
}

/** The schedule of a loan that is paid out in one sum on its start date. */
export function referenceSchedule(terms: ReferenceTerms): ReferenceRow[] {
  const rate = over(decimal(terms.rate), exact(100))
  const periods = periodsOf(terms)
  const rates = periods.map((period) => times(rate, yearPart(terms, period)))
  const rows: ReferenceRow[] = []
  let principal = terms.principal
  if (terms.downPaymentPercent !== undefined) {
    const share = over(times(exact(principal), decimal(terms.downPaymentPercent)), exact(100))
    const paid = rounded(share, terms.rounding)
    principal -= paid
    // A part that rounds to nothing is no row.
    if (paid > 0n) rows.push({ dueDate: terms.start, days: 0, principal: paid, interest: 0n, balance: principal })
  }
  const parts = terms.method === 'FLAT' ? flatParts(terms, principal, rates) : balanceParts(terms, principal, rates)
  let balance = principal
  for (const [index, { from, to }] of periods.entries()) {
    const part = parts[index] as Part
    balance -= part.principal
    rows.push({ dueDate: to, days: day(to) - day(from), ...part, balance })
  }
  // When rounding up has used everything before the last row, the rows that are left are none.
  while (rows.length > 1 && isNothing(rows.at(-1))) rows.pop()
  return rows
}

function isNothing(row: ReferenceRow | undefined): boolean {
  return row !== undefined && row.principal === 0n && row.interest === 0n
}

interface Part {
  principal: bigint
  interest: bigint
}

/** Interest on all of the principal, in equal parts, as far as it goes; the last row takes what is left of both. */
function flatParts(terms: ReferenceTerms, rest: bigint, rates: readonly Exact[]): Part[] {
  const n = rates.length
  const grace = terms.graceOnPrincipal
  const all = rounded(times(exact(terms.principal), rates.reduce(plus, ZERO)), terms.rounding)
  const interests = handOut(all, n, () => rounded(exact(all, n), terms.rounding))
  const principals = handOut(rest, n, (k) => {
    if (k < grace) return 0n
    if (terms.multipleOf === undefined) return rounded(exact(rest, n - grace), terms.rounding)
    return rounded(exact(rest + all, n), terms.rounding, terms.multipleOf) - (interests[k] as bigint)
  })
  const parts = principals.map((principal, k) => ({ principal, interest: interests[k] as bigint }))
  return collectGrace(parts, terms.graceOnInterest)
}

/** Nothing goes below zero: what is used up leaves nothing for later rows. */
function handOut(whole: bigint, n: number, wantedOf: (k: number) => bigint): bigint[] {
  let left = whole
  return Array.from({ length: n }, (_, k) => {
    const wanted = wantedOf(k)
    const taken = k === n - 1 || wanted > left ? left : max0(wanted)
    left -= taken
    return taken
  })
}

const max0 = (value: bigint) => (value > 0n ? value : 0n)

/** Rows 1 to h collect no interest, row h + 1 collects theirs too. */
function collectGrace(parts: readonly Part[], h: number): Part[] {
  const held = parts.slice(0, h).reduce((sum, { interest }) => sum + interest, 0n)
  return parts.map((part, k) => ({
    principal: part.principal,
    interest: k < h ? 0n : k === h ? part.interest + held : part.interest,
  }))
}

/** Interest on the balance that is left. */
function balanceParts(terms: ReferenceTerms, principal: bigint, rates: readonly Exact[]): Part[] {
  const n = rates.length
  const grace = terms.graceOnPrincipal
  if (terms.method === 'INTEREST_ONLY' || terms.method === 'BULLET') {
    return collectGrace(
      run(terms, principal, rates, () => 0n),
      terms.graceOnInterest,
    )
  }
  if (terms.method === 'EQUAL_PRINCIPAL') {
    const each = rounded(exact(principal - terms.balloon, n - grace), terms.rounding)
    return collectGrace(
      run(terms, principal, rates, (k) => (k < grace ? 0n : each)),
      terms.graceOnInterest,
    )
  }
  return collectGrace(annuityParts(terms, principal, rates), terms.graceOnInterest)
}

/** Rows with a given principal, each as far as the balance goes. */
function run(
  terms: ReferenceTerms,
  principal: bigint,
  rates: readonly Exact[],
  principalOf: (k: number) => bigint,
): Part[] {
  let balance = principal
  return rates.map((rate, k) => {
    const interest = rounded(times(exact(balance), rate), terms.rounding)
    const wanted = principalOf(k)
    const paid = k === rates.length - 1 || wanted > balance ? balance : wanted
    balance -= paid
    return { principal: paid, interest }
  })
}

function annuityParts(terms: ReferenceTerms, principal: bigint, rates: readonly Exact[]): Part[] {
  const grace = terms.graceOnPrincipal
  const first = rates[0] as Exact
  const levelled = rates.slice(grace).map((rate) => (terms.annuityRate === 'FIRST_PERIOD' ? first : rate))
  const instalment = rounded(exactInstalment(principal, terms.balloon, levelled), terms.rounding, terms.multipleOf)
  const plain = runAnnuity(terms, principal, rates, instalment)
  const m = levelled.length
  if (terms.annuityRate === 'FIRST_PERIOD' || terms.multipleOf !== undefined) return plain
  const difference = (parts: readonly Part[], level: bigint) => {
    const last = parts.at(-1) as Part
    return last.principal + last.interest - terms.balloon - level
  }
  const size = (value: bigint) => (value < 0n ? -value : value)
  const d = difference(plain, instalment)
  if (size(d) <= BigInt(Math.floor(m / 2))) return plain
  const tried = instalment + rounded({ n: d, d: BigInt(m) }, terms.rounding)
  const smoothed = runAnnuity(terms, principal, rates, tried)
  return size(difference(smoothed, tried)) < size(d) ? smoothed : plain
}

/** The balance at the end falls in a straight line with the instalment: where it meets the balloon is the answer. */
export function exactInstalment(principal: bigint, balloon: bigint, rates: readonly Exact[]): Exact {
  const left = (instalment: bigint) =>
    rates.reduce((balance, rate) => minus(times(balance, plus(ONE, rate)), exact(instalment)), exact(principal))
  const none = left(0n)
  const perUnit = minus(none, left(1n))
  return over(minus(none, exact(balloon)), perUnit)
}

/** Interest that the instalment does not cover waits, without interest, for the next row. */
function runAnnuity(terms: ReferenceTerms, principal: bigint, rates: readonly Exact[], instalment: bigint): Part[] {
  let balance = principal
  let waiting = 0n
  return rates.map((rate, k) => {
    const own = rounded(times(exact(balance), rate), terms.rounding)
    if (k < terms.graceOnPrincipal && k < rates.length - 1) return { principal: 0n, interest: own }
    const due = own + waiting
    const last = k === rates.length - 1
    const interest = last || due <= instalment ? due : instalment
    waiting = due - interest
    const room = instalment - interest
    const paid = last || room > balance ? balance : room
    balance -= paid
    return { principal: paid, interest }
  })
}
