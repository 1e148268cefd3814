// One row of the catalogue.

export interface CatalogueEntry {
  readonly httpStatus: number
  /** Family A's `status.responseCode`, or the `code` of a problem of lending. */
  readonly responseCode?: string
  readonly title: string
  readonly cause: string
  readonly remedy: string
  /** True when the same request may succeed later without being changed. */
  readonly retryable: boolean
}
