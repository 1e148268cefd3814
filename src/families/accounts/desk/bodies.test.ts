import assert from 'node:assert/strict'
import test from 'node:test'
import { parseJsonBody } from '../../../edge/http/body/json-body.ts'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { ACCOUNT_OPERATIONS } from '../operations.ts'
import { refuseBody } from '../problems.ts'

type Body = Record<string, unknown>

const validators = new Map(
  ACCOUNT_OPERATIONS.map(({ id, body, rules }) => [
    id,
    body === undefined ? undefined : bodyValidator(body, { rules, refuse: refuseBody }),
  ]),
)

/** The documented example of an operation, to be broken one field at a time. */
function exampleOf(id: string, index = 0): Body {
  const operation = ACCOUNT_OPERATIONS.find((candidate) => candidate.id === id)
  return structuredClone(operation?.requestExamples?.[index]?.value) as Body
}

function faultsOf(id: string, body: unknown): Record<string, string> {
  try {
    validators.get(id)?.(body)
  } catch (error) {
    if (error instanceof Problem) return Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
    throw error
  }
  return {}
}

/** A copy with one field set, or removed when the value is undefined. */
function withField(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body)
  const names = path.split(/[.[\]]+/).filter((name) => name !== '')
  const last = names.pop() as string
  const parent = names.reduce<Body>((object, name) => {
    object[name] ??= {}
    return object[name] as Body
  }, copy)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

const TERMINAL = ['head.description', 'deviceInfo.terminalId', 'deviceInfo.terminalLoc', 'deviceInfo.acceptorId']
const ACCOUNT = ['transaction.rrn', 'transaction.type', 'paymentInstrument.account.id', 'institution.id']
const AMOUNT = ['amount.amount', 'amount.currencyCode']
const REVERSAL = [...ACCOUNT, 'amount.amount', 'reverseInfo.reasonCode', 'reverseInfo.amount']
const DEVICE = TERMINAL.slice(1)
const BENEFICIARY = ['beneficiary.institutionId', 'beneficiaryInstrument.account.id']

/** The specification's list of required fields, operation by operation. */
const REQUIRED: Record<string, string[]> = {
  GetPreferences: ['institution.id', 'card.pan'],
  AddPreferences: ['institution.id', 'card.pan', ...DEVICE],
  DeletePreferences: ['institution.id', 'card.pan', ...DEVICE],
  AccountLookup: [...TERMINAL, 'transaction.rrn', 'transaction.date', 'transaction.type', 'institution.id'],
  BalanceInquiry: [...TERMINAL, ...ACCOUNT],
  Debits: [...TERMINAL, ...ACCOUNT, ...AMOUNT],
  DebitsReverse: [...REVERSAL, 'amount.currencyCode'],
  Credits: [...TERMINAL, ...ACCOUNT, ...AMOUNT],
  CreditsReverse: [...REVERSAL, 'amount.currencyCode'],
  Transfers: [...TERMINAL, ...ACCOUNT, ...AMOUNT, ...BENEFICIARY],
  TransfersReverse: [...REVERSAL, ...BENEFICIARY],
  BillPayments: [...TERMINAL, ...ACCOUNT, ...AMOUNT, 'biller.institutionId', 'biller.bin'],
  CardlessWithdrawal: [...TERMINAL, ...ACCOUNT, ...AMOUNT],
}

for (const [id, required] of Object.entries(REQUIRED)) {
  test(`${id} accepts its documented examples`, () => {
    const operation = ACCOUNT_OPERATIONS.find((candidate) => candidate.id === id)
    for (const { value } of operation?.requestExamples ?? []) assert.deepEqual(faultsOf(id, value), {})
  })

  test(`${id} requires every field of the specification's list, each by its full path`, () => {
    for (const path of required) {
      assert.deepEqual(faultsOf(id, withField(exampleOf(id), path, undefined)), { [path]: 'is required' }, path)
    }
    const missing = Object.keys(faultsOf(id, {}))
    for (const path of required) assert.ok(missing.includes(path), `${path} is not named for an empty body`)
  })
}

