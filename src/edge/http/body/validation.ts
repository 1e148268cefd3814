// Checks a body against its schema. A valid body costs one compiled check; an invalid one is walked field by field, so
// that the caller learns every fault at once, by its full path. Messages never repeat a value.
//
// Schemas are plain JSON Schema (TypeBox) with three keywords of ours:
//   expected   what a value of this field must be: 'must be 12 digits'
//   inspect    a function that explains a part of the body that the walk cannot explain well (alternatives)
//   component  the name under which the OpenAPI document lists the schema once
// None of them affects the check itself.

import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { invalidFields, type Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'

/** The faults found so far, one per path. */
export class Findings {
  readonly #details = new Map<string, string>()

  add(path: string, message: string): void {
    if (!this.#details.has(path)) this.#details.set(path, message)
  }

  /** True when no fault is known for these fields, so that a rule may read and compare them. */
  areValid(...paths: readonly string[]): boolean {
    if (this.#details.size === 0) return true
    return paths.every((path) => {
      for (const faulty of this.#details.keys()) {
        if (faulty === path || isInside(faulty, path) || isInside(path, faulty)) return false
      }
      return true
    })
  }

  get details(): ProblemDetail[] {
    return Array.from(this.#details, ([path, message]) => ({ path, message }))
  }

  get count(): number {
    return this.#details.size
  }
}

function isInside(path: string, outer: string): boolean {
  if (outer === 'body') return true
  return path.startsWith(outer) && (path[outer.length] === '.' || path[outer.length] === '[')
}

/** Rules across fields. They run after the schema check; `found.areValid(…)` says which fields a rule may use. */
export type Rules<Body> = (body: Body, found: Findings) => void

/** Explains a value that failed its schema. */
export type Inspect = (value: unknown, path: string, found: Findings) => void

export interface ValidatorOptions<Body> {
  readonly rules?: Rules<Body> | undefined
  /** Builds the error from the faults; a plain 400 unless the family has a more specific one. */
  readonly refuse?: ((details: readonly ProblemDetail[], body: unknown) => Problem) | undefined
}

/** Returns a function that returns the typed body or throws the error. */
export function bodyValidator<Schema extends TSchema>(
  schema: Schema,
  options: ValidatorOptions<Static<Schema>> = {},
): (body: unknown) => Static<Schema> {
  // Compiled on first use: a process starts with dozens of these.
  let compiled: ReturnType<typeof Compile<Schema>> | undefined
  const refuse = options.refuse ?? invalidFields
  const rules = options.rules
  return (body) => {
    compiled ??= Compile(schema)
    const fits = compiled.Check(body)
    if (fits && rules === undefined) return body as Static<Schema>
    const found = new Findings()
    if (!fits) {
      explain(schema, body, '', found)
      // The schema rejected the body even if the walk cannot say why.
      if (found.count === 0) found.add('body', 'is not valid')
    }
    // Rules see the fields as typed; they must ask `areValid` before they read one.
    if (fits || isObject(body)) rules?.(body as Static<Schema>, found)
    if (found.count === 0) return body as Static<Schema>
    throw refuse(found.details, body)
  }
}

/** The schema keywords that the walk reads. */
interface Keywords {
  readonly type?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly expected?: string
  readonly inspect?: Inspect
}

/** Adds the faults of a value to the findings; exported for `inspect` functions, which delegate a part to a schema. */
export function explain(schema: TSchema, value: unknown, path: string, found: Findings): void {
  const keywords = schema as Keywords
  if (keywords.inspect !== undefined) keywords.inspect(value, path, found)
  else if (keywords.properties !== undefined) explainObject(schema, keywords, value, path, found)
  else if (keywords.items !== undefined) explainArray(schema, keywords, value, path, found)
  else if (!Check(schema, value)) found.add(path || 'body', complaint(keywords, value))
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null))

function explainObject(schema: TSchema, keywords: Keywords, value: unknown, path: string, found: Findings): void {
  if (value !== undefined && !isObject(value)) {
    found.add(path || 'body', 'must be an object')
    return
  }
  // A missing object is reported by its missing fields: those are the names an integrator looks for.
  const object = value ?? NOTHING
  const foundBefore = found.count
  let missing = 0
  for (const [name, member] of Object.entries(keywords.properties ?? {})) {
    const isRequired = keywords.required?.includes(name) === true
    if (object[name] === undefined && !isRequired) continue
    if (object[name] === undefined) missing++
    explain(member, object[name], path === '' ? name : `${path}.${name}`, found)
  }
  if (value === undefined && missing === 0) found.add(path || 'body', 'is required')
  else if (found.count === foundBefore && !Check(schema, value)) found.add(path || 'body', complaint(keywords, value))
}

function explainArray(schema: TSchema, keywords: Keywords, value: unknown, path: string, found: Findings): void {
  if (!Array.isArray(value)) {
    found.add(path || 'body', value === undefined ? 'is required' : 'must be an array')
    return
  }
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywords
  if (value.length < minItems || value.length > maxItems) {
    found.add(path || 'body', keywords.expected ?? 'has too few or too many items')
    return
  }
  const foundBefore = found.count
  value.forEach((item, index) => {
    explain(keywords.items as TSchema, item, `${path}[${index}]`, found)
  })
  if (found.count === foundBefore && !Check(schema, value)) found.add(path || 'body', complaint(keywords, value))
}

function complaint(keywords: Keywords, value: unknown): string {
  if (value === undefined) return 'is required'
  const type = keywords.type ?? typeof (keywords.const ?? keywords.enum?.[0])
  if (type === 'string' && typeof value !== 'string') return 'must be a string'
  // The placeholder for a number that a double cannot hold; its description says why.
  if ((type === 'number' || type === 'integer') && typeof value === 'symbol') return value.description as string
  if (type === 'number' && typeof value !== 'number') return 'must be a number'
  if (type === 'integer' && typeof value !== 'number') return 'must be an integer'
  if (type === 'boolean' && typeof value !== 'boolean') return 'must be a boolean'
  return keywords.expected ?? 'is not valid'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
