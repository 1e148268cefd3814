// Pages of lists: `page` and `size` as they are asked for, and the shape of a page.

import { type TSchema, Type } from 'typebox'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { chosen } from '../operation.ts'

const MAX_PAGE_SIZE = 200
const DEFAULT_PAGE_SIZE = 10

/** `page` and `size`, for a list whose pages usually have another size. */
export function pagingOf(defaultSize: number) {
  return {
    page: Type.Optional(
      chosen(
        Type.Integer({
          description: 'From 1',
          minimum: 1,
          maximum: 100_000_000,
          default: 1,
          expected: 'must be a whole number from 1',
        }),
      ),
    ),
    size: Type.Optional(
      chosen(
        Type.Integer({
          description: 'Items on a page',
          minimum: 1,
          maximum: MAX_PAGE_SIZE,
          default: defaultSize,
          expected: `must be a whole number from 1 to ${MAX_PAGE_SIZE}`,
        }),
      ),
    ),
  }
}

/** `page` and `size`, for the query of every list. */
export const paging = pagingOf(DEFAULT_PAGE_SIZE)

interface PageQuery {
  readonly page?: number
  readonly size?: number
}

interface Page {
  readonly page: number
  readonly size: number
}

interface Found {
  readonly items: readonly unknown[]
  /** On all pages. */
  readonly total: number
}

export function pageOf({ page = 1, size = DEFAULT_PAGE_SIZE }: PageQuery): Page {
  return { page, size }
}

/** One page of a list. `more` is what a list answers besides its page. */
export function pageShape(item: TSchema, more: Readonly<Record<string, TSchema>> = {}) {
  return Type.Object({
    content: chosen(Type.Array(item)),
    page: chosen(Type.Integer()),
    size: chosen(Type.Integer()),
    totalElements: chosen(Type.Integer()),
    totalPages: chosen(Type.Integer()),
    ...more,
  })
}

/** A page as it is answered. */
export function pageBody({ page, size }: Page, list: Found, more: object = {}) {
  return {
    content: list.items,
    page,
    size,
    totalElements: list.total,
    totalPages: Math.ceil(list.total / size),
    ...more,
  }
}

/** A page as the documentation shows it. */
export function pageExample(item: unknown, more: object = {}) {
  return { content: [item], page: 1, size: DEFAULT_PAGE_SIZE, totalElements: 1, totalPages: 1, ...more }
}

const PAGING: ReadonlySet<string> = new Set(['page', 'size'])

/** Gives faults of `page` and `size` their own code. */
export function refusePaging<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.some(({ path }) => PAGING.has(path))) throw error
    const details = error.details.map((detail) =>
      PAGING.has(detail.path) ? { ...detail, code: 'INVALID_PAGE' } : detail,
    )
    throw new Problem(error.kind, error.message, { details })
  }
}
