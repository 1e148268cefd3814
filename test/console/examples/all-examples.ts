// The examples of every page that needs a session.

import type { PageExample } from '../../support/console/page-example.ts'
import { accessExamples } from './access.ts'
import { accountExamples } from './account.ts'
import { accountTypeExamples } from './account-types.ts'
import { approvalExamples } from './approvals.ts'
import { capabilityExamples } from './capabilities.ts'
import { customerExamples } from './customers.ts'
import { dashboardExamples } from './dashboard.ts'
import { digitalExamples } from './digital.ts'
import { errorCodeExamples } from './error-codes.ts'
import { institutionExamples } from './institutions.ts'
import { lendingExamples } from './lending.ts'
import { propertyExamples } from './properties.ts'
import { ruleExamples } from './rules.ts'
import { sandboxExamples } from './sandbox.ts'
import { terminalExamples } from './terminals.ts'
import { transactionExamples } from './transactions.ts'
import { virtualAtmExamples } from './virtual-atm.ts'

export const EXAMPLES: readonly PageExample[] = [
  ...accessExamples,
  ...accountExamples,
  ...accountTypeExamples,
  ...approvalExamples,
  ...capabilityExamples,
  ...dashboardExamples,
  ...digitalExamples,
  ...errorCodeExamples,
  ...institutionExamples,
  ...lendingExamples,
  ...propertyExamples,
  ...ruleExamples,
  ...terminalExamples,
  ...customerExamples,
  ...transactionExamples,
  ...virtualAtmExamples,
  ...sandboxExamples,
]
