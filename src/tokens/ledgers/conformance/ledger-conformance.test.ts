// The suite itself: it passes a ledger that keeps the contract, and catches one that breaks any part of it.

import { ledgerConformance } from './ledger-conformance.ts'
import { ModelLedger } from './model-ledger.ts'

for (const finality of ['INSTANT', 'DEPTH'] as const) {
  ledgerConformance(`the model with ${finality} finality`, async () => {
    const ledger = new ModelLedger(finality)
    return { ledger, settle: () => ledger.settle(), isPrompt: true }
  })
}
