// The services that operations of onboarding may use, and how its operations and resources are defined.

import type { Admission } from '../../administration/access/admission/admission.ts'
import type { EncryptedStrings } from '../../administration/access/keys/encrypted-strings.ts'
import type { KeyRing } from '../../administration/access/keys/key-ring.ts'
import type { PasswordLinks } from '../../administration/access/passwords/password-links.ts'
import type { SetPassword } from '../../administration/access/passwords/set-password.ts'
import type { Roles } from '../../administration/access/roles/roles.ts'
import type { SavedViews } from '../../administration/access/saved-views/saved-views.ts'
import type { MailOtps } from '../../administration/access/second-factor/mail-otps.ts'
import type { Mfa } from '../../administration/access/second-factor/mfa.ts'
import type { RecoveryCodes } from '../../administration/access/second-factor/recovery-codes.ts'
import type { Authenticator } from '../../administration/access/sessions/authenticator.ts'
import type { Sessions } from '../../administration/access/sessions/sessions.ts'
import type { SignIn } from '../../administration/access/sessions/sign-in.ts'
import type { SingleSignOn } from '../../administration/access/single-sign-on/single-sign-on.ts'
import type { SubTenants } from '../../administration/access/sub-tenants/sub-tenants.ts'
import type { MailChanges } from '../../administration/access/users/mail-changes.ts'
import type { Users } from '../../administration/access/users/users.ts'
import type { ChainVerifier } from '../../administration/audit/chain-verifier.ts'
import type { ChangeRequestRecord } from '../../administration/change-requests/change-request-records.ts'
import type { ChangeRequests } from '../../administration/change-requests/change-requests.ts'
import type { Emergencies, Unreviewed } from '../../administration/change-requests/emergencies.ts'
import type { FourEyes } from '../../administration/change-requests/four-eyes.ts'
import type { Webhooks } from '../../administration/event-delivery/webhooks/webhooks.ts'
import type { AccountTypes } from '../../administration/institutions/account-types/account-types.ts'
import type { Billers } from '../../administration/institutions/billers/billers.ts'
import type { Capabilities } from '../../administration/institutions/capabilities/capabilities.ts'
import type { Connections } from '../../administration/institutions/connectivity/connections.ts'
import type { Institutions } from '../../administration/institutions/financial-institutions/institutions.ts'
import type { HotCards } from '../../administration/institutions/hot-cards/hot-cards.ts'
import type { Partners } from '../../administration/institutions/partners/partners.ts'
import type { Stops } from '../../administration/institutions/stops/stops.ts'
import type { TerminalKeys } from '../../administration/institutions/terminal-keys/terminal-keys.ts'
import type { Terminals } from '../../administration/institutions/terminals/terminals.ts'
import type { Notifications } from '../../administration/notifications/notifications.ts'
import type { ApplicationProperties } from '../../administration/properties/application-properties.ts'
import type { Reply } from '../../edge/http/family.ts'
import type { OpenLimiter } from '../../edge/http/limits/rate-limit.ts'
import {
  type AdministrationAsk,
  type AdministrationOperation,
  operationFor,
} from '../../edge/resource/administration-operation.ts'
import { resourceFor } from '../../edge/resource/resource.ts'
import type { ProductAdministration } from '../../loans/products/product-administration.ts'
import type { RateAdministration } from '../../loans/products/rates/rate-administration.ts'
import type { AlertRules } from '../../oversight/alerts/alert-rules.ts'
import type { BusinessDays } from '../../oversight/business-days/business-days.ts'
import type { DayControls } from '../../oversight/business-days/day-controls.ts'
import type { TerminalCash } from '../../oversight/cash/terminal-cash.ts'
import type { Corrections } from '../../oversight/corrections/corrections.ts'
import type { Suspense } from '../../oversight/corrections/suspense.ts'
import type { CustomerViews } from '../../oversight/customer-view/customer-view.ts'
import type { CustomerAccounts } from '../../oversight/customers/accounts/customer-accounts.ts'
import type { CustomerCards } from '../../oversight/customers/cards/customer-cards.ts'
import type { AccountEntries } from '../../oversight/customers/entries/account-entries.ts'
import type { Dashboard } from '../../oversight/dashboard/dashboard.ts'
import type { Exceptions } from '../../oversight/exceptions/exceptions.ts'
import type { ExceptionDesk } from '../../oversight/exceptions/work/exception-desk.ts'
import type { ExceptionJobs } from '../../oversight/exceptions/work/jobs/exception-jobs.ts'
import type { Reconciliations } from '../../oversight/reconciliations/reconciliations.ts'
import type { RecordSearch } from '../../oversight/search/record-search.ts'
import type { TransactionExports } from '../../oversight/transactions/exports/transaction-exports.ts'
import type { StopPreviews } from '../../oversight/transactions/stop-preview.ts'
import type { Transactions } from '../../oversight/transactions/transactions.ts'
import type { Environment } from '../../platform/kernel/environment.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { MailSender } from '../../platform/mail/mail-sender.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { RuleBook } from '../../rules/rule-book.ts'
import type { Settlements } from '../../tokens/settlements/settlements.ts'
import type { ServiceHealth, ServiceStatus } from './daily/health/service-health.ts'
import type { StatusGroup } from './daily/health/status-groups.ts'

