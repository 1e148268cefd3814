// Changes as `four-eyes` lists name them: `MODULE:ACTION`, or with a part: a move, a resolution, or a field that the body
// names. They follow from an operation's route, access and body, so that a new operation needs no list of its own.

import type { TObject, TSchema } from 'typebox'
import type { Grant } from '../../administration/access/principal/grant.ts'
import type { DocumentedOperation } from '../http/operation.ts'
import { type Access, isAnonymous } from './access.ts'

/** What is asked of an operation here. */
export interface ChangingOperation extends Pick<DocumentedOperation, 'id' | 'route' | 'body' | 'query'> {
  readonly access: Access
  readonly readsOnly?: boolean
  readonly neverWaits?: boolean
}

/** Moves that only restrict: they never wait. */
const RESTRICTING_MOVES: readonly string[] = ['block', 'revoke', 'suspend']

/** Fields that say which record or version is meant, or which resolution, and not what changes. */
const NO_PARTS: readonly string[] = ['version', 'id', 'action']

/** The grant that the operation needs when it changes something; undefined for reads and for what users do on their own. */
export function changeGrant({ route, access, readsOnly = false }: ChangingOperation): Grant | undefined {
  if (access === 'signed-in' || isAnonymous(access)) return undefined
  return route.startsWith('GET ') || access.action === 'VIEW' || readsOnly ? undefined : access
}

/** Every entry under which some request to the operation waits. */
export function entriesOf(operation: ChangingOperation): readonly string[] {
  const grant = changeGrant(operation)
  const move = moveOf(operation)
  if (grant === undefined || isRestricting(operation, move)) return []
  const fields = fieldsOf(operation.body).filter((field) => !NO_PARTS.includes(field))
  return entriesWith(grant, [...(move === undefined ? [] : [move]), ...resolutionsOf(operation.body), ...fields])
}

function isRestricting({ neverWaits = false }: ChangingOperation, move: string | undefined): boolean {
  return neverWaits || (move !== undefined && RESTRICTING_MOVES.includes(move))
}

/** The entries under which this request waits; none for a deactivation and other moves that only restrict. */
export function entriesOfRequest(operation: ChangingOperation, query: unknown, body: unknown): readonly string[] {
  const grant = changeGrant(operation)
  const move = moveOf(operation)
  if (grant === undefined || isRestricting(operation, move)) return []
  if (isDeactivation(operation, query, body)) return []
  const sent = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== undefined,
  )
  const fields = sent.flatMap(([name]) => (NO_PARTS.includes(name) ? [] : [name]))
  const resolutions = sent.flatMap(([name, value]) => (name === 'action' && typeof value === 'string' ? [value] : []))
  return entriesWith(grant, [...(move === undefined ? [] : [move]), ...resolutions, ...fields])
}

function entriesWith({ module, action }: Grant, parts: readonly string[]): readonly string[] {
  return [`${module}:${action}`, ...new Set(parts.map((part) => `${module}:${action}:${part}`))]
}

/** The last word of the path, where the path is not that of a record or a collection: `suspend`. */
function moveOf({ route, access }: ChangingOperation): string | undefined {
  const [, path = ''] = route.split(' ')
  const words = path.split('/').slice(1)
  const last = words.at(-1)
  // `POST /partners/:id/clients` makes a client.
  const makes = typeof access === 'object' && 'action' in access && access.action === 'CREATE'
  if (last === undefined || words.length === 1 || last.startsWith(':') || makes) return undefined
  return last === 'activation' ? 'activate' : last
}

/** Switches something off: by the flag of an activation, or by a change of the flag alone. */
function isDeactivation({ route, query: schema }: ChangingOperation, query: unknown, body: unknown): boolean {
  const flags = route.endsWith('/activation') ? Object.keys((schema as TObject | undefined)?.properties ?? {}) : []
  if (flags.some((flag) => (query as Readonly<Record<string, unknown>> | undefined)?.[flag] === false)) return true
  if (!route.startsWith('PATCH ')) return false
  const { version: _, id: __, ...changed } = (body ?? {}) as Readonly<Record<string, unknown>>
  const names = Object.keys(changed).filter((name) => changed[name] !== undefined)
  return names.length === 1 && ['isActive', 'isEnabled'].includes(names[0] ?? '') && changed[names[0] ?? ''] === false
}

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly TSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

function fieldsOf(body: TSchema | undefined): readonly string[] {
  const { properties = {}, anyOf = [] } = (body ?? {}) as Shape
  return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]
}

/** The values of the field `action`. */
function resolutionsOf(body: TSchema | undefined): readonly string[] {
  const { properties = {}, anyOf = [] } = (body ?? {}) as Shape
  const own = properties.action === undefined ? [] : valuesOf(properties.action)
  return [...own, ...anyOf.flatMap(resolutionsOf)]
}

function valuesOf(schema: TSchema): readonly string[] {
  const { enum: values = [], const: value, anyOf = [] } = schema as Shape
  const own = [...values, value].filter((one) => typeof one === 'string')
  return [...own, ...anyOf.flatMap(valuesOf)]
}
