import { eachEngine } from '../../../../test/support/machine/database.ts'
import { ledgerConformance } from '../conformance/ledger-conformance.ts'
import { openBuiltinLedger } from './builtin-ledger.fixture.ts'

eachEngine('the built-in ledger', (_engine, open) => {
  ledgerConformance('it', async () => {
    const { ledger } = openBuiltinLedger((await open()).database)
    return { ledger, settle: async () => {} }
  })
})
