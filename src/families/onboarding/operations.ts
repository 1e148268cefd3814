// Every operation of onboarding, area by area: what the server mounts and the OpenAPI document lists.

import { ALERT_OPERATIONS } from './daily/alerts/alert-rule-resource.ts'
import { BUSINESS_DAY_OPERATIONS } from './daily/business-days/operations.ts'
import { CORRECTION_OPERATIONS } from './daily/corrections/correction-resource.ts'
import { ACCOUNT_OPERATIONS } from './daily/customers/account-resource.ts'
import { CARD_OPERATIONS } from './daily/customers/card-resource.ts'
import { getCustomer } from './daily/customers/get-customer.ts'
import { DASHBOARD_OPERATIONS } from './daily/dashboard/operations.ts'
import { DIGITAL_SETTLEMENT_OPERATIONS } from './daily/digital-settlements/digital-settlement-resource.ts'
import { EXCEPTION_OPERATIONS } from './daily/exceptions/exception-resource.ts'
import { HEALTH_OPERATIONS } from './daily/health/operations.ts'
import { HOT_CARD_OPERATIONS } from './daily/hot-cards/hot-card-resource.ts'
import { RECONCILIATION_OPERATIONS } from './daily/reconciliations/reconciliation-resource.ts'
import { listSandboxMails } from './daily/sandbox/list-sandbox-mails.ts'
import { SEARCH_OPERATIONS } from './daily/search/search-records.ts'
import { STOP_OPERATIONS } from './daily/stops/stop-resource.ts'
import { TRANSACTION_OPERATIONS } from './daily/transactions/operations.ts'
import { ACCOUNT_TYPE_OPERATIONS } from './directory/account-types/account-type-resource.ts'
import { BILLER_OPERATIONS } from './directory/billers/biller-resource.ts'
import { CAPABILITY_OPERATIONS } from './directory/capabilities/capability-resource.ts'
import { CONNECTION_OPERATIONS } from './directory/connectivity/connection-resource.ts'
import { INSTITUTION_OPERATIONS } from './directory/institutions/institution-resource.ts'
import { PARTNER_OPERATIONS } from './directory/partners/partner-resource.ts'
import { SUB_TENANT_OPERATIONS } from './directory/sub-tenants/sub-tenant-resource.ts'
import { TERMINAL_KEY_OPERATIONS } from './directory/terminal-keys/terminal-key-resource.ts'
import { TERMINAL_OPERATIONS } from './directory/terminals/terminal-resource.ts'
import { WEBHOOK_OPERATIONS } from './directory/webhooks/webhook-resource.ts'
import type { OnboardingOperation } from './onboarding-operation.ts'
import { AUDIT_OPERATIONS } from './people/audit/audit-log-resource.ts'
import { CHANGE_REQUEST_OPERATIONS } from './people/change-requests/operations.ts'
import { MODULE_OPERATIONS } from './people/modules/operations.ts'
import { NOTIFICATION_OPERATIONS } from './people/notifications/operations.ts'
import { ROLE_OPERATIONS } from './people/roles/role-resource.ts'
import { SAVED_VIEW_OPERATIONS } from './people/saved-views/operations.ts'
import { USER_OPERATIONS } from './people/users/user-resource.ts'
import { PROPERTY_OPERATIONS } from './settings/application-properties/property-resource.ts'
import { ERROR_CODE_OPERATIONS } from './settings/error-codes/operations.ts'
import { LOAN_PRODUCT_OPERATIONS } from './settings/loan-products/loan-product-resource.ts'
import { LOAN_RATE_OPERATIONS } from './settings/loan-rates/loan-rate-resource.ts'
import { RULE_OPERATIONS } from './settings/rules/operations.ts'
import { MFA_OPERATIONS } from './sign-in/mfa/operations.ts'
import { OTP_OPERATIONS } from './sign-in/otp/operations.ts'
import { PASSWORD_OPERATIONS } from './sign-in/passwords/operations.ts'
import { SESSION_OPERATIONS } from './sign-in/session/operations.ts'
import { SSO_OPERATIONS } from './sign-in/sso/operations.ts'

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
  ...NOTIFICATION_OPERATIONS,
  ...SAVED_VIEW_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...EXCEPTION_OPERATIONS,
  ...RECONCILIATION_OPERATIONS,
  ...CORRECTION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CARD_OPERATIONS,
  ...HOT_CARD_OPERATIONS,
  ...STOP_OPERATIONS,
  getCustomer,
  ...DIGITAL_SETTLEMENT_OPERATIONS,
  ...ERROR_CODE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...RULE_OPERATIONS,
  ...DASHBOARD_OPERATIONS,
  ...BUSINESS_DAY_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...HEALTH_OPERATIONS,
  listSandboxMails,
  ...SEARCH_OPERATIONS,
]
