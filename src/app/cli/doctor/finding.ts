// What the doctor says of an installation, and what it may look at.

import type { Database } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import type { OpenedStore } from '../open-store.ts'

/** MEND: an auditor would not sign it. CONSIDER: right in some installations. */
export type Severity = 'MEND' | 'CONSIDER'

export interface Finding {
  readonly severity: Severity
  readonly check: string
  /** What was seen. Never a secret, an address of a person or a card. */
  readonly seen: string
  /** What to do about it. */
  readonly mend: string
}

export interface Patient extends OpenedStore {
  readonly config: Config
  readonly database: Database
  /** What this machine's clock says. */
  readonly nowMs: number
}

/** What a check of one subject found: severity, what was seen, and what to do. */
export type Found = readonly [severity: Severity, seen: string, mend: string]

export interface Check {
  readonly name: string
  /** In the sandbox nothing is at stake but what it says. */
  readonly inSandbox?: boolean
  look(patient: Patient): readonly Found[] | Promise<readonly Found[]>
}

export const mend = (seen: string, todo: string): Found => ['MEND', seen, todo]
export const consider = (seen: string, todo: string): Found => ['CONSIDER', seen, todo]

/** The finding when the condition holds, else none. */
export function when(condition: boolean, found: Found): readonly Found[] {
  return condition ? [found] : []
}
