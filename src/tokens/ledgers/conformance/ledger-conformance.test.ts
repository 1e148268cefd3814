// The suite itself: it passes a ledger that keeps the contract, and catches one that breaks any part of it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BROKEN_LEDGERS } from './broken-ledgers.fixture.ts'
import { LedgerClient } from './ledger-client.ts'
import { LEDGER_CASES, ledgerConformance } from './ledger-conformance.ts'
import { ModelLedger } from './model-ledger.ts'

for (const finality of ['INSTANT', 'DEPTH'] as const)
  ledgerConformance(`the model with ${finality} finality`, async () => underTest(new ModelLedger(finality)))

describe('the suite catches a ledger that', () => {
  for (const [title, make, caughtBy] of BROKEN_LEDGERS) {
    test(title, async () => {
      const found = LEDGER_CASES.find((one) => one.title === caughtBy)
      assert.ok(found, `there is no case "${caughtBy}"`)
      await assert.rejects(found.run(new LedgerClient(underTest(make()))))
    })
  }
})

function underTest(ledger: ModelLedger) {
  return { ledger, settle: () => ledger.settle(), isPrompt: true }
}
