// The records that administration keeps: where each stands in files of configuration and in the console, and which of its
// fields have no place there, with the reason.

import { ROLES } from '../../src/administration/access/roles/role-records.ts'
import { SAVED_VIEWS } from '../../src/administration/access/saved-views/saved-view-records.ts'
import { SUB_TENANTS } from '../../src/administration/access/sub-tenants/sub-tenants.ts'
import { USERS } from '../../src/administration/access/users/user-records.ts'
import { CHANGE_REQUESTS } from '../../src/administration/change-requests/change-request-records.ts'
import { WEBHOOKS } from '../../src/administration/event-delivery/webhooks/webhook-records.ts'
import { ACCOUNT_TYPES } from '../../src/administration/institutions/account-types/account-types.ts'
import { BILLERS } from '../../src/administration/institutions/billers/billers.ts'
import { CAPABILITIES } from '../../src/administration/institutions/capabilities/capabilities.ts'
import { CONNECTIONS } from '../../src/administration/institutions/connectivity/connection-records.ts'
import { HOT_CARDS } from '../../src/administration/institutions/hot-cards/hot-card-records.ts'
import { PARTNERS } from '../../src/administration/institutions/partners/partner-records.ts'
import { STOPS } from '../../src/administration/institutions/stops/stop-records.ts'
import { TERMINAL_KEYS } from '../../src/administration/institutions/terminal-keys/terminal-key-records.ts'
import { TERMINALS } from '../../src/administration/institutions/terminals/terminal-records.ts'
import { PROPERTIES } from '../../src/administration/properties/property-records.ts'
import { LOAN_PRODUCTS } from '../../src/loans/products/product-records.ts'
import { LOAN_RATES } from '../../src/loans/products/rates/rate-records.ts'
import { ALERT_RULES } from '../../src/oversight/alerts/alert-rule-records.ts'
import { CORRECTIONS } from '../../src/oversight/corrections/corrections.ts'
import { RECONCILIATIONS } from '../../src/oversight/reconciliations/reconciliation-record.ts'
import { SETTLEMENTS } from '../../src/tokens/settlements/settlements.ts'

/** Fields that a place does not have, each with the reason. */
export type Reasons = Readonly<Record<string, string>>

interface KeptRecord {
  /** Its kind, where the fields are columns of one table. */
  readonly kind?: { readonly resource: string; readonly columns: object }
  /** Columns that no reply has. */
  readonly notInReply?: Reasons
  /** Its section in files of configuration. */
  readonly section?: string
  readonly notExported?: Reasons
  /** Its page and its form, in `console/src/pages`. */
  readonly pages: readonly string[]
  readonly notShown?: Reasons
}

/** The gateway's own doing. */
const COUNTED = 'known by running'
const SECRET_SET = 'follows from the secret'

