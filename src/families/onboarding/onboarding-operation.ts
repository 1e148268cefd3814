// What every operation of onboarding is made with: the services it may use, who is calling, and the shape of a definition.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Admission, Turns } from '../../access/admission/admission.ts'
import type { EncryptedStrings } from '../../access/keys/encrypted-strings.ts'
import type { KeyRing } from '../../access/keys/key-ring.ts'
import type { PasswordLinks } from '../../access/passwords/password-links.ts'
import type { SetPassword } from '../../access/passwords/set-password.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Roles } from '../../access/roles/roles.ts'
import type { MailOtps } from '../../access/second-factor/mail-otps.ts'
import type { Mfa } from '../../access/second-factor/mfa.ts'
import type { RecoveryCodes } from '../../access/second-factor/recovery-codes.ts'
import type { Authenticator } from '../../access/sessions/authenticator.ts'
import type { Sessions } from '../../access/sessions/sessions.ts'
import type { SignIn } from '../../access/sessions/sign-in.ts'
import type { SingleSignOn } from '../../access/single-sign-on/single-sign-on.ts'
import type { SubTenants } from '../../access/sub-tenants/sub-tenants.ts'
import type { Users } from '../../access/users/users.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChainVerifier } from '../../audit/chain-verifier.ts'
import type { BusinessDays } from '../../business-days/business-days.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import type { Exceptions } from '../../exceptions/exceptions.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/family.ts'
import { type Example, type Operation, type OperationDefinition, operation } from '../../http/operation.ts'
import type { ProblemRenderer } from '../../http/problems/problem-renderer.ts'
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
import type { Database } from '../../storage/database.ts'
import type { TransactionExports } from '../../transactions/exports/transaction-exports.ts'
import type { Transactions } from '../../transactions/transactions.ts'
import { type Access, isAnonymous } from './access.ts'
import { enveloped } from './envelope.ts'
import type { ServiceHealth } from './health/service-health.ts'

export interface OnboardingServices {
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
  readonly setPassword: SetPassword
  readonly mailOtps: MailOtps
  /** Absent when no identity provider is configured. */
  readonly singleSignOn?: SingleSignOn | undefined
  readonly mailSender: MailSender
  readonly partners: Partners
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
  readonly exceptions: Exceptions
  readonly dashboard: Dashboard
  readonly businessDays: BusinessDays
  readonly transactions: Transactions
  readonly transactionExports: TransactionExports
  readonly serviceHealth: ServiceHealth
  /** Cookies are marked Secure everywhere but in the sandbox, which runs without TLS. */
  readonly environment: Environment
}

/** One request to an operation, let in and validated. */
export interface OnboardingAsk {
  readonly call: Call
  readonly services: OnboardingServices
  /** Who is calling. Asking is a defect on an anonymous operation. */
  readonly principal: Principal
  /** Turns at hashing and decrypting. Asking is a defect unless the operation's access costs `hashing`. */
  readonly turns: Turns
  /** The caller as the audit log keeps it. */
  readonly actor: Actor
  /** On an anonymous operation: the caller whose bearer token came along. A bad token counts as none. */
  callerIfAny(): Promise<Principal | undefined>
}

/** What an operation of this family states besides its contract. */
interface Duties {
  /** Who may call it. */
  readonly access: Access
  /** Changes what sessions may do, which every node caches: reply only after all nodes have confirmed. */
  readonly changesAccess?: boolean
  /**
   * Takes or sets a cookie. JSON bodies from another origin need a preflight, but a refresh needs no body and `/token`
   * takes a form: a page of another origin could sign its visitor in as somebody else.
   */
  readonly refusesOtherOrigins?: boolean
  /** Its `institutionId` is that of the institution to be made, which nobody's scope covers yet. */
  readonly makesInstitution?: boolean
  /** Throws when this installation does not offer it; runs before parameters and body are validated. */
  assertOffered?(services: OnboardingServices): void
  /** Renders its problems itself. */
  readonly renderProblem?: ProblemRenderer['renderProblem']
}

export type OnboardingOperation = Operation<OnboardingAsk & { readonly query: unknown }> & Duties

interface Definition<Body extends TSchema, Query extends TObject>
  extends Omit<
      OperationDefinition<OnboardingAsk, Body>,
      'handle' | 'query' | 'anonymous' | 'takesCredentials' | 'open' | 'replays'
    >,
    Duties {
  readonly query?: Query
  /** The reply is sent as it is, without the envelope. */
  readonly noEnvelope?: boolean
  /** The schema of `data`, or of the whole reply without envelope; `replyExamples` likewise. */
  readonly reply: TSchema
  handle(ask: OnboardingAsk & { readonly body: Static<Body>; readonly query: Static<Query> }): Promise<Reply>
}

/** Defines an operation of this family. */
export function onboardingOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>({
  noEnvelope = false,
  ...definition
}: Definition<Body, Query>): OnboardingOperation {
  const { access, reply, replyExamples } = definition
  const whole = {
    ...definition,
    ...(isAnonymous(access) && { anonymous: true, takesCredentials: access.bearer === 'optional' }),
    reply: noEnvelope ? reply : enveloped(reply),
    replyExamples: noEnvelope ? replyExamples : replyExamples.map(inEnvelope),
  }
  const defined = operation(whole as unknown as OperationDefinition<OnboardingAsk & { readonly query: unknown }>)
  return { ...defined, access }
}

function inEnvelope({ name, summary, value }: Example): Example {
  return {
    name,
    summary,
    value: { data: value, success: true, message: 'OK', timestamp: '2026-01-15T10:00:00.000Z' },
  }
}

/** The `data` of operations that answer nothing. */
export const nothing = Type.Null()
