// A partner, or an operator for it, who calls lending over HTTP.

import assert from 'node:assert/strict'

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted field by field
type Body = any

export interface LendingAnswer {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

const PARTNER_HEADERS = {
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
}

export const APPLICANT = { firstName: 'Ada', lastName: 'Example' }

export class Lender {
  readonly #url: () => string
  readonly #headers: Readonly<Record<string, string>>

  constructor(url: () => string, headers: Readonly<Record<string, string>> = PARTNER_HEADERS) {
    this.#url = url
    this.#headers = headers
  }

  /** `route` is a method and a path below the base of lending. */
  async call(route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<LendingAnswer> {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await fetch(`${this.#url()}/v1/lending${path}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** The body of a success. */
  async do(route: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Body> {
    const answer = await this.call(route, body, headers)
    assert.equal(answer.status, 200, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Status and code of a refusal, as in `409 INVALID_STATE`. */
  async refused(route: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.call(route, body, headers)
    return `${answer.status} ${answer.body.code ?? ''}`
  }

  /** A loan of product OPEN: 1200.00 USD at 12 % over 4 months, disbursed on the day. */
  async disbursed(valueDate: string, more: object = {}): Promise<Body> {
    const { loanId, principalApproved } = await this.do('POST /loans', {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 4, termUnit: 'Months' },
      applicant: APPLICANT,
      agreementDate: valueDate,
      ...more,
    })
    return this.do(`POST /loans/${loanId}/disbursements`, { amount: principalApproved, valueDate })
  }
}
