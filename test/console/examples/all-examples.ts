// The examples of every page that needs a session.

import type { PageExample } from '../../support/console/page-example.ts'
import { accessExamples } from './access.ts'
import { accountExamples } from './account.ts'
import { accountTypeExamples } from './account-types.ts'
import { approvalExamples } from './approvals.ts'
import { capabilityExamples } from './capabilities.ts'
import { correctionExamples } from './corrections.ts'
import { customerExamples } from './customers.ts'
import { dashboardExamples } from './dashboard.ts'
import { digitalExamples } from './digital.ts'
import { errorCodeExamples } from './error-codes.ts'
import { institutionExamples } from './institutions.ts'
import { lendingExamples } from './lending.ts'
import { propertyExamples } from './properties.ts'
import { reconciliationExamples } from './reconciliations.ts'
import { ruleExamples } from './rules.ts'
import { sandboxExamples } from './sandbox.ts'
import { terminalExamples } from './terminals.ts'
import { transactionExamples } from './transactions.ts'
import { virtualAtmExamples } from './virtual-atm.ts'

export const AREAS: readonly (readonly [area: string, examples: readonly PageExample[]])[] = [
  ['access', accessExamples],
  ['own account', accountExamples],
  ['account types', accountTypeExamples],
  ['approvals', approvalExamples],
  ['capabilities', capabilityExamples],
  ['corrections', correctionExamples],
  ['reconciliations', reconciliationExamples],
  ['dashboard', dashboardExamples],
  ['digital banking', digitalExamples],
  ['error codes', errorCodeExamples],
  ['institutions', institutionExamples],
  ['lending', lendingExamples],
  ['properties', propertyExamples],
  ['rules', ruleExamples],
  ['terminals', terminalExamples],
  ['customers', customerExamples],
  ['transactions', transactionExamples],
  ['virtual ATM', virtualAtmExamples],
  ['sandbox', sandboxExamples],
]

export const EXAMPLES: readonly PageExample[] = AREAS.flatMap(([, examples]) => examples)
