// The requests of the load: one template per operation, filled with a new RRN, a random account and an amount. Both
// load generators and the double-posting check use them.

export type Kind =
  | 'withdrawal'
  | 'reversal'
  | 'deposit'
  | 'transfer'
  | 'balance'
  | 'repayment'
  | 'token-transfer'
  | 'token-reservation'
  | 'token-commit'

/** Every field has a fixed width, so that a template's content-length never changes. */
export const FIELD_WIDTHS = {
  rrn: 12,
  account: 10,
  beneficiary: 10,
  amount: 2,
  originalRrn: 12,
  loan: 36,
  payer: 36,
  payee: 36,
  payeeInstitution: 36,
  tokenTransfer: 36,
} as const
export type Field = keyof typeof FIELD_WIDTHS
export type Values = Readonly<Partial<Record<Field, string>>>

/** Literal text and fields alternately, literal first. */
type Parts = readonly string[]

export interface Template {
  readonly path: Parts
  readonly headers: Readonly<Record<string, string>>
  /** A header that holds the RRN, after its value's beginning. */
  readonly named: readonly [header: string, prefix: string]
  readonly body: Parts
}

const BASE_PATH = '/api/ssb/accountservices/v1'
const LENDING = '/v1/lending'
export const DIGITAL = '/api/digital/v1'

/** The first load-test account of `tillgate seed --accounts`; the others follow. */
export const FIRST_ACCOUNT = 5_000_000_001

const HEADERS = {
  'content-type': 'application/json',
  client_id: 'sandbox-atm',
  client_secret: 'sandbox-atm-secret',
  partnerId: 'PARTNER01',
}
export const LENDING_HEADERS = {
  'content-type': 'application/json',
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
}

export const DIGITAL_HEADERS = {
  'content-type': 'application/json',
  'x-client-id': 'sandbox-digital',
  'x-client-secret': 'sandbox-digital-secret',
  partnerId: 'PARTNER01',
}

/** The key of a repayment is this and its RRN. */
export const REPAYMENT_KEY = 'bench-'
/** What a loan of the bench lends, and what each repayment pays: at least one instalment of sixty. */
export const LENT = 500_000
const REPAID = 12_000

const TERMINAL_REQUEST = {
  head: { description: 'Load test' },
  deviceInfo: { terminalId: 'ATM00001', terminalLoc: '1 Main Street, Springfield', acceptorId: 'ACC000000000001' },
  institution: { id: 'FI001' },
}
const ACCOUNT = { paymentInstrument: { account: { id: '«account»' } } }
const AMOUNT = { amount: { amount: '«amount»', currencyCode: 'USD' } }

/** Fields of a token transfer. */
const TOKENS = {
  tokenAmount: { currency: 'USD', tokens: '«amount»', tokenType: 'TOKENIZED_DEPOSIT' },
  digitalAssetAccount: { id: '«payer»' },
  beneficiary: { institutionId: '«payeeInstitution»', digitalAssetAccount: { id: '«payee»' } },
}

function transaction(type: string) {
  return { transaction: { rrn: '«rrn»', type } }
}

/** A UUID v4, unique because it contains the RRN. */
const CORRELATED = ['x-correlation-id', '7e57ab1e-0000-4000-8000-'] as const

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
  repayment: {
    path: partsOf(`${LENDING}/loans/«loan»/repayments`),
    headers: LENDING_HEADERS,
    named: ['idempotency-key', REPAYMENT_KEY],
    body: partsOf(JSON.stringify({ amount: REPAID, channel: 'BRANCH' })),
  },
  'token-transfer': digitalTemplate('/interbank-transfers', 'INTERBANK_TRANSFER', TOKENS),
  'token-reservation': digitalTemplate('/interbank-transfers', 'INTERBANK_TRANSFER', {
    ...TOKENS,
    settlement: { mode: 'TWO_PHASE' },
  }),
  'token-commit': digitalTemplate('/interbank-transfers/«tokenTransfer»/resolution', 'INTERBANK_TRANSFER_RESOLUTION', {
    resolution: { action: 'COMMIT' },
  }),
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
  repayments: ['repayment'],
  'token-transfers': ['token-transfer'],
  // A commit follows the answer to its reservation.
  'token-two-phase': ['token-reservation', 'token-commit'],
  mix: [...MIX].map((letter) => KIND_OF_LETTER[letter] as Kind),
} as const satisfies Record<string, readonly Kind[]>
export type PatternName = keyof typeof PATTERNS

/** The request of a template, for a generator that takes its parts. */
export function requestOf({ path, headers, named, body }: Template, values: Values) {
  const [header, prefix] = named
  return {
    method: 'POST' as const,
    path: filled(path, values),
    headers: { ...headers, [header]: `${prefix}${values.rrn}` },
    body: filled(body, values),
  }
}

function filled(parts: Parts, values: Values): string {
  return parts.map((part, i) => (i % 2 === 0 ? part : (values[part as Field] ?? ''))).join('')
}

/** The whole HTTP/1.1 request of a template, for a generator that writes raw bytes. */
export function rawRequest({ path, headers, named, body }: Template, host: string): Parts {
  const length = body.reduce((sum, part, i) => sum + (i % 2 === 0 ? part.length : FIELD_WIDTHS[part as Field]), 0)
  const [pathStart = '', ...pathRest] = path
  const pathEnd = pathRest.pop() ?? ''
  const head = [
    ' HTTP/1.1',
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${length}`,
    named.join(': '),
  ].join('\r\n')
  const [first = '', ...rest] = body
  const end = `\r\n\r\n${first}`
  if (pathRest.length === 0) return [`POST ${pathStart}${pathEnd}${head}`, 'rrn', end, ...rest]
  return [`POST ${pathStart}`, ...pathRest, `${pathEnd}${head}`, 'rrn', end, ...rest]
}

function template(path: string, body: object): Template {
  return { path: [`${BASE_PATH}${path}`], headers: HEADERS, named: CORRELATED, body: bodyOf(body) }
}

function digitalTemplate(path: string, type: string, body: object): Template {
  const whole = { transaction: { ref: '«rrn»', type }, channelInfo: { type: 'BENCH' }, ...body }
  return { path: partsOf(`${DIGITAL}${path}`), headers: DIGITAL_HEADERS, named: CORRELATED, body: bodyOf(whole) }
}

/** An amount is a JSON number and loses its quotes; everything else is text. */
function bodyOf(body: object): Parts {
  return partsOf(JSON.stringify(body).replaceAll('"«amount»"', '«amount»'))
}

function partsOf(text: string): Parts {
  return text.split(/[«»]/)
}
