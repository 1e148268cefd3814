// Every operation of onboarding, area by area: what the server mounts and the OpenAPI document lists.

import { ACCOUNT_TYPE_OPERATIONS } from './account-types/account-type-resource.ts'
import { PROPERTY_OPERATIONS } from './application-properties/property-resource.ts'
import { AUDIT_OPERATIONS } from './audit/audit-log-resource.ts'
import { BILLER_OPERATIONS } from './billers/biller-resource.ts'
import { BUSINESS_DAY_OPERATIONS } from './business-days/operations.ts'
import { CAPABILITY_OPERATIONS } from './capabilities/capability-resource.ts'
import { CHANGE_REQUEST_OPERATIONS } from './change-requests/operations.ts'
import { CONNECTION_OPERATIONS } from './connectivity/connection-resource.ts'
import { ACCOUNT_OPERATIONS } from './customers/account-resource.ts'
import { CARD_OPERATIONS } from './customers/card-resource.ts'
import { DASHBOARD_OPERATIONS } from './dashboard/operations.ts'
import { DIGITAL_SETTLEMENT_OPERATIONS } from './digital-settlements/digital-settlement-resource.ts'
import { ERROR_CODE_OPERATIONS } from './error-codes/operations.ts'
import { EXCEPTION_OPERATIONS } from './exceptions/exception-resource.ts'
import { HEALTH_OPERATIONS } from './health/operations.ts'
import { INSTITUTION_OPERATIONS } from './institutions/institution-resource.ts'
import { LOAN_PRODUCT_OPERATIONS } from './loan-products/loan-product-resource.ts'
import { LOAN_RATE_OPERATIONS } from './loan-rates/loan-rate-resource.ts'
import { MFA_OPERATIONS } from './mfa/operations.ts'
import { MODULE_OPERATIONS } from './modules/operations.ts'
import type { OnboardingOperation } from './onboarding-operation.ts'
import { OTP_OPERATIONS } from './otp/operations.ts'
import { PARTNER_OPERATIONS } from './partners/partner-resource.ts'
import { PASSWORD_OPERATIONS } from './passwords/operations.ts'
import { ROLE_OPERATIONS } from './roles/role-resource.ts'
import { RULE_OPERATIONS } from './rules/operations.ts'
import { listSandboxMails } from './sandbox/list-sandbox-mails.ts'
import { SEARCH_OPERATIONS } from './search/search-records.ts'
import { SESSION_OPERATIONS } from './session/operations.ts'
import { SSO_OPERATIONS } from './sso/operations.ts'
import { SUB_TENANT_OPERATIONS } from './sub-tenants/sub-tenant-resource.ts'
import { TERMINAL_KEY_OPERATIONS } from './terminal-keys/terminal-key-resource.ts'
import { TERMINAL_OPERATIONS } from './terminals/terminal-resource.ts'
import { TRANSACTION_OPERATIONS } from './transactions/operations.ts'
import { USER_OPERATIONS } from './users/user-resource.ts'
import { WEBHOOK_OPERATIONS } from './webhooks/webhook-resource.ts'

export const ONBOARDING_OPERATIONS: readonly OnboardingOperation[] = [
  ...SESSION_OPERATIONS,
  ...MFA_OPERATIONS,
  ...OTP_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...SSO_OPERATIONS,
  ...USER_OPERATIONS,
  ...ROLE_OPERATIONS,
  ...MODULE_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...INSTITUTION_OPERATIONS,
  ...BILLER_OPERATIONS,
  ...SUB_TENANT_OPERATIONS,
  ...TERMINAL_OPERATIONS,
  ...TERMINAL_KEY_OPERATIONS,
  ...CONNECTION_OPERATIONS,
  ...ACCOUNT_TYPE_OPERATIONS,
  ...CAPABILITY_OPERATIONS,
  ...PROPERTY_OPERATIONS,
  ...LOAN_PRODUCT_OPERATIONS,
  ...LOAN_RATE_OPERATIONS,
  ...CHANGE_REQUEST_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...EXCEPTION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CARD_OPERATIONS,
  ...DIGITAL_SETTLEMENT_OPERATIONS,
  ...ERROR_CODE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...RULE_OPERATIONS,
  ...DASHBOARD_OPERATIONS,
  ...BUSINESS_DAY_OPERATIONS,
  ...HEALTH_OPERATIONS,
  listSandboxMails,
  ...SEARCH_OPERATIONS,
]
