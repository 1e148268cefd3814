// The operations on the audit log.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseAuditLogs } from './browse-audit-logs.ts'
import { getAuditLog } from './get-audit-log.ts'
import { listAuditLogs } from './list-audit-logs.ts'
import { verifyAuditLogs } from './verify-audit-logs.ts'

export const AUDIT_OPERATIONS: readonly OnboardingOperation[] = [
  listAuditLogs,
  browseAuditLogs,
  getAuditLog,
  verifyAuditLogs,
]
