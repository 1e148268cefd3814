// Paged lists: what a caller asks for and what it gets.

/** The `page`th page of `size` records, counted from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** The number of records on all pages. */
  readonly total: number
}

/** A LIKE pattern that matches the text anywhere. `%` and `_` in it are escaped. */
export function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
