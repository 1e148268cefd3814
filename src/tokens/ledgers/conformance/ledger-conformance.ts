// The conformance suite of the DigitalLedger port: what the platform relies on, tested through the port alone. An adapter to a
// chain must pass it against a test network before it is used (docs/digital-ledger.md).

import { before, describe, test } from 'node:test'
import { EVENT_CASES } from './event-cases.ts'
import { BATCH_CASES, HOLD_CASES } from './hold-cases.ts'
import { type LedgerCase, LedgerClient, type LedgerUnderTest } from './ledger-client.ts'
import { OPERATION_CASES } from './operation-cases.ts'
import { RANDOM_CASES } from './random-cases.ts'
import { SET_CASES } from './set-cases.ts'

export const LEDGER_CASES: readonly LedgerCase[] = [
  ...OPERATION_CASES,
  ...HOLD_CASES,
  ...BATCH_CASES,
  ...EVENT_CASES,
  ...SET_CASES,
  ...RANDOM_CASES,
]

/** Declares the tests of all cases, or of some. `open` is called once, before the first of them. */
export function ledgerConformance(
  name: string,
  open: () => Promise<LedgerUnderTest>,
  ledgerCases: readonly LedgerCase[] = LEDGER_CASES,
): void {
  describe(`${name} keeps the contract of a digital ledger`, () => {
    let desk: LedgerClient
    before(async () => {
      desk = new LedgerClient(await open())
    })

    for (const { title, needs, run } of ledgerCases) {
      test(title, async (t) => {
        if (needs !== undefined && !desk.ledger.capabilities[needs]) return t.skip(`it has no ${needs}`)
        await run(desk)
      })
    }
  })
}
