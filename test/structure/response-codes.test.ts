// The places of a response code of account services. A code that was added to the catalogue and forgotten in a dialect, at
// the virtual ATM or in the tests fails here by its name.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { declineText } from '../../console/src/pages/virtual-atm/engine/decline-texts.ts'
import { APPROVED_CODE, DECLINE } from '../../src/channels/core/outcome.ts'
import { type Dialect, loadDialects } from '../../src/channels/iso8583/dialect.ts'
import { ACCOUNT_CODES } from '../../src/platform/kernel/catalogue/catalogue-accounts.ts'
import { CODE_ROWS } from '../spec/code-rows.ts'
import { CONTRACT_CODES } from '../spec/code-steps.ts'

const CODES = [...new Set(Object.values(ACCOUNT_CODES).map(({ responseCode }) => responseCode ?? 'none'))]
const DECLINES: readonly string[] = Object.values(DECLINE)

/** What an answer of a host can mean besides a code. */
const MEANINGS = ['partial', 'retry', 'unknown']

/** Declines that no answer of a host means, by dialect. */
const NEVER_RECEIVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'iso87-ascii': {
    185: 'no code of the dialect is about billers',
    188: 'no code of the dialect is about the age of an original',
    484: 'no code of the dialect is about an original that moved nothing',
    485: 'no code of the dialect is about an advice that overtook its order',
    912: 'a host that cannot reach the issuer did nothing: `retry`',
    940: 'no code of the dialect is about terminals that are unknown',
  },
  'iso93-binary': { 912: 'a host that cannot reach the issuer did nothing: `retry`' },
}

/** What customers cannot mend: the virtual ATM says that it cannot complete the transaction just now. */
const TRY_LATER = new Map([
  ['000', 'an approval'],
  ...['188', '480', '483', '484', '913', '914'].map(
    (code) => [code, 'about reversals and repeats, which ATMs send'] as const,
  ),
  ...['902', '904'].map((code) => [code, 'a defect of the ATM'] as const),
  ...['906', '907', '909', '911'].map((code) => [code, 'a fault, which passes'] as const),
])

describe('dialects', () => {
  let dialects: ReadonlyMap<string, Dialect>
  before(async () => {
    dialects = await loadDialects()
  })

  test('an answer to a switch has every code, so that none is sent as `other`', () => {
    const unlisted = [...dialects.values()].flatMap(({ name, responseCodes }) =>
      CODES.filter((code) => !Object.hasOwn(responseCodes.sent, code)).map((code) => missing(code, name, 'sent')),
    )
    assert.deepEqual(unlisted, [])
  })

  test('an answer to a switch has no code that is not in the catalogue', () => {
    for (const { name, responseCodes } of dialects.values()) {
      const odd = Object.keys(responseCodes.sent).filter((code) => code !== 'other' && !CODES.includes(code))
      assert.deepEqual(odd, [], name)
    }
  })

  test('a host can answer every decline, or there is a reason why not', () => {
    const faults = [...dialects.values()].flatMap(({ name, responseCodes }) => {
      const meant = new Set(Object.values(responseCodes.received))
      const reasons = NEVER_RECEIVED[name] ?? {}
      const unheard = DECLINES.filter((code) => !meant.has(code) && !Object.hasOwn(reasons, code))
      const outdated = Object.keys(reasons).filter((code) => meant.has(code) || !DECLINES.includes(code))
      return [
        ...unheard.map((code) => missing(code, name, 'received')),
        ...outdated.map((code) => `${code} needs no reason: dialects/${name}.json`),
      ]
    })
    assert.deepEqual(faults, [])
  })

  test('an answer of a host means a decline, an approval, or what is not known', () => {
    const known = [APPROVED_CODE, ...DECLINES, ...MEANINGS]
    for (const { name, responseCodes } of dialects.values()) {
      const odd = Object.entries(responseCodes.received).filter(([, meaning]) => !known.includes(meaning))
      assert.deepEqual(odd, [], name)
    }
  })
})

function missing(code: string, dialect: string, direction: 'sent' | 'received'): string {
  return `${code} is not in dialects/${dialect}.json: responseCodes.${direction}`
}

test('the virtual ATM has a text for every decline, in both languages', () => {
  for (const language of ['ENG', 'SPA'] as const) {
    const tryLater = declineText('no code', language)
    const untold = CODES.filter((code) => declineText(code, language) === tryLater)
    assert.deepEqual(
      untold.toSorted(),
      [...TRY_LATER.keys()].toSorted(),
      `${language}: virtual-atm/engine/decline-texts.ts`,
    )
  }
})

test('every code is of the contract and is reached by a row of test/spec/code-rows.ts', () => {
  const reached = new Set(
    CODE_ROWS.flatMap(({ course }) => course.map((step) => ('code' in step ? step.code : undefined))),
  )
  assert.deepEqual(
    CODES.filter((code) => !reached.has(code)),
    [],
  )
  assert.deepEqual(CODES.toSorted(), CONTRACT_CODES.toSorted())
})
