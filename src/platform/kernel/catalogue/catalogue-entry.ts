// One row of the catalogue.

import type { IsoReason } from '../identifiers/iso-reason.ts'

export interface CatalogueEntry {
  readonly httpStatus: number
  /** Family A's `status.responseCode`, or the `code` of a problem of digital banking or lending. */
  readonly responseCode?: string
  readonly title: string
  readonly cause: string
  readonly remedy: string
  /** True when the same request may succeed later without being changed. */
  readonly retryable: boolean
  /** ISO 20022 reason of a problem of digital banking, where the code alone implies one. */
  readonly isoReason?: IsoReason
}