export const KEPT_RECORDS: Readonly<Record<string, KeptRecord>> = {
  '/users': {
    kind: USERS,
    pages: ['users/user-page.tsx', 'users/edit-user-page.tsx'],
    notInReply: { email: '`mailID`', hasPassword: 'told by `status`' },
  },
  '/roles': {
    kind: ROLES,
    notInReply: { grantsAll: '`modules` names every action', grants: '`modules`' },
    section: 'roles',
    pages: ['roles/role-page.tsx', 'roles/role-form.tsx'],
    notExported: { isSystem: 'roles of the platform are left out', userCount: COUNTED },
  },
  '/saved-views': {
    kind: SAVED_VIEWS,
    pages: ['../kit/list/saved-views.tsx', '../kit/list/view-choices.ts'],
    notShown: {
      list: 'the list above which it is shown',
      institutionId: 'that of its readers',
      subTenantId: 'that of its readers',
    },
  },
  '/partners': {
    kind: PARTNERS,
    section: 'partners',
    pages: ['partners/partner-page.tsx', 'partners/partner-form.tsx'],
    notExported: { clients: 'their secrets are made here' },
  },
  '/webhooks': {
    kind: WEBHOOKS,
    section: 'webhooks',
    pages: ['webhooks/webhook-page.tsx', 'webhooks/webhook-form.tsx'],
    notInReply: { ownedBy: 'the institutions of its partner: who may see it' },
    notExported: {
      offReason: COUNTED,
      failures: COUNTED,
      succeededAt: COUNTED,
      pausedUntil: COUNTED,
      lagSeconds: COUNTED,
      oldSecretUntil: COUNTED,
      secret: 'made here',
    },
    notShown: { pausedUntil: 'minutes at most; failures and lag are shown' },
  },
  '/financial-institutions': {
    section: 'institutions',
    pages: ['institutions/institution-page.tsx', 'institutions/edit-institution-page.tsx'],
    notExported: { statusReason: 'said with a move, and moves are made by people', businessDate: COUNTED },
  },
  '/alert-rules': {
    kind: ALERT_RULES,
    section: 'alertRules',
    pages: ['alerts/alert-page.tsx', 'alerts/alert-form.tsx'],
    notExported: {
      state: COUNTED,
      value: COUNTED,
      about: COUNTED,
      raisedAt: COUNTED,
      acknowledgedAt: 'somebody is at it here',
      acknowledgedBy: 'somebody is at it here',
    },
  },
  '/billers': { kind: BILLERS, section: 'billers', pages: ['billers/biller-page.tsx', 'billers/biller-form.tsx'] },
  '/hot-cards': { kind: HOT_CARDS, pages: ['hot-cards/hot-card-page.tsx', 'hot-cards/hot-card-form.tsx'] },
  '/stops': { kind: STOPS, pages: ['stops/stop-page.tsx', 'stops/stop-form.tsx'] },
  '/sub-tenants': {
    kind: SUB_TENANTS,
    section: 'subTenants',
    pages: ['sub-tenants/sub-tenant-page.tsx', 'sub-tenants/sub-tenant-form.tsx'],
  },
  '/terminals': {
    kind: TERMINALS,
    notInReply: { inheritsServices: '`services` are those of the institution then' },
    section: 'terminals',
    pages: ['terminals/terminal-page.tsx', 'terminals/terminal-form.tsx'],
    notExported: { subTenantId: 'an id of this database; a file has the code of the sub-tenant' },
  },
  '/terminal-keys': {
    kind: TERMINAL_KEYS,
    notInReply: { subTenantId: 'that of the terminal: who may see it' },
    pages: ['terminals/terminal-key-page.tsx'],
    notShown: { appKeySet: 'always true' },
  },
  '/core-connectivity': {
    kind: CONNECTIONS,
    section: 'coreConnectivity',
    pages: ['connectivity/connection-page.tsx', 'connectivity/connection-form.tsx'],
    notExported: {
      userNameSet: SECRET_SET,
      passwordSet: SECRET_SET,
      adminPasswordSet: SECRET_SET,
      macKeySet: SECRET_SET,
      clientKeySet: SECRET_SET,
      lastTest: COUNTED,
    },
  },
  '/account-types': {
    kind: ACCOUNT_TYPES,
    section: 'accountTypes',
    pages: ['account-types/account-type-page.tsx', 'account-types/account-type-form.tsx'],
  },
  '/transaction-capabilities': {
    kind: CAPABILITIES,
    section: 'transactionCapabilities',
    pages: ['capabilities/capability-page.tsx', 'capabilities/capability-form.tsx'],
    notExported: { isSystem: 'capabilities of the platform are left out' },
  },
  '/application-properties': {
    kind: PROPERTIES,
    section: 'applicationProperties',
    pages: ['properties/property-page.tsx', 'properties/property-form.tsx'],
    notExported: { valueSet: SECRET_SET },
    notShown: { valueSet: 'always true' },
  },
  '/loan-products': {
    kind: LOAN_PRODUCTS,
    section: 'loanProducts',
    pages: ['lending/products/product-page.tsx', 'lending/products/product-form.tsx'],
  },
  '/loan-rates': {
    kind: LOAN_RATES,
    section: 'loanRates',
    pages: ['lending/rates/rate-page.tsx', 'lending/rates/rate-form.tsx'],
    notExported: { institutionId: 'that of the product' },
  },
  '/change-requests': {
    kind: CHANGE_REQUESTS,
    pages: ['change-requests/change-request-page.tsx'],
    notInReply: { subTenantId: 'who may see it', requestedById: 'who may not approve it: `waitsForMe`' },
  },
  '/accounts': {
    pages: ['customers/account-page.tsx', 'customers/account-form.tsx'],
    notShown: { paymentDueDate: 'shown with the balance that is due' },
  },
  '/cards': { pages: ['customers/card-page.tsx', 'customers/card-form.tsx'] },
  '/corrections': {
    kind: CORRECTIONS,
    pages: ['corrections/correction-page.tsx'],
    notInReply: { amountMinor: '`amount` in major units', countedMinor: '`reversedAmount` in major units' },
  },
  '/reconciliations': { kind: RECONCILIATIONS, pages: ['reconciliations/reconciliation-page.tsx'] },
  '/digital-settlements': {
    kind: SETTLEMENTS,
    pages: ['digital-settlements/settlement-page.tsx'],
    notInReply: { amountMinor: '`amount` in major units' },
  },
}
