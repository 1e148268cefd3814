import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UncheckedDatum } from '../iso8583/dialect.ts'
import { ISO87, ISO93 } from '../iso8583/shipped-dialects.fixture.ts'
import { readMessageType } from './message-type.ts'
import { type OrderReading, readOrder } from './read-order.ts'

const NOW = Date.UTC(2026, 0, 2, 12)
const READING: OrderReading = {
  dialect: ISO87,
  name: 'east',
  institutionId: 'FI001',
  institutions: { 1234: 'FI002' },
  verifiesPin: false,
  refuseUnchecked: new Set(),
  sharesRrn: true,
}
const AT_93: OrderReading = { ...READING, dialect: ISO93 }

const TERMINAL = { 37: '260115000003', 41: 'ATM00001', 42: 'ACC 1', 49: '840', 102: '1000000001' }
const WITHDRAWAL = { ...TERMINAL, 3: '012000', 4: '000000010250', 28: 'D00000250', 2: '4000000000000010', 13: '1231' }
const DEVICE = { terminalId: 'ATM00001', terminalLoc: '-', acceptorId: 'ACC_1' }
const CHECKING = { account: { id: '1000000001' } }

describe('a message becomes a request of account services', () => {
  test('a withdrawal with its fee; a date without a year is the nearest', () => {
    const location = { name: 'Harbor', city: 'Springfield', state: '', country: 'US' }
    const order = readOrder({ mti: '0200', fields: { ...WITHDRAWAL, 32: '400', 43: location } }, READING, NOW)
    assert.deepEqual(order, {
      operation: 'Debits',
      isAdvice: false,
      sharesRrn: false,
      body: {
        head: { acquirerId: '400', description: 'ISO 8583 0200' },
        deviceInfo: { ...DEVICE, terminalLoc: 'Harbor Springfield US' },
        institution: { id: 'FI001' },
        transaction: { rrn: '260115000003', type: 'CASHWITHDRAWAL', date: '20251231' },
        paymentInstrument: { ...CHECKING, card: { pan: '4000000000000010' } },
        amount: { amount: 102.5, currencyCode: 'USD', accessFee: 2.5 },
      },
    })
  })

  test('in 1993 the fee is in DE 46, the date has its year, and the card may be on the track', () => {
    const fee = { feeType: '00', currency: '840', sign: 'D', fee: '00000250', conversionRate: '00000000' }
    const fields = { ...TERMINAL, 3: '010000', 4: '000000010250', 46: [fee], 12: '260115101500', 35: '4000=9912' }
    const order = readOrder({ mti: '1220', fields }, AT_93, NOW)
    assert.ok('body' in order && order.isAdvice)
    const { amount, transaction, paymentInstrument } = order.body as Record<string, unknown>
    assert.deepEqual(amount, { amount: 102.5, currencyCode: 'USD', accessFee: 2.5 })
    assert.deepEqual(transaction, { rrn: '260115000003', type: 'CASHWITHDRAWAL', date: '20260115' })
    assert.deepEqual(paymentInstrument, { ...CHECKING, card: { pan: '4000' } })
  })

  const CARD = '4000000000000010'
  const TYPES: [title: string, mti: string, fields: object, types: object | undefined][] = [
    ['a withdrawal debits', '0200', { 3: '012010', 2: CARD }, { account: '20' }],
    ['a deposit credits', '0200', { 3: '212010', 2: CARD }, { account: '10' }],
    ['a transfer does both', '0200', { 3: '402010', 2: CARD }, { account: '20', beneficiary: '10' }],
    ['one account is named', '0200', { 3: '402010', 2: CARD, 102: '1' }, { beneficiary: '10' }],
    ['a reversal is like its original', '0420', { 3: '212010', 2: CARD }, { account: '10' }],
    ['an account is named', '0200', { 3: '012010', 2: CARD, 102: '1' }, undefined],
    ['there is no card', '0200', { 3: '012010' }, undefined],
    ['a lookup names none', '0200', { 3: '392010', 2: CARD }, undefined],
  ]
  for (const [title, mti, fields, types] of TYPES) {
    test(`accounts are left to the bank by their types: ${title}`, () => {
      const { 102: _account, ...terminal } = TERMINAL
      const order = readOrder({ mti, fields: { ...terminal, 4: '000000000100', ...fields } }, READING, NOW)
      assert.ok('body' in order)
      assert.deepEqual(order.accountTypes, types)
    })
  }

  // The parts of the body that differ from a withdrawal's.
  const KINDS: [title: string, mti: string, fields: object, operation: string, parts: Record<string, unknown>][] = [
    ['a deposit', '0200', { 3: '210000', 4: '000000000100' }, 'Credits', { cash: { amount: 1 } }],
    ['yen', '0200', { 3: '210000', 4: '000000000100', 49: '392' }, 'Credits', { cash: { amount: 100 } }],
    ['a transfer', '0200', { 3: '400000', 103: '2' }, 'Transfers', { beneficiaryInstrument: { account: { id: '2' } } }],
    [
      'a bill payment',
      '0200',
      { 3: '500000', 98: 'B1/51' },
      'BillPayments',
      { biller: { institutionId: 'B1', bin: '51' } },
    ],
    [
      'a cardless withdrawal has no card',
      '0200',
      { 3: '180000', 2: '4000' },
      'CardlessWithdrawal',
      { paymentInstrument: CHECKING },
    ],
    ['an inquiry', '0200', { 3: '310000' }, 'BalanceInquiry', { paymentInstrument: CHECKING }],
    ['an inquiry as authorization', '0100', { 3: '310000' }, 'BalanceInquiry', { paymentInstrument: CHECKING }],
    ['a lookup by card', '0200', { 3: '390000', 2: '4000' }, 'AccountLookup', { card: { pan: '4000' } }],
    ['a lookup by customer', '0200', { 3: '390000', 48: 'customer=C1' }, 'AccountLookup', { customer: { id: 'C1' } }],
    ['another institution', '0200', { 3: '310000', 100: '1234' }, 'BalanceInquiry', { institution: { id: 'FI002' } }],
    ['an unknown institution', '0200', { 3: '310000', 100: '99' }, 'BalanceInquiry', { institution: { id: '99' } }],
    [
      'a reversal in full',
      '0400',
      { 3: '010000', 4: '000000001000', 38: 'K3M9QX', 39: '68' },
      'DebitsReverse',
      { reverseInfo: { reasonCode: '68', amount: 10, authId: 'K3M9QX' } },
    ],
    [
      'a reversal of a part',
      '0420',
      { 3: '010000', 4: '000000001000', 95: { transaction: '000000000400' } },
      'DebitsReverse',
      { reverseInfo: { reasonCode: 'SWITCH', amount: 6 }, amount: { amount: 10, currencyCode: 'USD' } },
    ],
    [
      'a transfer taken back',
      '0421',
      { 3: '400000', 4: '000000001000', 103: '2' },
      'TransfersReverse',
      { beneficiaryInstrument: { account: { id: '2' } } },
    ],
    [
      'a deposit taken back',
      '0401',
      { 3: '210000', 4: '000000001000' },
      'CreditsReverse',
      { amount: { amount: 10, currencyCode: 'USD' } },
    ],
  ] // prettier-ignore
  for (const [title, mti, fields, operation, parts] of KINDS) {
    test(title, () => {
      const order = readOrder({ mti, fields: { ...TERMINAL, ...fields } }, READING, NOW)
      assert.ok('body' in order, JSON.stringify(order))
      assert.equal(order.operation, operation)
      assert.equal(order.sharesRrn, operation.endsWith('Reverse'))
      const body = JSON.parse(JSON.stringify(order.body))
      for (const [name, value] of Object.entries(parts)) assert.deepEqual(body[name], value)
    })
  }

  test('of a reversal in 1993, DE 4 is what stands of the original in DE 30', () => {
    const original = { transaction: '000000001000', reconciliation: '000000000000' }
    const fields = { ...TERMINAL, 3: '010000', 4: '000000000400', 25: '4021', 30: original }
    const order = readOrder({ mti: '1420', fields }, AT_93, NOW)
    assert.ok('body' in order)
    const { reverseInfo, amount } = order.body as Record<string, unknown>
    assert.deepEqual(
      [reverseInfo, amount],
      [
        { reasonCode: '4021', amount: 6 },
        { amount: 10, currencyCode: 'USD' },
      ],
    )
  })

  const REFUSED: [title: string, mti: string, fields: object, code: string][] = [
    ['a processing code that the dialect does not have', '0200', { 3: '990000' }, '902'],
    ['money by authorization', '0100', { 3: '010000' }, '902'],
    ['a reversal of what cannot be reversed', '0400', { 3: '310000' }, '902'],
    ['an authorization that the switch has approved itself', '0120', { 3: '010000', 39: '00' }, '902'],
    ['a PIN that would have to be verified', '0200', { 3: '010000', 52: '0011223344556677' }, '115'],
    ['a fee in favour of the customer', '0200', { 3: '010000', 28: 'C00000100' }, '904'],
    ['a reversal of nothing', '0400', { 3: '010000', 4: '000000000400', 95: { transaction: '000000000400' } }, '904'],
  ]
  for (const [title, mti, fields, code] of REFUSED) {
    test(`${title} is refused with ${code}`, () => {
      assert.deepEqual(readOrder({ mti, fields: { ...TERMINAL, ...fields } }, READING, NOW), { code })
    })
  }

  // What the switch or its dialect demands, a message, and whether it is refused for what it brings.
  const [EMV, EXPIRY] = [['emv'], ['expiry']] as const
  const CHIP = { 55: '9F2608' }
  const UNCHECKED: [demanded: readonly UncheckedDatum[], mti: string, fields: object, code: string | undefined][] = [
    [[], '0200', { ...CHIP, 14: '2812', 35: '4000=2812' }, undefined],
    [EMV, '0200', {}, undefined],
    [EMV, '0200', CHIP, '115'],
    [EMV, '0200', { 14: '2812', 35: '4000=2812' }, undefined],
    [EXPIRY, '0200', CHIP, undefined],
    [EXPIRY, '0200', { 14: '2812' }, '115'],
    [EXPIRY, '0200', { 35: '4000=2812' }, '115'],
    [EXPIRY, '0201', { 45: 'B4000^A^2812' }, '115'],
    [[...EMV, ...EXPIRY], '0220', CHIP, '115'],
    [EMV, '0220', { ...CHIP, 39: '51' }, undefined],
    [[...EMV, ...EXPIRY], '0400', { ...CHIP, 14: '2812' }, undefined],
    [[...EMV, ...EXPIRY], '0420', { ...CHIP, 14: '2812' }, undefined],
    [EMV, '0200', { ...CHIP, 3: '310000' }, '115'],
    // A PIN that nobody verifies: what has happened is recorded all the same.
    [[], '0220', { 52: '0011223344556677' }, '115'],
    [[], '0420', { 52: '0011223344556677' }, undefined],
  ]
  for (const [demanded, mti, fields, code] of UNCHECKED) {
    const brings = Object.keys(fields).join(', ')
    test(`a ${mti} with DE ${brings} where ${demanded.join(' and ') || 'nothing'} is refused: ${code ?? 'taken'}`, () => {
      for (const reading of [READING, AT_93]) {
        const of = reading === AT_93 ? `1${mti.slice(1)}` : mti
        const decline = reading === AT_93 && '39' in fields ? { 39: '116' } : {}
        const message = { mti: of, fields: { ...WITHDRAWAL, ...fields, ...decline } }
        const order = readOrder(message, { ...reading, refuseUnchecked: new Set(demanded) }, NOW)
        assert.ok('body' in order, JSON.stringify(order))
        assert.equal(order.refusedWith, code)
        assert.ok(!/9F2608|2812|0011223344556677/.test(JSON.stringify(order)), 'none of it is kept')
      }
    })
  }

  test('a PIN that the switch has verified is left unread', () => {
    const message = { mti: '0200', fields: { ...WITHDRAWAL, 52: '0011223344556677' } }
    const order = readOrder(message, { ...READING, verifiesPin: true }, NOW)
    assert.ok('body' in order)
    assert.ok(!JSON.stringify(order).includes('0011223344556677'))
  })
})

