// One request about a party: a transaction, once per reference.

import type { Actor } from '../../administration/audit/actor.ts'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import type { ProblemResource } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import type { Reference } from '../references/reference.ts'
import { once } from '../references/references.ts'
import type { TokenViews } from '../token-events.ts'
import { tokenProblem } from '../token-problems.ts'
import type { Made } from './digital-institution.ts'

/** Who asks: a partner's client, or an operator on behalf of the partner. */
export interface PartyCaller {
  readonly partnerId: string
  /** The institutions of family A that the partner may use. */
  readonly institutionIds: ReadonlySet<string>
  /** The author of what is stored. */
  readonly actor: Actor
}

export interface PartyRequest {
  readonly caller: PartyCaller
  readonly reference: Reference
  readonly channelType: string
}

export interface StatusChange<Target> {
  readonly target: Target
  readonly reason: string
  /** The version that the caller has seen. */
  readonly expectedVersion?: number | undefined
}

export interface PartyWork extends PartyRequest {
  readonly sql: Sql
  readonly nowMs: number
  readonly views: TokenViews | undefined
}

export interface PartyParts {
  readonly database: Database
  readonly clock: Clock
  /** How partners are told of changes; absent: they are not. */
  readonly views?: TokenViews | undefined
}

interface Steps<Party> {
  /** What an earlier request with the same reference made or changed, as it is now. */
  read(sql: Sql, partyId: string): Promise<Party>
  run(work: PartyWork): Promise<Party>
  idOf(party: Party): string
}

export function runParty<Party>(
  { database, clock, views }: PartyParts,
  request: PartyRequest,
  { read, run, idOf }: Steps<Party>,
): Promise<Once<Party>> {
  const nowMs = clock.now()
  return once(database, request.reference, {
    nowMs,
    async create(sql) {
      const result = await run({ ...request, sql, nowMs, views })
      return { result, resourceId: idOf(result) }
    },
    read: (partyId) => read(database, partyId),
  })
}

/** A party that is to be moved, and how problems name it. */
interface Moving<State> {
  readonly state: State
  readonly made: Made
  readonly resource: ProblemResource
}

/** Refusals: `version-conflict`. */
export function checkVersion(
  { made, resource }: Pick<Moving<string>, 'made' | 'resource'>,
  expectedVersion: number | undefined,
): void {
  if (expectedVersion !== undefined && expectedVersion !== made.version)
    throw tokenProblem('version-conflict', `the version is ${made.version}`, { resource })
}

/** Refusals: `version-conflict`, then `invalid-state-transition`. */
export function checkMove<State extends string, Target extends string>(
  party: Moving<State>,
  { target, expectedVersion }: Pick<StatusChange<Target>, 'target' | 'expectedVersion'>,
  moves: Readonly<Record<State, readonly Target[]>>,
): void {
  const { state, resource } = party
  checkVersion(party, expectedVersion)
  if (moves[state].includes(target)) return
  throw tokenProblem('invalid-state-transition', `${state} cannot become ${target}`, { resource })
}

/** Audits what an operator did. Call it last: it locks the head of the audit log until the commit. */
export async function auditOperator(
  { sql, nowMs, caller: { actor, partnerId } }: PartyWork,
  action: string,
  about: {
    readonly resource: string
    readonly resourceId: string
    /** The institution of family A that may see it. */
    readonly institutionId?: string | undefined
    readonly before?: object
    readonly after: object
  },
): Promise<void> {
  if (actor.userId === undefined) return
  const { institutionId, after, ...rest } = about
  await recordAudit(sql, nowMs, actor, {
    action,
    ...rest,
    ...(institutionId !== undefined && { institutionId }),
    after: { partnerId, ...after },
  })
}
