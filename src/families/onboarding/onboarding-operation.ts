// The services that operations of onboarding may use, and how its operations and resources are defined.

import type { Admission } from '../../access/admission/admission.ts'
import type { EncryptedStrings } from '../../access/keys/encrypted-strings.ts'
import type { KeyRing } from '../../access/keys/key-ring.ts'
import type { PasswordLinks } from '../../access/passwords/password-links.ts'
import type { SetPassword } from '../../access/passwords/set-password.ts'
import type { Roles } from '../../access/roles/roles.ts'
import type { MailOtps } from '../../access/second-factor/mail-otps.ts'
import type { Mfa } from '../../access/second-factor/mfa.ts'
import type { RecoveryCodes } from '../../access/second-factor/recovery-codes.ts'
import type { Authenticator } from '../../access/sessions/authenticator.ts'
import type { Sessions } from '../../access/sessions/sessions.ts'
import type { SignIn } from '../../access/sessions/sign-in.ts'
import type { SingleSignOn } from '../../access/single-sign-on/single-sign-on.ts'
import type { SubTenants } from '../../access/sub-tenants/sub-tenants.ts'
import type { MailChanges } from '../../access/users/mail-changes.ts'
import type { Users } from '../../access/users/users.ts'
import type { ChainVerifier } from '../../audit/chain-verifier.ts'
import type { BusinessDays } from '../../business-days/business-days.ts'
import type { ChangeRequests } from '../../change-requests/change-requests.ts'
import type { FourEyes } from '../../change-requests/four-eyes.ts'
import type { CustomerAccounts } from '../../customers/accounts/customer-accounts.ts'
import type { CustomerCards } from '../../customers/cards/customer-cards.ts'
import type { AccountEntries } from '../../customers/entries/account-entries.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import {
  type AdministrationAsk,
  type AdministrationOperation,
  operationFor,
} from '../../edge/resource/administration-operation.ts'
import { resourceFor } from '../../edge/resource/resource.ts'
import type { Webhooks } from '../../event-delivery/webhooks.ts'
import type { Exceptions } from '../../exceptions/exceptions.ts'
import type { Reply } from '../../http/family.ts'
import type { OpenLimiter } from '../../http/limits/rate-limit.ts'
import type { AccountTypes } from '../../institutions/account-types/account-types.ts'
import type { Billers } from '../../institutions/billers/billers.ts'
import type { Capabilities } from '../../institutions/capabilities/capabilities.ts'
import type { Connections } from '../../institutions/connectivity/connections.ts'
import type { Institutions } from '../../institutions/financial-institutions/institutions.ts'
import type { Partners } from '../../institutions/partners.ts'
import type { TerminalKeys } from '../../institutions/terminal-keys/terminal-keys.ts'
import type { Terminals } from '../../institutions/terminals/terminals.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { ProductAdministration } from '../../loans/products/product-administration.ts'
import type { RateAdministration } from '../../loans/products/rate-administration.ts'
import type { MailSender } from '../../mail/mail-sender.ts'
import type { ApplicationProperties } from '../../properties/application-properties.ts'
import type { RuleBook } from '../../rules/rule-book.ts'
import type { RecordSearch } from '../../search/record-search.ts'
import type { Database } from '../../storage/database.ts'
import type { Settlements } from '../../tokens/settlements/settlements.ts'
import type { TransactionExports } from '../../transactions/exports/transaction-exports.ts'
import type { Transactions } from '../../transactions/transactions.ts'
import type { ServiceHealth } from './health/service-health.ts'

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
  readonly exceptions: Exceptions
  readonly digitalSettlements: Pick<Settlements, 'create' | 'find' | 'list' | 'reverse'>
  readonly dashboard: Dashboard
  readonly businessDays: BusinessDays
  readonly transactions: Transactions
  readonly customerAccounts: CustomerAccounts
  readonly customerCards: CustomerCards
  readonly accountEntries: AccountEntries
  readonly transactionExports: TransactionExports
  readonly serviceHealth: ServiceHealth
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