const ID = 'must be 1 to 35 letters, digits, dots, hyphens or underscores'
const TEXT = 'must be 1 to 255 characters without control characters'
const DATE = 'must be a real date, YYYYMMDD'
const EXACT = 'must be exact in the currency, with at most 15 significant digits'
const fields: [id: string, path: string, bad: unknown[], message: string][] = [
  [
    'Debits',
    'transaction.rrn',
    ['', '12345678901', '1234567890123', '12345678901a', ' 23456789012'],
    'must be 12 digits',
  ],
  ['Debits', 'transaction.rrn', [260115000003, null, true], 'must be a string'],
  ['Debits', 'transaction.date', ['20230229', '20261301', '2026-01-15', '20260100', '00000101', ''], DATE],
  ['AccountLookup', 'transaction.date', ['20230229'], DATE],
  ['Debits', 'institution.id', ['', 'x'.repeat(36), 'FI 001', 'FI/001', 'É'], ID],
  ['Debits', 'paymentInstrument.account.id', ['', 'x'.repeat(36), "1'; DROP TABLE"], ID],
  ['Debits', 'head.acquirerId', ['', 'a b'], ID],
  ['Debits', 'head.description', ['', 'x'.repeat(256), 'a\nb', 'a\u0000', 'a\u007f', '\ud800'], TEXT],
  ['Debits', 'deviceInfo.terminalLoc', ['\u001b[31m'], TEXT],
  ['Debits', 'deviceInfo.terminalId', [7], 'must be a string'],
  ['Debits', 'paymentInstrument.card.pan', ['4000 0000 0000 0010', '', '1'.repeat(33), 'x'], 'must be 1 to 32 digits'],
  ['Debits', 'amount.currencyCode', ['usd', 'XXX', 'US', 'EURO'], 'must be an ISO 4217 currency code'],
  ['Debits', 'amount.amount', [0, -1], 'must be greater than 0'],
  ['Debits', 'amount.amount', ['102.50', null, [102.5]], 'must be a number'],
  ['Transfers', 'amount.amount', [10.001, 0.001, 12345678901234.56, 1234567890123456, 1e17], EXACT],
  ['Debits', 'amount.accessFee', [-0.01], 'must not be negative'],
  ['Debits', 'amount.accessFee', [2.505], EXACT],
  ['Debits', 'amount.accessFee', [102.5, 200], 'must be less than amount.amount'],
  ['Debits', 'cash.amount', [102.5, 99.99], 'must equal amount.amount minus amount.accessFee'],
  ['CardlessWithdrawal', 'cash.amount', [59], 'must equal amount.amount minus amount.accessFee'],
  ['CardlessWithdrawal', 'paymentInstrument.card', [{ pan: '4000000000000010' }], 'must not be sent'],
  ['Transfers', 'beneficiary.institutionId', ['FI002'], 'must equal institution.id'],
  ['TransfersReverse', 'beneficiary.institutionId', ['FI002'], 'must equal institution.id'],
  ['TransfersReverse', 'amount.currencyCode', ['ABC'], 'must be an ISO 4217 currency code'],
  ['TransfersReverse', 'amount.amount', [250.0001, 12345678901234.56, 1e19], EXACT],
  ['TransfersReverse', 'reverseInfo.amount', [0.0001, 1e19], EXACT],
  ['DebitsReverse', 'reverseInfo.amount', [0, -5], 'must be greater than 0'],
  ['DebitsReverse', 'reverseInfo.amount', [1.001], EXACT],
  ['DebitsReverse', 'reverseInfo.originalRrn', ['123', ''], 'must be 12 digits'],
  ['DebitsReverse', 'reverseInfo.authId', [''], ID],
  ['DebitsReverse', 'head', ['text', null], 'must be an object'],
  ['DebitsReverse', 'deviceInfo.terminalId', ['a b'], ID],
  ['AccountLookup', 'customer.id', ['a b'], ID],
  ['AddPreferences', 'profileData.language', ['FRA', 'eng'], 'must be ENG or SPA'],
  [
    'AddPreferences',
    'profileData.fastCashAmount',
    ['60', '0060', '', 'äöü', '0\t0'],
    'must be 3 printable ASCII characters',
  ],
  ['AddPreferences', 'profileData.fastCashReceipt', ['0', '4'], 'must be 1 or 2 or 3'],
  ['AddPreferences', 'profileData.receiptBalance', ['2'], 'must be 0 or 1'],
  ['AddPreferences', 'profileData.account', ['DDA'], 'must be CHK or SAV'],
  ['AddPreferences', 'profileData.account', [undefined], 'is required'],
  ['AddPreferences', 'profileData.neverAsk', [true, false], 'must be a full profile or neverAsk, not both'],
  ['AddPreferences', 'profileData', [undefined], 'is required'],
  ['AddPreferences', 'profileData', ['ENG', null, 1], 'must be an object'],
]
for (const id of ['DebitsReverse', 'CreditsReverse', 'TransfersReverse']) {
  const { rrn } = exampleOf(id).transaction as { rrn: string }
  fields.push([id, 'reverseInfo.originalRrn', [rrn], 'must not be the RRN of the reversal itself'])
}
const PATH_OF_FAULT: Record<string, string> = {
  'paymentInstrument.card': 'paymentInstrument.card.pan',
  'profileData.neverAsk': 'profileData',
}
for (const [id, path, bad, message] of fields) {
  test(`${id}: ${path} ${message}`, () => {
    for (const value of bad) {
      const faults = faultsOf(id, withField(exampleOf(id), path, value))
      assert.deepEqual(faults, { [PATH_OF_FAULT[path] ?? path]: message }, JSON.stringify(value))
    }
  })
}

