// A partner that lends, for tests over HTTP.

import assert from 'node:assert/strict'

export const LENDER = {
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
} as const

export interface LendingAnswer {
  readonly status: number
  readonly headers: Headers
  readonly replayed: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  readonly body: any
}

export class Lender {
  readonly #url: () => string
  readonly #headers: Readonly<Record<string, string>>

  constructor(url: () => string, headers: Readonly<Record<string, string>> = LENDER) {
    this.#url = url
    this.#headers = headers
  }

  /** `route` is the method and the path below /v1/lending. */
  async call(route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<LendingAnswer> {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await fetch(`${this.#url()}/v1/lending${path}`, {
      method,
      headers: { ...this.#headers, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const replayed = response.headers.get('x-idempotent-replay') === 'true'
    return { status: response.status, headers: response.headers, replayed, text, body: JSON.parse(text) }
  }

  /** The body of a success. */
  async ok(route: string, body?: unknown, headers?: Readonly<Record<string, string>>) {
    const answer = await this.call(route, body, headers)
    assert.equal(answer.status, 200, `${route}: ${answer.text}`)
    return answer.body
  }

  /** Status and code of a refusal, as `422 LESS_THAN_DUE`. */
  async refused(route: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.call(route, body, headers)
    return `${answer.status} ${answer.body.code ?? ''}`.trim()
  }

  /** A loan of 1,200 USD at 12 % for 12 months from 2026-01-01, unless `changes` says otherwise. */
  async loan(changes: object = {}): Promise<string> {
    const { loanId } = await this.ok('POST /loans', { ...NEW_LOAN, ...changes })
    return loanId
  }

  /** The same, paid out on the day of its agreement. */
  async disbursed(changes: { readonly principal?: number; readonly agreementDate?: string } = {}): Promise<string> {
    const { principal, agreementDate } = { ...NEW_LOAN, ...changes }
    const loanId = await this.loan(changes)
    await this.ok(`POST /loans/${loanId}/disbursements`, { amount: principal, valueDate: agreementDate })
    return loanId
  }

  /** The answer to the disbursement of a loan of 4 months on a day. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async disbursedOn(valueDate: string, more: object = {}): Promise<any> {
    const terms = { loanTerm: { termCount: 4, termUnit: 'Months' }, agreementDate: valueDate }
    const { loanId, principalApproved } = await this.ok('POST /loans', { ...NEW_LOAN, ...terms, ...more })
    return this.ok(`POST /loans/${loanId}/disbursements`, { amount: principalApproved, valueDate })
  }
}

export const APPLICANT = { firstName: 'Ada', lastName: 'Example' }

export const NEW_LOAN = {
  productCode: 'OPEN',
  principal: 1200,
  interestRate: 12,
  loanTerm: { termCount: 12, termUnit: 'Months' },
  applicant: APPLICANT,
  agreementDate: '2026-01-01',
}
