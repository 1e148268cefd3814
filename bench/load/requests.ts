// The requests of the load: one template per operation, filled with a new RRN, a random account and an amount. Both
// load generators and the double-posting check use them.

export type Kind = 'withdrawal' | 'reversal' | 'deposit' | 'transfer' | 'balance'

/** Every field has a fixed width, so that a template's content-length never changes. */
export const FIELD_WIDTHS = { rrn: 12, account: 10, beneficiary: 10, amount: 2, originalRrn: 12 } as const
export type Field = keyof typeof FIELD_WIDTHS
export type Values = Readonly<Record<Field, string>>

/** Literal text and fields alternately, literal first. */
type Parts = readonly string[]

export interface Template {
  readonly path: string
  readonly body: Parts
}

export const BASE_PATH = '/api/ssb/accountservices/v1'

/** The first load-test account of `tillgate seed --accounts`; the others follow. */
export const FIRST_ACCOUNT = 5_000_000_001

const TERMINAL_REQUEST = {
  head: { description: 'Load test' },
  deviceInfo: { terminalId: 'ATM00001', terminalLoc: '1 Main Street, Springfield', acceptorId: 'ACC000000000001' },
  institution: { id: 'FI001' },
}
const ACCOUNT = { paymentInstrument: { account: { id: '«account»' } } }
const AMOUNT = { amount: { amount: '«amount»', currencyCode: 'USD' } }

function transaction(type: string) {
  return { transaction: { rrn: '«rrn»', type } }
}

export const TEMPLATES: Readonly<Record<Kind, Template>> = {
  withdrawal: template('/transactions/debits', {
    ...TERMINAL_REQUEST,
    ...transaction('CASHWITHDRAWAL'),
    ...ACCOUNT,
    ...AMOUNT,
  }),
  reversal: template('/transactions/debits/reverse', {
    ...TERMINAL_REQUEST,
    ...transaction('CASHWITHDRAWALREVERSAL'),
    ...ACCOUNT,
    ...AMOUNT,
    reverseInfo: { reasonCode: 'NOCASH', amount: '«amount»', originalRrn: '«originalRrn»' },
  }),
  deposit: template('/transactions/credits', {
    ...TERMINAL_REQUEST,
    ...transaction('CASHDEPOSIT'),
    ...ACCOUNT,
    ...AMOUNT,
    cash: { amount: '«amount»' },
  }),
  transfer: template('/transactions/transfers', {
    ...TERMINAL_REQUEST,
    ...transaction('TRANSFER'),
    ...ACCOUNT,
    beneficiary: { institutionId: 'FI001' },
    beneficiaryInstrument: { account: { id: '«beneficiary»' } },
    ...AMOUNT,
  }),
  balance: template('/accounts/balance', { ...TERMINAL_REQUEST, ...transaction('BALANCEINQUIRY'), ...ACCOUNT }),
}

/** Roughly a day at the terminals: half withdrawals, a fifth inquiries, and a few reversals. */
const MIX = 'wbwtwdwbwtwbwtwdwbwr'

const KIND_OF_LETTER: Readonly<Record<string, Kind>> = {
  w: 'withdrawal',
  r: 'reversal',
  d: 'deposit',
  t: 'transfer',
  b: 'balance',
}

/** The operations that a load sends, repeated in this order. */
export const PATTERNS = {
  withdrawals: ['withdrawal'],
  transfers: ['transfer'],
  balances: ['balance'],
  mix: [...MIX].map((letter) => KIND_OF_LETTER[letter] as Kind),
} as const satisfies Record<string, readonly Kind[]>
export type PatternName = keyof typeof PATTERNS

export const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  client_id: 'sandbox-atm',
  client_secret: 'sandbox-atm-secret',
  partnerId: 'PARTNER01',
}

/** A UUID v4, unique because it contains the RRN. */
export function correlationIdOf(rrn: string): string {
  return `7e57ab1e-0000-4000-8000-${rrn}`
}

export function bodyOf({ body }: Template, values: Values): string {
  return body.map((part, i) => (i % 2 === 0 ? part : values[part as Field])).join('')
}

/** The whole HTTP/1.1 request of a template, for a generator that writes raw bytes. */
export function rawRequest({ path, body }: Template, host: string): Parts {
  const length = body.reduce((sum, part, i) => sum + (i % 2 === 0 ? part.length : FIELD_WIDTHS[part as Field]), 0)
  const head = [
    `POST ${BASE_PATH}${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${length}`,
    `x-correlation-id: ${correlationIdOf('')}`,
  ].join('\r\n')
  const [first = '', ...rest] = body
  return [head, 'rrn', `\r\n\r\n${first}`, ...rest]
}

function template(path: string, body: object): Template {
  // An amount is a JSON number and loses its quotes; everything else is text.
  const text = JSON.stringify(body).replaceAll('"«amount»"', '«amount»')
  return { path, body: text.split(/[«»]/) }
}