const good: [id: string, path: string, values: unknown[]][] = [
  ['Debits', 'transaction.date', ['20240229', undefined]],
  ['Debits', 'institution.id', ['x'.repeat(35), 'A_b.c-1']],
  ['Debits', 'head.description', ['x'.repeat(255), 'Zürich – 東京 😀']],
  ['Debits', 'head.acquirerId', [undefined]],
  ['Debits', 'paymentInstrument.card', [undefined]],
  ['Debits', 'paymentInstrument.card.pan', ['1', '1234', '1'.repeat(25), '1'.repeat(32)]],
  ['AccountLookup', 'card.pan', ['1', '1'.repeat(32)]],
  ['GetPreferences', 'card.pan', ['1', '1'.repeat(32)]],
  ['Debits', 'unknown', [{ deep: [null] }]],
  ['DebitsReverse', 'head', [{}, { description: 'x' }]],
  ['DebitsReverse', 'deviceInfo', [{}, { terminalId: 'T1' }]],
  ['DebitsReverse', 'reverseInfo.amount', [500]],
  ['TransfersReverse', 'amount.currencyCode', ['USD', 'KWD']],
  ['TransfersReverse', 'amount.amount', [250.001, 1e12, 123456789012345, 9e16]],
  ['Transfers', 'amount.amount', [123456789012345, 12345678901234.5, 1e15]],
  ['CardlessWithdrawal', 'paymentInstrument.card', [{}, null]],
]
for (const [id, path, values] of good) {
  test(`${id}: ${path} may be ${values.length} other things`, () => {
    for (const value of values) {
      assert.deepEqual(faultsOf(id, withField(exampleOf(id), path, value)), {}, JSON.stringify(value))
    }
  })
}

const CHECK = { totAmount: '150.00', totDerivedAmount: '100.00', checkDetails: [{ amount: '150', checkNumber: '1' }] }
const NEEDED = 'is required for this type'
const deposits: [title: string, change: Body, faults: Record<string, string>][] = [
  ['cash without cash', { type: 'CASHDEPOSIT', amount: 200 }, { 'cash.amount': NEEDED }],
  [
    'checks without checks',
    { type: 'CHECKDEPOSIT', amount: 150 },
    { 'check.totAmount': NEEDED, 'check.totDerivedAmount': NEEDED, 'check.checkDetails': NEEDED },
  ],
  ['both with cash only', { type: 'CASHCHECKDEPOSIT', amount: 150, check: CHECK }, { 'cash.amount': NEEDED }],
  [
    'checks with cash too',
    { type: 'CHECKDEPOSIT', amount: 150, check: CHECK, cash: { amount: 1 } },
    { cash: 'must not be sent for this type' },
  ],
  [
    'cash with checks too',
    { type: 'CASHDEPOSIT', amount: 5, check: CHECK, cash: { amount: 5 } },
    { check: 'must not be sent for this type' },
  ],
  [
    'cash that is not the amount',
    { type: 'CASHDEPOSIT', amount: 200, cash: { amount: 199 } },
    { 'amount.amount': 'must equal cash.amount', 'cash.amount': 'must add up to amount.amount' },
  ],
  [
    'parts that do not add up',
    { type: 'CASHCHECKDEPOSIT', amount: 200, cash: { amount: 51 }, check: CHECK },
    {
      'amount.amount': 'must equal cash.amount plus check.totAmount',
      'cash.amount': 'must add up to amount.amount',
      'check.totAmount': 'must add up to amount.amount',
    },
  ],
  [
    'checks that do not add up',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, checkDetails: [{ amount: '149.99', checkNumber: '1' }] } },
    { 'check.totAmount': 'must equal the sum of check.checkDetails[].amount' },
  ],
  [
    'more available than there is',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, totDerivedAmount: '150.01' } },
    { 'check.totDerivedAmount': 'must not exceed check.totAmount' },
  ],
  [
    'a check of nothing',
    {
      type: 'CHECKDEPOSIT',
      amount: 150,
      check: { ...CHECK, checkDetails: [...CHECK.checkDetails, { amount: '0', checkNumber: '2' }] },
    },
    { 'check.checkDetails[1].amount': 'must be greater than 0' },
  ],
  [
    'no checks in the list',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, checkDetails: [] } },
    { 'check.checkDetails': 'must list 1 to 200 checks' },
  ],
  [
    'check amounts that are not decimal strings',
    {
      type: 'CHECKDEPOSIT',
      amount: 150,
      check: { ...CHECK, totAmount: 150, totDerivedAmount: '-1', checkDetails: [{ amount: '1e2' }] },
    },
    {
      'check.totAmount': 'must be a string',
      'check.totDerivedAmount': 'must be a decimal string such as "150.00"',
      'check.checkDetails[0].amount': 'must be a decimal string such as "150.00"',
      'check.checkDetails[0].checkNumber': 'is required',
    },
  ],
  [
    'a check with too many digits',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, totAmount: '1234567890123456' } },
    { 'check.totAmount': EXACT },
  ],
  [
    'a check amount with too many decimals',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, totDerivedAmount: '99.999' } },
    { 'check.totDerivedAmount': EXACT },
  ],
  [
    'nothing wrong: the maximum number of digits',
    {
      type: 'CHECKDEPOSIT',
      amount: 123456789012345,
      check: {
        totAmount: '123456789012345.00',
        totDerivedAmount: '12345678901234.5',
        checkDetails: [{ amount: '123456789012345', checkNumber: '1' }],
      },
    },
    {},
  ],
  ['nothing wrong: both', { type: 'CASHCHECKDEPOSIT', amount: 150.1, cash: { amount: 0.1 }, check: CHECK }, {}],
  [
    'nothing wrong: all of it held',
    { type: 'CHECKDEPOSIT', amount: 150, check: { ...CHECK, totDerivedAmount: '0' } },
    {},
  ],
]
for (const [title, { type, amount, ...blocks }, faults] of deposits) {
  test(`a deposit of ${title} is validated by its parts`, () => {
    const { cash: _cash, ...rest } = exampleOf('Credits')
    const transaction = { rrn: '260115000005', type }
    assert.deepEqual(
      faultsOf('Credits', { ...rest, transaction, amount: { amount, currencyCode: 'USD' }, ...blocks }),
      faults,
    )
  })
}

