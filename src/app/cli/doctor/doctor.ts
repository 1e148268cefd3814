// tillgate doctor: looks at an installation as an auditor would, and prints what to mend.
//
//   exit code   0   nothing to mend
//               1   it could not look, as with every command
//               2   something to mend; with --strict also when there is something to consider

import { systemClock } from '../../../platform/kernel/time/clock.ts'
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
    report(await examined({ ...store, nowMs: systemClock.now() }), store.config.environment, options, shell)
  await withUnchangedStore(work, shell.env, { isReadOnly: true })
}

interface Examination {
  /** How many were made: most say nothing of a sandbox. */
  readonly checks: number
  readonly findings: readonly Finding[]
}

async function examined(patient: Patient): Promise<Examination> {
  const isSandbox = patient.config.environment === 'sandbox'
  const made = CHECKS.filter(({ inSandbox = false }) => inSandbox || !isSandbox)
  const findings: Finding[] = []
  for (const { name, look } of made) {
    for (const [severity, seen, todo] of await look(patient)) findings.push({ severity, check: name, seen, mend: todo })
  }
  findings.sort((one, other) => Number(one.severity === 'CONSIDER') - Number(other.severity === 'CONSIDER'))
  return { checks: made.length, findings }
}

function report(
  { checks, findings }: Examination,
  environment: string,
  { json = false, strict = false }: DoctorOptions,
  shell: Shell,
): void {
  const toMend = findings.filter(({ severity }) => severity === 'MEND').length
  if (json) shell.print(JSON.stringify({ environment, checks, findings }, null, 2))
  else {
    for (const { severity, check, seen, mend } of findings) shell.print(`${severity} ${check}: ${seen}\n  ${mend}`)
    shell.print(
      `${checks} ${checks === 1 ? 'check' : 'checks'} of ${environment}: ${toMend} to mend, ${findings.length - toMend} to consider`,
    )
  }
  if (toMend > 0 || (strict && findings.length > 0)) process.exitCode = 2
}
