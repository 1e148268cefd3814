// What every operation of administration is made with: who is calling, the services it may use, and the shape of a
// definition. A family names its services once (`operationFor`).

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Turns } from '../../administration/access/admission/admission.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Actor } from '../../administration/audit/actor.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/family.ts'
import { type Example, type Operation, type OperationDefinition, operation } from '../http/operation.ts'
import type { ProblemRenderer } from '../http/problems/problem-renderer.ts'
import { type Access, isAnonymous } from './access.ts'
import { enveloped } from './envelope.ts'

/** One request to an operation, let in and validated. */
export interface AdministrationAsk<Services> {
  readonly call: Call
  readonly services: Services
  /** Who is calling. Asking is a defect on an anonymous operation. */
  readonly principal: Principal
  /** Turns at hashing and decrypting. Asking is a defect unless the operation's access costs `hashing`. */
  readonly turns: Turns
  /** The caller as the audit log keeps it. */
  readonly actor: Actor
  /** On an anonymous operation: the caller whose bearer token came along. A bad token counts as none. */
  callerIfAny(): Promise<Principal | undefined>
}

/** What an operation of administration states besides its contract. */
export interface Duties<Services> {
  /** Who may call it. */
  readonly access: Access
  /** Changes what sessions may do, which every node caches: reply only after all nodes have confirmed. */
  readonly changesAccess?: boolean
  /**
   * Takes or sets a cookie. JSON bodies from another origin need a preflight, but a refresh needs no body and `/token`
   * takes a form: a page of another origin could sign its visitor in as another user.
   */
  readonly refusesOtherOrigins?: boolean
  /** Its `institutionId` is that of the institution to be made, which no caller's scope covers yet. */
  readonly makesInstitution?: boolean
  /** Throws when this installation does not offer it; runs before parameters and body are validated. */
  assertOffered?(services: Services): void
  /** Changes nothing, although it is no GET: it never waits for approval. */
  readonly readsOnly?: boolean
  /** Only restricts, although its route does not say so: it never waits for approval. */
  readonly neverWaits?: boolean
  /** Renders its problems itself. */
  readonly renderProblem?: ProblemRenderer['renderProblem']
}

export type AdministrationOperation<Services> = Operation<AdministrationAsk<Services> & { readonly query: unknown }> &
  Duties<Services>

interface Definition<Services, Body extends TSchema, Query extends TObject>
  extends Omit<
      OperationDefinition<AdministrationAsk<Services>, Body>,
      'handle' | 'query' | 'anonymous' | 'takesCredentials' | 'open' | 'replays'
    >,
    Duties<Services> {
  readonly query?: Query
  /** The reply is sent as it is, without the envelope. */
  readonly noEnvelope?: boolean
  /** The schema of `data`, or of the whole reply without envelope; `replyExamples` likewise. */
  readonly reply: TSchema
  handle(
    ask: AdministrationAsk<Services> & { readonly body: Static<Body>; readonly query: Static<Query> },
  ): Promise<Reply>
}

/** The function that defines operations over the services of a family. */
export function operationFor<Services>() {
  return <Body extends TSchema = TSchema, Query extends TObject = TObject>(
    definition: Definition<Services, Body, Query>,
  ): AdministrationOperation<Services> => administrationOperation(definition)
}

export function administrationOperation<Services, Body extends TSchema = TSchema, Query extends TObject = TObject>({
  noEnvelope = false,
  ...definition
}: Definition<Services, Body, Query>): AdministrationOperation<Services> {
  const { access, reply, replyExamples } = definition
  const whole = {
    ...definition,
    ...(isAnonymous(access) && { anonymous: true, takesCredentials: access.bearer === 'optional' }),
    reply: noEnvelope ? reply : enveloped(reply),
    replyExamples: noEnvelope ? replyExamples : replyExamples.map(inEnvelope),
  }
  const defined = operation(
    whole as unknown as OperationDefinition<AdministrationAsk<Services> & { readonly query: unknown }>,
  )
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
