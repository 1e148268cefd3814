// The basis of every operation of digital banking: the services it may use, what it knows of its caller, and its definition.

import type { Static, TObject, TSchema } from 'typebox'
import type { Grant } from '../../access/principal/grant.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/family.ts'
import { type Operation, type OperationDefinition, operation } from '../../http/operation.ts'
import type { Partner } from '../../institutions/directory.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { DigitalAccounts } from '../../tokens/accounts/accounts.ts'
import type { TokenMovements } from '../../tokens/movements/token-movements.ts'
import type { DigitalInstitutions } from '../../tokens/parties/institutions.ts'
import type { DigitalUsers } from '../../tokens/parties/users.ts'
import type { Reference } from '../../tokens/references/reference.ts'
import type { PlatformSearch } from '../../tokens/search/platform-search.ts'
import type { CredentialsParts } from './credentials.ts'
import type { DigitalCode } from './problems.ts'
import { checkAmount } from './shapes/token-amount.ts'

/** Each concept adds its own. */
export interface DigitalServices extends CredentialsParts {
  readonly database: Database
  /** The business clock. */
  readonly clock: Clock

  readonly tokenMovements: Pick<TokenMovements, 'deposit' | 'redeem' | 'transfer' | 'resolve' | 'find'>
  readonly digitalInstitutions: DigitalInstitutions
  readonly digitalUsers: DigitalUsers
  readonly digitalAccounts: DigitalAccounts
  readonly platformSearch: PlatformSearch
}

/** One admitted and validated request to an operation. */
export interface DigitalAsk {
  readonly call: Call
  readonly services: DigitalServices
  readonly partner: Partner
  readonly partnerId: string
  /** The author of what is stored, and the name in the audit log. */
  readonly actor: Actor
  /** The user who acts for the partner; undefined when the partner itself calls. */
  readonly operator?: Principal | undefined
  /** Asks more of an operator's role than the operation's own access; a partner may do everything. */
  requireGrant(grant: Grant): void
}

/** What an operation of this family states besides its contract. */
interface Duties {
  /** What the role of an operator must grant. */
  readonly access: Grant
  /** What it can refuse, besides what every operation can. */
  readonly errors: readonly DigitalCode[]
  /** False for a POST that stores nothing: its reference stays free. */
  readonly storesReference?: boolean
}

/** What only a request with a body has. */
type Referenced<Body> = Body extends { readonly transaction: unknown } ? { readonly reference: Reference } : object

type ErasedAsk = DigitalAsk & { readonly query: unknown; readonly reference: Reference | undefined }

export type DigitalOperation = Operation<ErasedAsk> & Duties

interface Definition<Body extends TSchema, Query extends TObject>
  extends Omit<
      OperationDefinition<DigitalAsk, Body>,
      | 'handle'
      | 'query'
      | 'anonymous'
      | 'takesCredentials'
      | 'open'
      | 'replays'
      | 'ownErrors'
      | 'form'
      | 'status'
      | 'optionalBody'
    >,
    Duties {
  readonly query?: Query
  handle(
    ask: DigitalAsk & Referenced<Static<Body>> & { readonly body: Static<Body>; readonly query: Static<Query> },
  ): Promise<Reply>
}

/**
 * Defines an operation of this family. The body of a POST is made by request() (shapes/request.ts), which gives it
 * `transaction` and `channelInfo`.
 */
export function digitalOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>(
  definition: Definition<Body, Query>,
): DigitalOperation {
  const { access, errors, storesReference = definition.route.startsWith('POST ') } = definition
  const namesAmount = hasAmount(definition.body)
  const rules: Definition<Body, Query>['rules'] = (body, found) => {
    if (namesAmount) checkAmount(body, found)
    definition.rules?.(body, found)
  }
  const whole = { ...definition, rules, replays: storesReference }
  const defined = operation(whole as unknown as OperationDefinition<ErasedAsk>)
  return { ...defined, access, errors, storesReference }
}

/** Elsewhere `tokenAmount.tokens` is an unknown field, and ignored. */
function hasAmount(body: TSchema | undefined): boolean {
  const { tokenAmount } =
    (body as { properties?: Record<string, { properties?: object }> } | undefined)?.properties ?? {}
  return tokenAmount?.properties !== undefined && 'tokens' in tokenAmount.properties
}

/** A resource as the reply; marked when an earlier request with the same reference did the work. */
export function reply(
  ask: Pick<DigitalAsk, 'call'>,
  body: object,
  { replayed = false }: { readonly replayed?: boolean } = {},
): Reply {
  ask.call.replayed = replayed
  return { body: JSON.stringify(body), ...(replayed && { headers: { 'x-idempotent-replay': 'true' } }) }
}
