// The basis of every operation of account services: the services it may use and the shape of a definition.

import type { Static, TSchema } from 'typebox'
import type { ClientUse } from '../../../administration/institutions/clients/client-authentication.ts'
import type { Directory } from '../../../administration/institutions/directory.ts'
import type { PreferenceProfiles } from '../../../channels/cards/preference-profiles.ts'
import type { ChannelOf } from '../../../channels/channel/channel.ts'
import type { DeclineCode } from '../../../channels/core/outcome.ts'
import type { OriginalElements, SwitchMessage } from '../../../channels/core/switch-message.ts'
import type { Call } from '../../../edge/http/call.ts'
import type { OpenLimiter } from '../../../edge/http/limits/rate-limit.ts'
import { type Operation, type OperationDefinition, operation } from '../../../edge/http/operation.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { HealthProber, HealthProbes } from '../health/health-prober.ts'

export interface AccountServices {
  readonly channelOf: ChannelOf
  readonly directory: Directory
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly preferenceProfiles: PreferenceProfiles
  readonly healthProbes: HealthProbes
  readonly clientUse: ClientUse
  readonly environment: Environment
  /** By default every process has buckets of its own. */
  readonly openLimiter?: OpenLimiter | undefined
}

/** One admitted and validated request to an operation. */
export interface Ask {
  readonly call: Call
  readonly partnerId: string
  readonly services: AccountServices
  readonly healthProber: HealthProber
  /** A reversal of a switch that bears the RRN of its original. */
  readonly sharesRrn?: boolean
  /** The message of a switch. */
  readonly message?: SwitchMessage | undefined
  /** A reversal of a switch that names its original by its message. */
  readonly originalElements?: OriginalElements | undefined
  /** Since when orders of switches are recorded with their messages. */
  readonly messagesSinceMs?: number | undefined
  /** The client of a switch; others name it in a header. */
  readonly clientId?: string | undefined
  /** A switch tells of money that has moved. */
  readonly isAdvice?: boolean
  /** An order of a switch that it has declined itself, or that brings what nothing here checks. */
  readonly advisedDecline?: DeclineCode | undefined
  /** Receives the RRN that an order is recorded under, where it is not that of the body. */
  onRrn?(rrn: string): void
}

export type AccountOperation = Operation<Ask>

/** Defines an operation of this family. */
export function accountOperation<Body extends TSchema>(definition: OperationDefinition<Ask, Body>): AccountOperation {
  return operation<Ask, Body>(definition)
}

/** A validated request with a body of this schema. */
export type AskWith<Body extends TSchema> = Ask & { readonly body: Static<Body> }
