import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CATALOGUE } from './catalogue.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'

// The response codes of account services with the HTTP status each is sent with, as the contract lists them.
const RESPONSE_CODES: Readonly<Record<number, string>> = {
  200: `000 100 101 102 104 110 111 113 114 115 118 119 120 121 123 125 180 181 182 183 185 188 190 208 209
        480 483 484 485 912 913 914 940`,
  400: '902 904',
  403: '950',
  404: '184',
  500: '909',
  503: '906 907',
  504: '911',
}

// Refusals that have their own status but share a response code.
const OTHER_STATUSES: Readonly<Record<string, [status: number, responseCode: string]>> = {
  'A-401': [401, '950'],
  'A-404': [404, '904'],
  'A-405': [405, '904'],
  'A-413': [413, '904'],
  'A-415': [415, '904'],
  'A-429': [429, '950'],
}

// The codes of lending with their statuses, as contract D lists them; those of every request as contract C does.
const LENDING: Readonly<Record<number, string>> = {
  400: 'VALIDATION_FAILED INVALID_JSON INVALID_AMOUNT INVALID_PAGE MISSING_HEADER',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN PARTNER_NOT_ALLOWED',
  404: `ROUTE_NOT_FOUND APPLICATION_NOT_FOUND OFFER_NOT_FOUND LOAN_NOT_FOUND DISBURSEMENT_NOT_FOUND TRANSACTION_NOT_FOUND
        FEE_NOT_FOUND ARRANGEMENT_NOT_FOUND RATE_NOT_FOUND NO_RATE SCHEDULE_VERSION_NOT_FOUND`,
  405: 'METHOD_NOT_ALLOWED',
  409: `INVALID_STATE VERSION_CONFLICT IDEMPOTENCY_KEY_REUSED APPLICATION_CLOSED ALREADY_DECIDED RISK_SIGNALS_MISSING
        NOT_APPROVED DECISION_EXPIRED OFFER_EXPIRED OFFER_NOT_OPEN SIBLING_ACCEPTED OFFER_NOT_ACCEPTED
        LOAN_EXISTS_FOR_OFFER TERMS_LOCKED OUTSTANDING_BALANCE ALREADY_CLOSED LOAN_CLOSED CHARGED_OFF ARRANGEMENT_ACTIVE
        ALREADY_REVERSED HAS_LATER_TRANSACTIONS TOO_MANY_EVENTS FEE_PAID`,
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: `TERMS_INVALID PRODUCT_UNKNOWN AMOUNT_OUT_OF_RANGE TERM_OUT_OF_RANGE RATE_OUT_OF_RANGE CURRENCY_NOT_OFFERED
        APPROVED_AMOUNT_EXCEEDS_REQUEST REASON_REQUIRED AMOUNT_EXCEEDS_APPROVED REFUND_REQUIRED NOTHING_TO_RESTRUCTURE
        EXCEEDS_APPROVED BEFORE_CREATION BEFORE_DISBURSEMENT FUTURE_DATED DESTINATION_INVALID LESS_THAN_DUE NOT_PARTIAL
        OVERPAYMENT_NOT_ALLOWED INSUFFICIENT_FUNDS ALLOCATION_MISMATCH ALLOCATION_EXCEEDS_DUE ARREARS_FIRST
        EXCEEDS_PAYOFF PAYMENT_BELOW_MINIMUM FEE_CAP_EXCEEDED LIMIT_EXCEEDED STOPPED`,
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'CORE_UNAVAILABLE RULES_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

// The codes of digital banking with their statuses and ISO 20022 reasons, as contract C lists them.
const DIGITAL: Readonly<Record<number, string>> = {
  200: 'LEDGER_REFUSED[AB04] FUNDS_UNCLAIMED TRANSFER_ABORTED',
  400: 'INVALID_JSON VALIDATION_FAILED[FF01] MISSING_HEADER INVALID_TRANSACTION_TYPE INVALID_AMOUNT[AM12] INVALID_PAGE',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN PARTNER_NOT_ALLOWED NOT_RESOLVER',
  404: `ROUTE_NOT_FOUND INSTITUTION_NOT_FOUND USER_NOT_FOUND ACCOUNT_NOT_FOUND[AC01] DEPOSIT_NOT_FOUND REDEMPTION_NOT_FOUND
        TRANSFER_NOT_FOUND`,
  405: 'METHOD_NOT_ALLOWED',
  409: `REFERENCE_REUSED[DU05] INSTITUTION_EXISTS USER_EXISTS DEFAULT_ACCOUNT_EXISTS INVALID_STATE_TRANSITION
        VERSION_CONFLICT OPEN_OBLIGATIONS ACCOUNT_NOT_EMPTY TRANSFER_NOT_RESERVED TRANSFER_ALREADY_COMMITTED
        TRANSFER_ALREADY_ABORTED TRANSFER_EXPIRED[AB03]`,
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: `TOKEN_TYPE_NOT_SUPPORTED SEARCH_FILTER_UNSUPPORTED REDEMPTION_ACCOUNT_UNRESOLVED REDEMPTION_ACCOUNT_AMBIGUOUS
        INSTITUTION_NOT_ACTIVE[AG10] USER_NOT_ACTIVE ACCOUNT_CLOSED[AC04] ACCOUNT_FROZEN[AC06] ACCOUNT_NOT_ACTIVE
        SAME_ACCOUNT RETURN_INVALID BENEFICIARY_NOT_FOUND[AC03] BENEFICIARY_CLOSED[AC07]
        BENEFICIARY_CANNOT_RECEIVE CURRENCY_NOT_SUPPORTED[AM03] CURRENCY_MISMATCH[CURR] LINKED_ACCOUNT_INVALID[AC02]
        LIMIT_EXCEEDED[AM14] STOPPED INSUFFICIENT_AVAILABLE_TOKENS[AM04] INSUFFICIENT_LINKED_FUNDS[AM04]
        INSUFFICIENT_SETTLEMENT_LIQUIDITY[AM23]`,
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'LEDGER_UNAVAILABLE CORE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

const entries: [code: string, entry: CatalogueEntry][] = Object.entries(CATALOGUE)
const contracted = Object.entries(RESPONSE_CODES).flatMap(([status, codes]) =>
  codes.split(/\s+/).map((code) => [code, Number(status)] as const),
)

describe('the catalogue', () => {
  for (const [code, status] of contracted) {
    test(`lists ${code}, which is sent with HTTP ${status}`, () => {
      const entry = entries.find(([name]) => name === `A-${code}`)?.[1]
      assert.equal(entry?.responseCode, code)
      assert.equal(entry?.httpStatus, status)
    })
  }

  for (const [name, [status, responseCode]] of Object.entries(OTHER_STATUSES)) {
    test(`lists ${name} with HTTP ${status} and ${responseCode}`, () => {
      const entry = entries.find(([code]) => code === name)?.[1]
      assert.deepEqual([entry?.httpStatus, entry?.responseCode], [status, responseCode])
    })
  }

  test('lists nothing of family A that the contract does not know', () => {
    const known = new Set([...contracted.map(([code]) => `A-${code}`), ...Object.keys(OTHER_STATUSES)])
    assert.deepEqual(
      entries.map(([code]) => code).filter((code) => code.startsWith('A-') && !known.has(code)),
      [],
    )
  })

  test('lists the codes of lending with their statuses, and no others', () => {
    const listed = entries
      .filter(([code]) => code.startsWith('D-'))
      .map(([code, { httpStatus, responseCode }]) => `${httpStatus} ${code} ${responseCode}`)
    const known = Object.entries(LENDING).flatMap(([status, codes]) =>
      codes.split(/\s+/).map((code) => `${status} D-${code} ${code}`),
    )
    assert.deepEqual(listed.toSorted(), known.toSorted())
  })

  test('lists the codes of digital banking with their statuses and reasons, and no others', () => {
    const listed = entries
      .filter(([code]) => code.startsWith('C-'))
      .map(([code, { httpStatus, responseCode, isoReason }]) => {
        assert.equal(code, `C-${responseCode}`)
        return `${httpStatus} ${responseCode}${isoReason === undefined ? '' : `[${isoReason}]`}`
      })
    const known = Object.entries(DIGITAL).flatMap(([status, codes]) =>
      codes.split(/\s+/).map((code) => `${status} ${code}`),
    )
    assert.deepEqual(listed.toSorted(), known.toSorted())
  })

  test('never sends the codes that ISO gives another meaning', () => {
    assert.deepEqual(
      entries.filter(([, entry]) => entry.responseCode === '116'),
      [],
    )
  })

  test('says cause and remedy of every entry in a sentence', () => {
    for (const [code, entry] of entries) {
      assert.notEqual(entry.title, '', code)
      for (const text of [entry.cause, entry.remedy]) assert.match(text, /^[A-Za-z].*\.$/, code)
    }
  })

  test('calls every fault repeatable but a defect of digital banking or lending, and of the rest only a suspended institution', () => {
    const repeatable = entries.filter(([, entry]) => entry.retryable).map(([code]) => code)
    const faults = entries.filter(([, entry]) => entry.httpStatus >= 429).map(([code]) => code)
    assert.deepEqual(
      [...repeatable, 'C-INTERNAL_ERROR', 'D-INTERNAL_ERROR'].toSorted(),
      [...faults, 'A-912'].toSorted(),
    )
  })
})
