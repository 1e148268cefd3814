import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ISO87, ISO93 } from '../iso8583/shipped-dialects.fixture.ts'
import { orderAnswer, plainAnswer } from './write-answer.ts'

const REQUEST = { mti: '0200', fields: { 3: '402010', 4: '000000000100', 11: '000001', 37: '260115000003', 52: '00' } }
const answerOf = (reply: object, status = 200) => ({ status, code: '000', reply: JSON.stringify(reply) })

test('an answer repeats what names the message, and no PIN', () => {
  const { fields } = plainAnswer(REQUEST, '0210', '110', ISO87)
  assert.deepEqual(fields, { 3: '402010', 4: '000000000100', 11: '000001', 37: '260115000003', 39: '51' })
})

test('a code that the dialect does not list is its other one', () => {
  assert.equal(plainAnswer(REQUEST, '0210', '777', ISO87).fields[39], '05')
})

test('in 1993 dates and codes of other meaning are not repeated', () => {
  const request = { mti: '1804', fields: { 11: '000001', 13: '2601', 24: '831', 28: '260115' } }
  assert.deepEqual(plainAnswer(request, '1814', '000', ISO93).fields, { 11: '000001', 24: '831', 39: '800' })
})

const ACCEPTED: [mti: string, code: string, dialect: typeof ISO87, sent: string][] = [
  ['1430', '000', ISO93, '400'],
  ['1410', '000', ISO93, '400'],
  ['1430', '914', ISO93, '914'],
  ['1814', '115', ISO93, '115'],
  ['1230', '000', ISO93, '000'],
  ['0430', '000', ISO87, '00'],
  ['0810', '000', ISO87, '00'],
]
for (const [mti, code, dialect, sent] of ACCEPTED) {
  test(`${code} is ${sent} in a ${mti}`, () => {
    assert.equal(plainAnswer(REQUEST, mti, code, dialect).fields[39], sent)
  })
}

test('a dialect with another code for approvals keeps it in every answer', () => {
  const responseCodes = { ...ISO93.responseCodes, sent: { ...ISO93.responseCodes.sent, '000': '001' } }
  assert.equal(plainAnswer(REQUEST, '1430', '000', { ...ISO93, responseCodes }).fields[39], '001')
})

const LINE = { type: 'Balance', amount: -12.5, currencyCode: 'USD' }
const LEDGER = { amountType: '01', currency: '840', sign: 'D', amount: '000000001250' }

test('balances of both accounts have the types of DE 3', () => {
  const balances = {
    paymentInstrument: [LINE],
    beneficiaryInstrument: [{ type: 'Available', amount: 0.001, currencyCode: 'KWD' }],
  }
  const { fields } = orderAnswer(REQUEST, '0210', '000', answerOf({ balances, status: { authId: 'K3M9QX' } }), ISO87)
  assert.equal(fields[38], 'K3M9QX')
  assert.deepEqual(fields[54], [
    { accountType: '20', ...LEDGER },
    { accountType: '10', amountType: '02', currency: '414', sign: 'C', amount: '000000000001' },
  ])
})

test('a balance that does not fit is left out, never invented', () => {
  const balances = [{ type: 'Balance', amount: 99_999_999_999.99, currencyCode: 'USD' }, LINE]
  const { fields } = orderAnswer(REQUEST, '0210', '000', answerOf({ balances }), ISO87)
  assert.deepEqual(fields[54], [{ accountType: '20', ...LEDGER }])
})

test('a problem has a code and nothing else of its own', () => {
  const { fields } = orderAnswer(REQUEST, '0210', '907', answerOf({ balances: [LINE] }, 503), ISO87)
  assert.equal(fields[39], '91')
  assert.equal(54 in fields, false)
})

test('accounts are a list in DE 48, as many as there is room for', () => {
  const account = { id: '1000000001', accountType: 'DDA', txnCapability: '06', description: 'My; own|one' }
  const { fields } = orderAnswer(REQUEST, '0210', '000', answerOf({ accounts: [account, account] }), ISO87)
  assert.equal(fields[48], '1000000001|DDA|06|My  own one;1000000001|DDA|06|My  own one')
  const many = orderAnswer(REQUEST, '0210', '000', answerOf({ accounts: new Array(200).fill(account) }), ISO87)
  assert.ok((many.fields[48] as string).length <= 999)
})
