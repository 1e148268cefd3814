// A defect of the table: a small change of the source, and who notices it.

import type { SourceChange } from './source-change.ts'

export interface Defect extends SourceChange {
  /** The test that notices the defect, where it does not import the file or only through many others. */
  readonly noticedBy?: string
}

/** The defects of a room by their names. */
export type Defects = Readonly<Record<string, Defect>>
