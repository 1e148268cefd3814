// The texts of the console in one language: one JSON file each.

export interface Catalogue {
  /** Texts of the sources, by their English. */
  readonly texts: Readonly<Record<string, string>>
  /** Words that are made from codes when a page is drawn: `Bill payment` of `BILL_PAYMENT`. */
  readonly words: Readonly<Record<string, string>>
}