/** A mail that the sandbox keeps in place of sending it. */
export interface SandboxMail {
  readonly mailId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sentAt: string
}

/** Carries out change requests. */
export interface ApprovingService {
  /** Answers as the change does. */
  approve(ask: OnboardingAsk, id: string, comment: string | undefined): Promise<Reply>
  /** Why the caller could not approve one that waits for them by role and scope; undefined when nothing is in the way. */
  whyNot(ask: OnboardingAsk, id: string): Promise<string | undefined>
}

/** Carries out the caller's own change requests in an emergency. */
export interface BreakGlassService {
  /** Answers as the change does. */
  carryOut(ask: OnboardingAsk, id: string, reason: string): Promise<Reply>
  /** Whether the caller could: a pending one of their own, of a kind and module where it is allowed. */
  mayCarryOut(ask: OnboardingAsk, record: ChangeRequestRecord): Promise<boolean>
}

/** How the platform does, for people who watch it. */
export interface PlatformStateService {
  /** What every page of the console says; kept for some seconds. */
  attention(scope: Scope): Promise<{
    readonly status: ServiceStatus
    /** Business days that should have been closed. */
    readonly stuckDays: readonly { readonly institutionId: string; readonly date: string }[]
    readonly unreviewed: Unreviewed
  }>
  groups(scope: Scope): Promise<readonly StatusGroup[]>
}

export interface OnboardingServices {
  /** By default every process has buckets of its own. */
  readonly openLimiter?: OpenLimiter | undefined
  readonly database: Database
  readonly clock: Clock
  readonly admission: Admission
  readonly keyRing: KeyRing
  readonly encryptedStrings: EncryptedStrings
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly users: Users
  readonly roles: Roles
  readonly savedViews: SavedViews
  readonly mfa: Mfa
  readonly recoveryCodes: RecoveryCodes
  readonly passwordLinks: PasswordLinks
  readonly mailChanges: MailChanges
  readonly setPassword: SetPassword
  readonly mailOtps: MailOtps
  /** Absent when no identity provider is configured. */
  readonly singleSignOn?: SingleSignOn | undefined
  readonly mailSender: MailSender
  readonly partners: Partners
  readonly webhooks: Webhooks
  readonly institutions: Institutions
  readonly billers: Billers
  readonly hotCards: HotCards
  readonly stops: Stops
  readonly stopPreviews: StopPreviews
  readonly subTenants: SubTenants
  readonly terminals: Terminals
  readonly terminalKeys: TerminalKeys
  readonly connections: Connections
  readonly accountTypes: AccountTypes
  readonly capabilities: Capabilities
  readonly applicationProperties: ApplicationProperties
  readonly loanProducts: ProductAdministration
  readonly loanRates: RateAdministration
  readonly chainVerifier: ChainVerifier
  readonly rules: RuleBook
  readonly fourEyes: FourEyes
  readonly changeRequests: ChangeRequests
  readonly approvals: ApprovingService
  readonly emergencies: Emergencies
  readonly breakGlass: BreakGlassService
  readonly notifications: Notifications
  readonly alertRules: AlertRules
  readonly exceptions: Exceptions
  readonly corrections: Pick<Corrections, 'create' | 'find' | 'list'>
  readonly terminalCash: Pick<TerminalCash, 'record' | 'read'>
  readonly suspense: Pick<Suspense, 'balances' | 'nowMs'>
  readonly exceptionDesk: ExceptionDesk
  readonly exceptionJobs: ExceptionJobs
  readonly reconciliations: Pick<Reconciliations, 'create' | 'receive' | 'find' | 'list' | 'differences'>
  readonly digitalSettlements: Pick<Settlements, 'create' | 'find' | 'list' | 'reverse'>
  readonly dashboard: Dashboard
  readonly businessDays: BusinessDays
  readonly dayControls: DayControls
  readonly transactions: Transactions
  readonly customerAccounts: CustomerAccounts
  readonly customerCards: CustomerCards
  readonly customerViews: CustomerViews
  readonly accountEntries: AccountEntries
  readonly transactionExports: TransactionExports
  readonly serviceHealth: ServiceHealth
  readonly platformState: PlatformStateService
  /** Absent outside the sandbox. */
  readonly sandboxMailbox?: ((to: string | undefined) => Promise<readonly SandboxMail[]>) | undefined
  readonly recordSearch: RecordSearch
  /** Cookies are marked Secure everywhere but in the sandbox, which runs without TLS. */
  readonly environment: Environment
}

export type OnboardingAsk = AdministrationAsk<OnboardingServices>
export type OnboardingOperation = AdministrationOperation<OnboardingServices>

/** Defines an operation of this family. */
export const onboardingOperation = operationFor<OnboardingServices>()

/** Defines the operations of a resource of this family. */
export const resource = resourceFor<OnboardingServices>()
