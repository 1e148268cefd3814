// The parts of an order that checks look at, with the matching entries of the directory.

import type { Directory, Institution, Terminal } from '../institutions/directory.ts'

export interface Presented {
  readonly institution: Institution
  readonly directory: Directory
  readonly terminalId?: string | undefined
  readonly pan?: string | undefined
  readonly panHash?: string | undefined
}

export function terminalOf({ directory, institution, terminalId }: Presented): Terminal | undefined {
  return terminalId === undefined ? undefined : directory.terminal(institution.institutionId, terminalId)
}
