// A part of a list, as it is asked for and as it is given.

/** `size` records from the `page`th page, counted from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
}

export interface Listed<Item> {
  readonly items: readonly Item[]
  /** How many there are on all pages. */
  readonly total: number
}

/** A text as a LIKE pattern that finds it anywhere; its `%` and `_` stand for themselves. */
export function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
