// Loans whose money moves over HTTP, for tests.

import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { RunningGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { Lender } from '../../../../test/support/lending/lender.ts'

export const MANUAL = { valueDate: '2026-02-01', reason: 'by hand', operatorId: 'OP1' }

export function openMoney(running: RunningGateway) {
  const lender = new Lender(() => running.current.url)
  let today: string

  before(async () => {
    const loan = await lender.ok('POST /loans', { ...recent(), agreementDate: undefined })
    today = loan.agreementDate
  })

  /** A loan that runs from three months ago. */
  function recent() {
    return {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Example' },
    }
  }

  /** Posts it after a preview, which has the same figures and changes nothing. */
  async function booked(loanId: string, path: string, body: object) {
    const route = `POST /loans/${loanId}/${path}`
    const before = await lender.ok(`GET /loans/${loanId}?include=history`)
    const preview = await lender.ok(route, { ...body, preview: true })
    assert.deepEqual(await lender.ok(`GET /loans/${loanId}?include=history`), before)
    const made = await lender.ok(route, body)
    const { transactionId, bookedAt, status, loan, ...figures } = made
    assert.deepEqual(preview, figures)
    return made
  }

  /** The same refusal for the preview and the posting. */
  async function refused(route: string, body: object): Promise<string> {
    const [preview, posted] = [
      await lender.refused(route, { ...body, preview: true }),
      await lender.refused(route, body),
    ]
    assert.equal(preview, posted, JSON.stringify(body))
    return posted
  }

  return {
    get today() {
      return today
    },
    lender,
    booked,
    refused,
  }
}

export function sum(parts: Readonly<Record<string, number>>): number {
  return Math.round(Object.values(parts).reduce((so, part) => so + part, 0) * 100) / 100
}

/** The same day of an earlier month, or its last day. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10)
}
