// Institutions that a request names. One outside the caller's scope does not exist for the caller, in a filter, a query and a
// body alike: 404, known or not. What a concept decides by scope is its own, and holds as well.

import type { TSchema } from 'typebox'
import type { Scope } from '../../platform/kernel/scope.ts'
import { onboardingProblem } from './problems.ts'

/** Fields that hold an institution's id, or a list of them. */
const FIELDS: ReadonlySet<string> = new Set(['institutionId', 'institutionIds'])

type Names = (sent: unknown) => readonly unknown[]

/** Finds the institutions that a query or body of this schema names; only fields of the schema count. */
export function institutionNames(schema: TSchema | undefined): Names {
  const paths = schema === undefined ? [] : pathsOf(schema)
  return (sent) => paths.flatMap((path) => valuesAt(sent, path))
}

export function assertInScope({ institutionId: own }: Scope, named: readonly unknown[]): void {
  if (own === undefined || named.every((id) => id === own)) return
  throw onboardingProblem('institution-not-found', 'there is no such institution')
}

function pathsOf(schema: TSchema): string[][] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> }
  return Object.entries(properties).flatMap(([name, property]) =>
    FIELDS.has(name) ? [[name]] : pathsOf(property).map((path) => [name, ...path]),
  )
}

/** Null names none: it clears a field. */
function valuesAt(sent: unknown, path: readonly string[]): unknown[] {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], sent)
  return [value].flat().filter((one) => one !== undefined && one !== null)
}
