// Every operation of onboarding, area by area: what the server mounts and the OpenAPI document lists.

import { ACCOUNT_TYPE_OPERATIONS } from './account-types/operations.ts'
import { PROPERTY_OPERATIONS } from './application-properties/operations.ts'
import { AUDIT_OPERATIONS } from './audit/operations.ts'
import { BILLER_OPERATIONS } from './billers/operations.ts'
import { BUSINESS_DAY_OPERATIONS } from './business-days/operations.ts'
import { CAPABILITY_OPERATIONS } from './capabilities/operations.ts'
import { CONNECTION_OPERATIONS } from './connectivity/operations.ts'
import { DASHBOARD_OPERATIONS } from './dashboard/operations.ts'
import { ERROR_CODE_OPERATIONS } from './error-codes/operations.ts'
import { EXCEPTION_OPERATIONS } from './exceptions/operations.ts'
import { HEALTH_OPERATIONS } from './health/operations.ts'
import { INSTITUTION_OPERATIONS } from './institutions/operations.ts'
import { LOAN_PRODUCT_OPERATIONS } from './loan-products/operations.ts'
import { LOAN_RATE_OPERATIONS } from './loan-rates/operations.ts'
import { MFA_OPERATIONS } from './mfa/operations.ts'
import { MODULE_OPERATIONS } from './modules/operations.ts'
import type { OnboardingOperation } from './onboarding-operation.ts'
import { OTP_OPERATIONS } from './otp/operations.ts'
import { PARTNER_OPERATIONS } from './partners/operations.ts'
import { PASSWORD_OPERATIONS } from './passwords/operations.ts'
import { ROLE_OPERATIONS } from './roles/operations.ts'
import { RULE_OPERATIONS } from './rules/operations.ts'
import { SESSION_OPERATIONS } from './session/operations.ts'
import { SSO_OPERATIONS } from './sso/operations.ts'
import { SUB_TENANT_OPERATIONS } from './sub-tenants/operations.ts'
import { TERMINAL_KEY_OPERATIONS } from './terminal-keys/operations.ts'
import { TERMINAL_OPERATIONS } from './terminals/operations.ts'
import { TRANSACTION_OPERATIONS } from './transactions/operations.ts'
import { USER_OPERATIONS } from './users/operations.ts'

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
  ...TRANSACTION_OPERATIONS,
  ...EXCEPTION_OPERATIONS,
  ...ERROR_CODE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...RULE_OPERATIONS,
  ...DASHBOARD_OPERATIONS,
  ...BUSINESS_DAY_OPERATIONS,
  ...HEALTH_OPERATIONS,
]
