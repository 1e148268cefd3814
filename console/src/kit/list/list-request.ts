// What a list has as columns, what it asks for, and what comes back.

import type { ReactNode } from 'react'
import type { UrlValues } from '../page/url-state.ts'

export interface Column<Row> {
  readonly title: string
  render(row: Row): ReactNode
  /** The field to sort by, where the operation can. */
  readonly sort?: string
  /** Figures are aligned at the right. */
  readonly numeric?: boolean
  readonly width?: number | string
}

export interface ListRequest {
  readonly page: number
  readonly size: number
  /** `name:asc`. */
  readonly sort: string | undefined
  /** By name of the filter; absent when not set. Several values are separated by commas: see `listOf`. */
  readonly filters: UrlValues
}

export interface ListPageOf<Row> {
  readonly content: readonly Row[]
  readonly totalElements: number
  readonly totalPages: number
  /** Said below the table: that there are more than can be counted, or how to go on. */
  readonly note?: ReactNode
}
