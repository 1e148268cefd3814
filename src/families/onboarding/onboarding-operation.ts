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
import type { Users } from '../../access/users/users.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChainVerifier } from '../../audit/chain-verifier.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/family.ts'
import { type Example, type Operation, type OperationDefinition, operation } from '../../http/operation.ts'
import type { ProblemRenderer } from '../../http/problems/problem-renderer.ts'
import type { Partners } from '../../institutions/partners.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { MailSender } from '../../mail/mail-sender.ts'
import type { Database } from '../../storage/database.ts'
import { enveloped } from './envelope.ts'

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
  readonly chainVerifier: ChainVerifier
  /** Cookies are marked Secure everywhere but in the sandbox, which runs without TLS. */
  readonly environment: Environment
}

/** One request to an operation, let in and validated. */
export interface OnboardingAsk {
  readonly call: Call
  readonly services: OnboardingServices
  /** Who is calling. On operations without bearer there is nobody, and asking is a defect. */
  readonly principal: Principal
  /** Turns at hashing and decrypting. Operations that `anonymous-limits.ts` does not list have none. */
  readonly turns: Turns
  /** The caller as the audit log keeps it. */
  readonly actor: Actor
  /** Who is calling when the operation needs no bearer but one was sent; a bad one counts as none. */
  callerIfAny(): Promise<Principal | undefined>
}

/** What an operation of this family may do otherwise than the rest. */
interface Peculiarities {
  /** Throws when this installation does not offer it, before parameters and body are looked at. */
  assertOffered?(services: OnboardingServices): void
  /** Words its problems itself. */
  readonly renderProblem?: ProblemRenderer['renderProblem']
}

export type OnboardingOperation = Operation<OnboardingAsk & { readonly query: unknown }> & Peculiarities

interface Definition<Body extends TSchema, Query extends TObject>
  extends Omit<
      OperationDefinition<OnboardingAsk, Body>,
      'handle' | 'query' | 'anonymous' | 'takesCredentials' | 'open' | 'replays'
    >,
    Peculiarities {
  readonly query?: Query
  /** The reply as it stands, not as `data` of the envelope. */
  readonly noEnvelope?: boolean
  /** `reply` and the values of `replyExamples` are those of `data`, unless there is no envelope. */
  readonly reply: TSchema
  handle(ask: OnboardingAsk & { readonly body: Static<Body>; readonly query: Static<Query> }): Promise<Reply>
}

/** Defines an operation of this family. Who may call it stands in access-table.ts. */
export function onboardingOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>({
  noEnvelope = false,
  ...definition
}: Definition<Body, Query>): OnboardingOperation {
  const { reply, replyExamples } = definition
  const whole = {
    ...definition,
    reply: noEnvelope ? reply : enveloped(reply),
    replyExamples: noEnvelope ? replyExamples : replyExamples.map(inEnvelope),
  }
  return operation(whole as unknown as OperationDefinition<OnboardingAsk & { readonly query: unknown }>)
}

function inEnvelope({ name, summary, value }: Example): Example {
  return {
    name,
    summary,
    value: { data: value, success: true, message: 'OK', timestamp: '2026-01-15T10:00:00.000Z' },
  }
}

/** The reply of operations that have nothing to tell. */
export const nothing = Type.Null()
