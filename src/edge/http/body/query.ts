// Parses the query of a URL by a schema: parameters arrive as text and are converted to the type their schema gives.

import type { Static, TObject, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { explain, Findings } from './validation.ts'

type Parameters = Readonly<Record<string, TSchema>>

/** Builds the reader once; it returns the typed query, or throws a 400 that lists every invalid parameter. */
export function queryReader<Schema extends TObject>(schema: Schema): (query: unknown) => Static<Schema> {
  const parameters = schema.properties as Parameters
  // A list that cannot be sorted says so: unknown parameters are ignored otherwise.
  const isPaged = ['page', 'size', 'limit', 'cursor'].some((name) => name in parameters) && !('sort' in parameters)
  return (query) => {
    const sent = (query ?? {}) as Readonly<Record<string, unknown>>
    const read: Record<string, unknown> = {}
    for (const [name, parameter] of Object.entries(parameters)) {
      const value = Object.hasOwn(sent, name) ? sent[name] : undefined
      const typed = value === undefined ? defaultOf(parameter) : convert(value, parameter)
      if (typed !== undefined) read[name] = typed
    }
    const isSorted = isPaged && Object.hasOwn(sent, 'sort')
    if (!isSorted && Check(schema, read)) return read as Static<Schema>
    const found = new Findings()
    explain(schema, read, '', found)
    if (isSorted) found.add('sort', 'cannot be chosen here: the list has one order')
    throw invalidFields(found.details)
  }
}

function defaultOf(parameter: TSchema): unknown {
  return (parameter as { default?: unknown }).default
}

/** What cannot be converted is left for the check to report. A parameter sent twice is an array. */
function convert(value: unknown, parameter: TSchema): unknown {
  const { type } = parameter as { type?: string }
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}
