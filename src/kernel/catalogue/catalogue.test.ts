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

  test('calls every fault repeatable, and of the rest only a suspended institution', () => {
    const repeatable = entries.filter(([, entry]) => entry.retryable).map(([code]) => code)
    const faults = entries.filter(([, entry]) => entry.httpStatus >= 429).map(([code]) => code)
    assert.deepEqual(repeatable.toSorted(), [...faults, 'A-912'].toSorted())
  })
})
