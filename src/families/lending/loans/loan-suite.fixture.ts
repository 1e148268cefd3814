// Loans over HTTP for tests, on the book of loans and its ledger.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import {
  command,
  disbursement,
  type LoanBank,
  openLoanBank,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import type { TestDatabase } from '../../../../test/support/machine/database.ts'
import type { EdgeAnswer } from '../../../edge/partners/partner-edge.fixture.ts'
import { loanProduct } from '../../../loans/products/loan-product.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'

export const NEW_LOAN = {
  productCode: 'PERSONAL',
  principal: 1200,
  interestRate: 12,
  loanTerm: { termCount: 3, termUnit: 'Months' },
  applicant: { firstName: 'Ada', lastName: 'Example', city: 'Springfield' },
}
export const NOWHERE = '01978a2e-6f00-7000-8000-00000000c0de'

export function openLoans(open: () => Promise<TestDatabase>) {
  let database: Database
  let bank: LoanBank
  let edge: Edge
  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
    const products = { PERSONAL: loanProduct(), ELSEWHERE: loanProduct({ institutionId: 'FI009' }) }
    const find = (code: string) => (Object.hasOwn(products, code) ? products[code as 'PERSONAL'] : undefined)
    const loanCatalogue = { products: { find }, rates: { find: () => undefined, list: () => [], ofProduct: () => [] } }
    edge = openEdge({ database, clock: bank.clock, loanBook: bank.book, loanCatalogue })
  })
  after(() => bank.close())

  const today = () => bank.book.businessDate('FI001')
  const call: Edge['call'] = (route, more) => edge.call(route, more)
  const made = async (more: object = {}): Promise<string> => {
    const answer = await call('POST /loans', { body: { ...NEW_LOAN, ...more } })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.loanId
  }
  const disbursed = async (more: object = {}) => {
    const loanId = await made(more)
    await bank.book.append(command(loanId, disbursement(120_000n, today())))
    return loanId
  }
  const statusOf = async (loanId: string) => (await call(`GET /loans/${loanId}`)).body.status
  const refused = (answer: EdgeAnswer) => [answer.status, answer.body.code, answer.body.errors?.[0]?.pointer]

  return {
    get database() {
      return database
    },
    get bank() {
      return bank
    },
    today,
    call,
    made,
    disbursed,
    statusOf,
    refused,
  }
}

/** The answer has the shape that the document shows. */
