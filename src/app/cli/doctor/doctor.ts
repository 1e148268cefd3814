// tillgate doctor: looks at an installation as an auditor would, and prints what to mend.
//
//   exit code   0   nothing to mend
//               1   it could not look, as with every command
//               2   something to mend; with --strict also when there is something to consider

import { type OpenedStore, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { CONFIGURATION_CHECKS } from './configuration-checks.ts'
import { DATABASE_CHECKS } from './database-checks.ts'
import type { Finding, Patient } from './finding.ts'
import { PEOPLE_CHECKS } from './people-checks.ts'

const CHECKS = [...CONFIGURATION_CHECKS, ...DATABASE_CHECKS, ...PEOPLE_CHECKS]

interface DoctorOptions {
  readonly json?: boolean
  readonly strict?: boolean
}

export async function examine(options: DoctorOptions, shell: Shell): Promise<void> {
  const work = async (store: OpenedStore) =>
    report(await findingsOf({ ...store, nowMs: Date.now() }), store.config.environment, options, shell)
  await withUnchangedStore(work, shell.env, { isReadOnly: true })
}

async function findingsOf(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, inSandbox = false, look } of CHECKS) {
    if (patient.config.environment === 'sandbox' && !inSandbox) continue
    for (const [severity, seen, todo] of await look(patient)) findings.push({ severity, check: name, seen, mend: todo })
  }
  return findings.sort((one, other) => Number(one.severity === 'CONSIDER') - Number(other.severity === 'CONSIDER'))
}

function report(
  findings: readonly Finding[],
  environment: string,
  { json = false, strict = false }: DoctorOptions,
  shell: Shell,
): void {
  const toMend = findings.filter(({ severity }) => severity === 'MEND').length
  if (json) shell.print(JSON.stringify({ environment, checks: CHECKS.length, findings }, null, 2))
  else {
    for (const { severity, check, seen, mend } of findings) shell.print(`${severity} ${check}: ${seen}\n  ${mend}`)
    shell.print(`${CHECKS.length} checks of ${environment}: ${toMend} to mend, ${findings.length - toMend} to consider`)
  }
  if (toMend > 0 || (strict && findings.length > 0)) process.exitCode = 2
}