describe('a message type names its answer', () => {
  const ANSWERS: [mti: string, answer: string | undefined][] = [
    ['0200', '0210'],
    ['0201', '0210'],
    ['0220', '0230'],
    ['0221', '0230'],
    ['0401', '0410'],
    ['0421', '0430'],
    ['0800', '0810'],
    ['1100', '1110'],
    ['1804', '1814'],
    ['0210', undefined],
    ['0430', undefined],
    ['0206', undefined],
  ]
  for (const [mti, answer] of ANSWERS) test(mti, () => assert.equal(readMessageType(mti).answer, answer))
})

describe('a message and the one that it takes back', () => {
  const read = (mti: string, fields: object, reading = READING) => {
    const order = readOrder({ mti, fields: { ...WITHDRAWAL, ...fields } as never }, reading, NOW)
    assert.ok(!('code' in order))
    return order
  }

  test('are named by type, trace number, time and acquirer; a repeat by the type of the first', () => {
    const of87 = { 7: '0102120000', 11: '000012', 12: '130000', 32: '0400' }
    const message = { switchName: 'east', stan: '000012', acquirer: '400', rrn: '260115000003' }
    assert.deepEqual(read('0201', of87).message, {
      ...message,
      mti: '0200',
      time: '0102120000',
      localTime: '1231130000',
    })
    const of93 = { 11: '000012', 12: '251231130000', 32: '400' }
    const at93 = { ...message, mti: '1220', time: '251231130000', localTime: '251231130000' }
    assert.deepEqual(read('1221', of93, AT_93).message, at93)
    assert.equal(read('0200', {}).message, undefined, 'without a trace number nothing can name it')
  })

  const DE90 = {
    mti: '0200',
    stan: '000012',
    transmittedAt: '0102120000',
    acquirer: '00000000400',
    forwarder: '00000000000',
  }
  const NAMED = { mti: '0200', stan: '000012', time: '0102120000', acquirer: '400' }
  const ELEMENTS: [title: string, changes: object, elements: object | undefined][] = [
    ['all of them', {}, NAMED],
    ['a repeat', { mti: '0201' }, NAMED],
    ['no time', { transmittedAt: '0000000000' }, { ...NAMED, time: '' }],
    ['no trace number', { stan: '000000' }, { ...NAMED, stan: '' }],
    ['no acquirer and type', { acquirer: '00000000000', mti: '0000' }, { ...NAMED, acquirer: '', mti: '' }],
    ['neither trace number nor time', { stan: '000000', transmittedAt: '0000000000' }, undefined],
  ]
  for (const [title, changes, elements] of ELEMENTS) {
    test(`original data elements: ${title}`, () => {
      assert.deepEqual(read('0420', { 90: { ...DE90, ...changes } }).originalElements, elements)
    })
  }

  test('original data elements of 1993', () => {
    const parts = { mti: '1200', stan: '000012', localTime: '251231130000', acquirer: '0400' }
    const named = { mti: '1200', stan: '000012', time: '251231130000', acquirer: '400' }
    assert.deepEqual(read('1420', { 56: parts }, AT_93).originalElements, named)
  })

  const ADVISED: [mti: string, code: string, reading: OrderReading, declinedWith: string | undefined][] = [
    ['0220', '51', READING, '110'],
    ['0120', '05', READING, '100'],
    ['0220', '00', READING, undefined],
    ['0220', '10', READING, undefined],
    ['0220', 'Z9', READING, '100'],
    ['0200', '51', READING, undefined],
    ['1220', '116', AT_93, '110'],
    ['1220', '000', AT_93, undefined],
    ['1220', '002', AT_93, undefined],
  ]
  for (const [mti, code, reading, declinedWith] of ADVISED) {
    test(`a ${mti} with DE 39 ${code} ${declinedWith === undefined ? 'is an order' : `is a decline, ${declinedWith}`}`, () => {
      assert.equal(read(mti, { 39: code }, reading).declinedWith, declinedWith)
    })
  }
})
