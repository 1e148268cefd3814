// One page of a list: the request, the result, and the WHERE clause of a filter.

import type { Parameters } from './parameters.ts'

/** The `page`th page of `size` items, counted from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  /** Replaces the list's default order. */
  readonly sort?: Sort
}

export interface Sort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** The number of items on all pages; of a long list at least so many (totalOf). */
  readonly total: number
}

/** A condition on the column of ids, made when the statement is. */
export type IdCondition = (column: string, parameters: Parameters) => string

/** The conditions of a WHERE clause, with the parameters they use. */
export class Conditions {
  readonly parameters: Parameters
  readonly #all: string[] = []

  constructor(parameters: Parameters) {
    this.parameters = parameters
  }

  add(condition: string): void {
    this.#all.push(condition)
  }

  /** Adds a condition on a value, unless the value is absent: a filter ignores absent fields. */
  addFor(value: unknown, condition: (placeholder: string) => string): void {
    if (value !== undefined) this.#all.push(condition(this.parameters.add(value)))
  }

  /** Adds a condition on a LIKE pattern that finds the text anywhere; `%` and `_` in it are escaped. */
  addSearch(text: string | undefined, condition: (pattern: string) => string): void {
    if (text === undefined) return
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    this.#all.push(condition(`${this.parameters.add(pattern)}::text`))
  }

  /** `condition AND condition …` */
  toString(): string {
    return this.#all.length === 0 ? 'true' : this.#all.join(' AND ')
  }
}

/** LIMIT and OFFSET of a page. */
export function limitTo({ page, size }: PageRequest, parameters: Parameters): string {
  return `LIMIT ${parameters.add(size)} OFFSET ${parameters.add((page - 1) * size)}`
}

/** Only this many items of a long list are counted: counting a million takes longer than reading a page of them. */
export const COUNT_LIMIT = 10_000

/** Counts what `FROM … WHERE …` finds, up to COUNT_LIMIT. */
export function countOf(from: string): string {
  return `SELECT count(*) AS total FROM (SELECT ${from} LIMIT ${COUNT_LIMIT}) AS counted`
}

/**
 * The total of a list whose items were counted up to COUNT_LIMIT. On a page beyond that it is what is known, and one more
 * page while there may be one: a caller that reads page after page reaches the end.
 */
export function totalOf(counted: number, { page, size }: PageRequest, found: number): number {
  if (counted < COUNT_LIMIT) return counted
  const known = found === 0 ? 0 : (page - 1) * size + found
  return Math.max(counted, found === size ? known + 1 : known)
}
