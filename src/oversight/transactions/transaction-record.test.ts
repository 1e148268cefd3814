import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { spreadsheetText } from './spreadsheet-text.ts'
import { shownTransaction, TRANSACTION_FIELD_NAMES, transactionCells } from './transaction-fields.ts'
import { statusOf, type TransactionRow, type TransactionStatus, transactionOf } from './transaction-record.ts'

const ROW: TransactionRow = {
  transaction_id: '019bc0de-0000-7000-8000-000000000001',
  rrn: '260115000001',
  type: 'CASHWITHDRAWAL',
  institution_id: 'FI001',
  partner_id: 'P1',
  terminal_id: 'ATM1',
  account_id: 'A1',
  beneficiary_account_id: null,
  biller_id: null,
  masked_pan: '400000******0002',
  amount_minor: 12_345n,
  fee_minor: 250n,
  currency: 'USD',
  reversed_minor: 0n,
  response_code: '000',
  auth_id: 'ABC123',
  original_id: null,
  business_date: '20260115',
  latency_ms: 12,
  correlation_id: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
  recorded_at: new Date('2026-01-15T10:00:00.000Z'),
}

describe('the record of a transaction', () => {
  const STATUSES: [code: string, reversedMinor: bigint, status: TransactionStatus][] = [
    ['000', 0n, 'APPROVED'],
    ['000', 1n, 'PARTIALLY_REVERSED'],
    ['000', 12_344n, 'PARTIALLY_REVERSED'],
    ['000', 12_345n, 'REVERSED'],
    ['911', 0n, 'TIMED_OUT'],
    ['911', 12_345n, 'TIMED_OUT'],
    ['110', 0n, 'DECLINED'],
    ['485', 12_345n, 'DECLINED'],
  ]
  for (const [code, reversed, status] of STATUSES) {
    test(`with code ${code} and ${reversed} of 12345 reversed it is ${status}`, () => {
      assert.equal(statusOf({ ...ROW, response_code: code, reversed_minor: reversed }), status)
    })
  }

  test('is shown with amounts in major units, and cells line up with the names of the columns', () => {
    for (const [currency, amount, cell] of [
      ['USD', 123.45, '123.45'],
      ['JPY', 12_345, '12345'],
      ['KWD', 12.345, '12.345'],
    ] as const) {
      const record = transactionOf({ ...ROW, currency })
      const shown: Readonly<Record<string, unknown>> = { ...shownTransaction(record) }
      assert.equal(shown.amount, amount)
      assert.equal(shown.businessDate, '2026-01-15')
      const cells = transactionCells(record)
      assert.equal(cells.length, TRANSACTION_FIELD_NAMES.length)
      assert.equal(cells[TRANSACTION_FIELD_NAMES.indexOf('amount')], cell)
      for (const [i, name] of TRANSACTION_FIELD_NAMES.entries()) {
        const text = cells[i] as string
        assert.equal(typeof shown[name] === 'number' ? Number(text) : text, shown[name] ?? '', name)
      }
    }
  })

  test('leaves out what a transaction does not have', () => {
    const shown = shownTransaction(transactionOf({ ...ROW, terminal_id: null, currency: null, amount_minor: 0n }))
    assert.equal('terminalId' in shown, false)
    assert.equal('currencyCode' in shown, false)
    assert.equal('originalId' in shown, false)
    assert.equal(shown.amount, 0)
  })
})

describe('text in a spreadsheet', () => {
  for (const [value, cell] of [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['A=1', 'A=1'],
    ['', ''],
    ['000', '000'],
  ] as const) {
    test(`${JSON.stringify(value)} is written ${JSON.stringify(cell)}`, () => {
      assert.equal(spreadsheetText(value), cell)
    })
  }
})
