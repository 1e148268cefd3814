// Every page of the console. Each area keeps its own rows.

import { accountPages } from './account/pages.ts'
import { accountTypePages } from './account-types/pages.ts'
import { alertPages } from './alerts/pages.ts'
import { auditPages } from './audit/pages.ts'
import { billerPages } from './billers/pages.ts'
import { businessDayPages } from './business-days/pages.ts'
import { capabilityPages } from './capabilities/pages.ts'
import { changeRequestPages } from './change-requests/pages.ts'
import { connectivityPages } from './connectivity/pages.ts'
import type { ConsolePage } from './console-page.ts'
import { correctionPages } from './corrections/pages.ts'
import { customerPages } from './customers/pages.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { digitalPages } from './digital/pages.ts'
import { digitalSettlementPages } from './digital-settlements/pages.ts'
import { errorCodePages } from './error-codes/pages.ts'
import { healthPages } from './health/pages.ts'
import { hotCardPages } from './hot-cards/pages.ts'
import { institutionPages } from './institutions/pages.ts'
import { lendingPages } from './lending/pages.ts'
import { notificationPages } from './notifications/pages.ts'
import { partnerPages } from './partners/pages.ts'
import { propertyPages } from './properties/pages.ts'
import { reconciliationPages } from './reconciliations/pages.ts'
import { rolePages } from './roles/pages.ts'
import { rulePages } from './rules/pages.ts'
import { sandboxPages } from './sandbox/pages.ts'
import { signInPages } from './sign-in/pages.ts'
import { statusPages } from './status/pages.ts'
import { stopPages } from './stops/pages.ts'
import { subTenantPages } from './sub-tenants/pages.ts'
import { terminalPages } from './terminals/pages.ts'
import { transactionPages } from './transactions/pages.ts'
import { userPages } from './users/pages.ts'
import { virtualAtmPages } from './virtual-atm/pages.ts'
import { webhookPages } from './webhooks/pages.ts'

/** For signed-in users, in the order of the menu. */
export const ALL_PAGES: readonly ConsolePage[] = [
  ...dashboardPages,
  ...statusPages,
  ...alertPages,
  ...changeRequestPages,
  ...notificationPages,
  ...transactionPages,
  ...correctionPages,
  ...reconciliationPages,
  ...customerPages,
  ...hotCardPages,
  ...lendingPages,
  ...digitalPages,
  ...digitalSettlementPages,
  ...institutionPages,
  ...connectivityPages,
  ...billerPages,
  ...stopPages,
  ...businessDayPages,
  ...subTenantPages,
  ...terminalPages,
  ...accountTypePages,
  ...capabilityPages,
  ...userPages,
  ...rolePages,
  ...partnerPages,
  ...webhookPages,
  ...auditPages,
  ...propertyPages,
  ...rulePages,
  ...healthPages,
  ...errorCodePages,
  ...virtualAtmPages,
  ...sandboxPages,
  ...accountPages,
]

/** Without signing in. */
export const OPEN_PAGES: readonly ConsolePage[] = signInPages
