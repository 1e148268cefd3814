// What an operation of a partner family states, and what it is asked. Each family adds its services and its codes.

import type { Static, TObject, TSchema } from 'typebox'
import type { Grant } from '../../administration/access/principal/grant.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Actor } from '../../administration/audit/actor.ts'
import type { Partner } from '../../administration/institutions/directory.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/family.ts'
import { type Operation, type OperationDefinition, operation } from '../http/operation.ts'

/** One admitted and validated request to an operation. */
export interface PartnerAsk<Services> {
  readonly call: Call
  readonly services: Services
  readonly partner: Partner
  readonly partnerId: string
  /** The author of what is stored, and the name in the audit log. */
  readonly actor: Actor
  /** The user who acts for the partner; undefined when the partner itself calls. */
  readonly operator?: Principal | undefined
  /** Asks more of an operator's role than the operation's own access; a partner may do everything. */
  requireGrant(grant: Grant): void
}

/** What an operation states besides its contract. */
interface Duties<Code> {
  /** What the role of an operator must grant. */
  readonly access: Grant
  /** What it can refuse, besides what every operation can. */
  readonly errors: readonly Code[]
}

export type PartnerOperation<Ask, Code> = Operation<Ask & { readonly query: unknown }> & Duties<Code>

type Unused = 'anonymous' | 'takesCredentials' | 'open' | 'ownErrors' | 'form' | 'status'

/** `replays` is true by default for every method but GET; false for a POST that stores nothing. */
export interface PartnerOperationDefinition<Ask, Code, Body extends TSchema, Query extends TObject>
  extends Omit<OperationDefinition<Ask, Body>, 'handle' | 'query' | Unused>,
    Duties<Code> {
  readonly query?: Query
  handle(ask: Ask & { readonly body: Static<Body>; readonly query: Static<Query> }): Promise<Reply>
}

/** Defines an operation. Families wrap it to fix what an operation of theirs is asked, and its codes. */
export function partnerOperation<Ask, Code, Body extends TSchema, Query extends TObject>(
  definition: PartnerOperationDefinition<Ask, Code, Body, Query>,
): PartnerOperation<Ask, Code> {
  const { access, errors, replays = !definition.route.startsWith('GET ') } = definition
  const whole = { ...definition, replays }
  const defined = operation(whole as unknown as OperationDefinition<Ask & { readonly query: unknown }>)
  return { ...defined, access, errors }
}

/** A resource as the reply; marked when an earlier request with the same name did the work. */
export function reply(
  { call }: Pick<PartnerAsk<unknown>, 'call'>,
  body: object,
  { replayed = false }: { readonly replayed?: boolean } = {},
): Reply {
  return replyText({ call }, JSON.stringify(body), { replayed })
}

/** The same of a resource that is JSON already. */
export function replyText(
  { call }: Pick<PartnerAsk<unknown>, 'call'>,
  body: string,
  { replayed = false }: { readonly replayed?: boolean } = {},
): Reply {
  call.replayed = replayed
  return { body, ...(replayed && { headers: { 'x-idempotent-replay': 'true' } }) }
}