test('saving preferences: errors refer to the intended mode', () => {
  const save = (profileData: unknown) => faultsOf('AddPreferences', { ...exampleOf('AddPreferences'), profileData })
  assert.deepEqual(save({ neverAsk: false }), { 'profileData.neverAsk': 'must be true' })
  assert.deepEqual(save({ neverAsk: 'true' }), { 'profileData.neverAsk': 'must be a boolean' })
  assert.deepEqual(save({ neverAsk: true }), {})
  assert.deepEqual(save({ neverAsk: true, language: 'ENG' }), {
    profileData: 'must be a full profile or neverAsk, not both',
  })
  assert.equal(Object.keys(save({})).length, 7)
  assert.equal(Object.keys(save({ language: 'ENG', account: 'CHK' })).length, 5)
})

test('a lookup without card and customer is rejected', () => {
  const body = withField(exampleOf('AccountLookup'), 'card', undefined)
  assert.deepEqual(faultsOf('AccountLookup', body), { 'card.pan': 'is required unless customer.id is sent' })
})

test('faults of fields and of sums are reported together', () => {
  const body = withField(withField(exampleOf('Debits'), 'transaction.rrn', 'x'), 'cash.amount', 1)
  assert.deepEqual(Object.keys(faultsOf('Debits', body)), ['transaction.rrn', 'cash.amount'])
})

/** The faults of the withdrawal example after replacing parts of its text. */
function faultsOfText(...changes: [part: string, other: string][]): Record<string, string> {
  let text = JSON.stringify(exampleOf('Debits'))
  for (const [part, other] of changes) {
    assert.ok(text.includes(part), part)
    text = text.replace(part, other)
  }
  return faultsOf('Debits', parseJsonBody(Buffer.from(text)))
}

test('a number with too many digits is one fault among others, and only in amount fields', () => {
  const precise: [string, string] = ['"amount":102.5', '"amount":0.30000000000000004']
  const amount = { 'amount.amount': 'must not have more than 15 significant digits' }
  assert.deepEqual(faultsOfText(precise), amount)
  assert.deepEqual(faultsOfText(precise, ['"rrn":"', '"rrn":"x'], ['"terminalId"', '"unknown"']), {
    'transaction.rrn': 'must be 12 digits',
    'deviceInfo.terminalId': 'is required',
    ...amount,
  })
  assert.deepEqual(faultsOfText(['"pan":"4000000000000010"', '"pan":4000000000000010']), {
    'paymentInstrument.card.pan': 'must be a string',
  })
  assert.deepEqual(faultsOfText(['{', '{"traceMicros":1794742045772123,"vast":1e999,']), {})
})

test('rules do not read an invalid field, however many faults were found before it', () => {
  const checkDetails = Array.from({ length: 200 }, () => ({ amount: 1, checkNumber: 1 }))
  const transaction = { rrn: '260115000005', type: 'CASHCHECKDEPOSIT' }
  const body = { ...exampleOf('Credits'), transaction, check: { ...CHECK, checkDetails }, cash: { amount: 'x' } }
  assert.throws(() => validators.get('Credits')?.(body), { name: 'Problem', message: '401 fields are invalid' })
})
