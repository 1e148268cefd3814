// Lending for the dump: an application with signals, a referral and an approval, two offers, a loan with a customer that is
// disbursed, charged a fee, repaid, reversed and restructured, one in hardship, and one that is settled.

import assert from 'node:assert/strict'
import type { Gateway } from '../support/gateways/gateway.ts'

/** What every later version must still answer. */
export interface LendingRecording {
  /** Reads as of a day, which depend on nothing that comes after. */
  readonly reads: readonly { readonly path: string; readonly answer: object }[]
  /** A repayment with an idempotency key. */
  readonly repeated?: {
    readonly path: string
    readonly key: string
    readonly body: object
    readonly transactionId: string
  }
}

interface LendingAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows the shape of the answer.
  readonly body: any
}

const LENDER = {
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
}
const ACCOUNT = '1000000004'
const APPLICANT = { firstName: 'Grace', lastName: "O'Malley", address: { city: 'Clew Bay' } }
const TERM = { termCount: 12, termUnit: 'Months' }

/** `route` is a method and a path, such as `GET /loans`. */
export async function callLending(
  gateway: Gateway,
  route: string,
  body?: object,
  key?: string,
): Promise<LendingAnswer> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${gateway.url}/v1/lending${path}`, {
    method,
    headers: {
      ...LENDER,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export async function runLendingTraffic(gateway: Gateway): Promise<LendingRecording> {
  const call = async (route: string, body?: object, key?: string) => {
    const answer = await callLending(gateway, route, body, key)
    assert.equal(answer.status, 200, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const offerId = await acceptedOffer(call)
  const { loanId, agreementDate } = await call('POST /loans', { offerId, customerId: 'CUST0002' })
  const loan = `/loans/${loanId}`
  await call(`POST ${loan}/disbursements`, { amount: 2400, destination: { accountId: ACCOUNT }, deductFees: true })
  await call(`POST ${loan}/fees`, { code: 'CARD', amount: 12.5, reason: 'A new card' })
  const repayment = { amount: 300, channel: 'BRANCH', paymentReference: { accountId: ACCOUNT, reference: 'one' } }
  const { transactionId } = await call(`POST ${loan}/repayments`, repayment, 'upgrade-repayment')
  const second = await call(`POST ${loan}/repayments/partial`, { amount: 20 })
  const reversal = { reversalOf: second.transactionId, valueDate: agreementDate, reason: 'Bounced', operatorId: 'op-1' }
  await call(`POST ${loan}/repayments/manual`, reversal)
  await call(`POST ${loan}/restructure`, { effectiveDate: agreementDate, type: 'TERM_EXTENSION', extraInstalments: 2 })
  const held = await directLoan(call)
  const holiday = { type: 'PAYMENT_HOLIDAY', startDate: agreementDate, instalments: 2, reason: 'Illness' }
  await call(`POST ${held}/hardship-arrangements`, holiday)
  const settled = await directLoan(call)
  await call(`POST ${settled}/repayments/prepayment`, { settle: true })
  const reads = []
  for (const path of [loan, held, settled].flatMap((one) => asOf(one, agreementDate)))
    reads.push({ path, answer: await call(`GET ${path}`) })
  return { reads, repeated: { path: `${loan}/repayments`, key: 'upgrade-repayment', body: repayment, transactionId } }
}

type Call = (route: string, body?: object, key?: string) => Promise<LendingAnswer['body']>

async function acceptedOffer(call: Call): Promise<string> {
  const requested = { productCode: 'PERSONAL', requestedAmount: 2400, loanTerm: TERM, applicant: APPLICANT }
  const { applicationId } = await call('POST /applications', requested, 'upgrade-application')
  await call('POST /risk-signals', { applicationId, signals: [{ type: 'CREDIT_SCORE', value: 655 }] })
  await call('POST /decisions', { applicationId, decision: 'REFER', reasonCodes: ['SCORE'] })
  await call('POST /decisions', { applicationId, decision: 'APPROVE', conditions: ['PROOF_OF_INCOME'] })
  await call('POST /offers', { applicationId, loanTerm: { termCount: 24, termUnit: 'Months' } })
  const fees = [{ code: 'ORIGINATION', percent: 1, financed: false }]
  const { offerId } = await call('POST /offers', { applicationId, fees })
  await call(`POST /offers/${offerId}/accept`, { acceptedBy: "Grace O'Malley", consents: ['E_SIGN'] })
  return offerId
}

/** The path of a loan that was paid out through clearing. */
async function directLoan(call: Call): Promise<string> {
  const direct = { productCode: 'AUTO', principal: 5000, interestRate: 7.4, loanTerm: TERM, applicant: APPLICANT }
  const { loanId } = await call('POST /loans', direct)
  await call(`POST /loans/${loanId}/disbursements`, { amount: 5000 })
  return `/loans/${loanId}`
}

function asOf(loan: string, date: string): string[] {
  return ['balances', 'next-due', 'repayment-schedule', 'aging'].map((read) => `${loan}/${read}?asOf=${date}`)
}
