// Each institution's connectivity record picks its core by type and gives its deadline.

import type { Directory, Institution } from '../institutions/directory.ts'
import { unavailable } from '../kernel/problem.ts'
import type { CoreBanking, CoreOf } from './core.ts'
import { withDeadline } from './deadline.ts'

/** Cores by the type that connectivity records name. */
export type CoresByType = Readonly<Record<string, CoreBanking>>

export function chooseCore(directory: Directory, cores: CoresByType): CoreOf {
  const guarded = new Map<string, CoreBanking>()
  // By the record, which the directory replaces when it changes: every request comes by here.
  const chosen = new WeakMap<Institution, CoreBanking>()
  return (institutionId) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution has no usable core')
    return chosen.get(institution) ?? choose(institution)
  }

  function choose(institution: Institution): CoreBanking {
    const core = cores[institution.coreType]
    if (core === undefined) throw unavailable('the institution has no usable core')
    const key = `${institution.coreType} ${institution.coreTimeoutMs}`
    const guard = guarded.get(key) ?? withDeadline(core, institution.coreTimeoutMs)
    guarded.set(key, guard)
    chosen.set(institution, guard)
    return guard
  }
}
