// Builds request bodies from the tables: a field is a dotted path, a body is the tree of its fields.

import { newRrn } from '../support/accounts/account-services.ts'
import { SAMPLE, type SpecOperation, type Variant } from './spec-tables.ts'

export type Tree = Record<string, unknown>

/** A valid request of a variant with exactly its required fields, plus `extra`. */
export function requestOf(operation: SpecOperation, variant: Variant, extra: readonly string[] = []): Tree {
  const body: Tree = {}
  const fields = new Set([...operation.required, ...variant.required, ...Object.keys(variant.values), ...extra])
  for (const field of fields) setField(body, field, sampleOf(field, variant))
  return body
}

function sampleOf(field: string, variant: Variant): unknown {
  if (field in variant.values) return variant.values[field]
  if (field === 'transaction.rrn') return newRrn()
  if (!(field in SAMPLE)) throw new Error(`the tables have no value for ${field}`)
  return structuredClone(SAMPLE[field])
}

/** Sets a value at a path such as `check.checkDetails[0].amount`, creating parents as needed. */
export function setField(body: Tree, field: string, value: unknown): void {
  const { holder, name } = holderOf(body, field)
  holder[name] = value
}

export function removeField(body: Tree, field: string): void {
  const { holder, name } = holderOf(body, field)
  delete holder[name]
}

/** The object that contains a field. An array counts as an object keyed by index. */
function holderOf(body: Tree, field: string): { holder: Tree; name: string } {
  const names = field.replaceAll('[', '.').replaceAll(']', '').split('.')
  const name = names.pop() ?? ''
  let holder = body
  for (const step of names) {
    holder[step] ??= {}
    holder = holder[step] as Tree
  }
  return { holder, name }
}

/** The parents of a field, outermost first: `paymentInstrument`, `paymentInstrument.account`. */
export function parentsOf(field: string): string[] {
  const steps = field.replace(/\[\d+\].*$/, '').split('.')
  return steps.slice(1).map((_step, index) => steps.slice(0, index + 1).join('.'))
}
