// The basis of every operation of lending: the services it may use, what it knows of its caller, and its definition.

import type { Static, TObject, TSchema } from 'typebox'
import type { Grant } from '../../access/principal/grant.ts'
import type { ActionId } from '../../access/principal/modules.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/family.ts'
import { type Operation, type OperationDefinition, operation } from '../../http/operation.ts'
import type { Partner } from '../../institutions/directory.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { IdempotencyKey } from '../../loans/keys/idempotency-keys.ts'
import type { Applications } from '../../loans/origination/applications.ts'
import type { Decisions } from '../../loans/origination/decisions.ts'
import type { Offers } from '../../loans/origination/offers.ts'
import type { RiskSignals } from '../../loans/origination/risk-signals.ts'
import type { LoanCatalogue } from '../../loans/products/loan-catalogue.ts'
import type { LoanBook } from '../../loans/servicing/loan-book.ts'
import type { Database } from '../../storage/database.ts'
import type { CredentialsParts } from './credentials.ts'
import type { LendingCode } from './problems.ts'

export interface LendingServices extends CredentialsParts {
  readonly database: Database
  /** The business clock. */
  readonly clock: Clock

  readonly loanBook: Pick<
    LoanBook,
    | 'open'
    | 'find'
    | 'read'
    | 'compute'
    | 'position'
    | 'businessDate'
    | 'list'
    | 'append'
    | 'preview'
    | 'schedule'
    | 'schedules'
  >
  readonly loanCatalogue: Pick<LoanCatalogue, 'products' | 'rates'>

  readonly applications: Applications
  readonly riskSignals: RiskSignals
  readonly decisions: Decisions
  readonly offers: Offers
}

/** One admitted and validated request to an operation. */
export interface LendingAsk {
  readonly call: Call
  readonly services: LendingServices
  readonly partner: Partner
  readonly partnerId: string
  /** The author of what is stored, and the name in the audit log. */
  readonly actor: Actor
  /** The user who acts for the partner; undefined when the partner itself calls. */
  readonly operator?: Principal | undefined
  /** Absent without the header, on a read, and on a preview. */
  readonly key?: IdempotencyKey | undefined
  /** Asks more of an operator's role than the operation's own access; a partner may do everything. */
  requireAction(action: ActionId): void
}

/** What an operation of this family states besides its contract. */
interface Duties {
  /** What the role of an operator must grant. */
  readonly access: Grant
  /** What it can refuse, besides what every operation can. */
  readonly errors: readonly LendingCode[]
}

export type LendingOperation = Operation<LendingAsk & { readonly query: unknown }> & Duties

interface Definition<Body extends TSchema, Query extends TObject>
  extends Omit<
      OperationDefinition<LendingAsk, Body>,
      'handle' | 'query' | 'anonymous' | 'takesCredentials' | 'open' | 'replays' | 'ownErrors' | 'form' | 'status'
    >,
    Duties {
  readonly query?: Query
  handle(ask: LendingAsk & { readonly body: Static<Body>; readonly query: Static<Query> }): Promise<Reply>
}

/** Defines an operation of this family. */
export function lendingOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>(
  definition: Definition<Body, Query>,
): LendingOperation {
  const { access, errors } = definition
  const whole = { ...definition, replays: takesKey(definition.route) }
  const defined = operation(whole as unknown as OperationDefinition<LendingAsk & { readonly query: unknown }>)
  return { ...defined, access, errors }
}

/** Every change takes an Idempotency-Key; a search changes nothing. */
function takesKey(route: string): boolean {
  return !route.startsWith('GET ') && !route.endsWith('/search')
}

/** A resource as the reply; marked when an earlier request with the same key did the work. */
export function reply(
  ask: LendingAsk,
  body: object,
  { replayed = false }: { readonly replayed?: boolean } = {},
): Reply {
  ask.call.replayed = replayed
  return { body: JSON.stringify(body), ...(replayed && { headers: { 'x-idempotent-replay': 'true' } }) }
}
