// Each institution's connectivity record picks its core by type and gives its deadline.

import type { Directory } from '../institutions/directory.ts'
import { unavailable } from '../kernel/problem.ts'
import type { CoreBanking, CoreOf } from './core.ts'
import { withDeadline } from './deadline.ts'

/** Cores by the type that connectivity records name. */
export type CoresByType = Readonly<Record<string, CoreBanking>>

export function chooseCore(directory: Directory, cores: CoresByType): CoreOf {
  const guarded = new Map<string, CoreBanking>()
  return (institutionId) => {
    const institution = directory.institution(institutionId)
    const core = institution && cores[institution.coreType]
    if (institution === undefined || core === undefined) throw unavailable('the institution has no usable core')
    const key = `${institution.coreType} ${institution.coreTimeoutMs}`
    let chosen = guarded.get(key)
    if (chosen === undefined) {
      chosen = withDeadline(core, institution.coreTimeoutMs)
      guarded.set(key, chosen)
    }
    return chosen
  }
}
