// The parts of an order that checks look at, with the matching entries of the directory.

import type { Directory, Institution, Terminal } from '../../administration/institutions/directory.ts'
import type { OrderRules } from '../../rules/order-rules.ts'

export interface Presented {
  readonly institution: Institution
  readonly directory: Directory
  readonly terminalId?: string | undefined
  readonly pan?: string | undefined
  readonly panHash?: string | undefined
  /** It tells of money that has moved: nothing stops it. */
  readonly isAdvice?: boolean | undefined
  /** The decision tables for this order. Absent when none are active, and on reversals and inquiries. */
  readonly rules?: OrderRules | undefined
}

export function terminalOf({ directory, institution, terminalId }: Presented): Terminal | undefined {
  return terminalId === undefined ? undefined : directory.terminal(institution.institutionId, terminalId)
}
