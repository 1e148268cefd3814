// What the built-in bank contributes to `verify`.

import type { VerifiedConcept } from '../../../../ledger/verify/verify.ts'
import { OPENING_BALANCE } from './general-ledger.ts'

export const BANK_VERIFIED: VerifiedConcept = { journalKinds: [OPENING_BALANCE], checks: [] }
