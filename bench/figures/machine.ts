// Describes the machine, to tell whether two result files can be compared.

import { execFileSync, spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'

const TMPFS = 0x01021994

export interface Machine {
  readonly processors: number
  readonly model: string
  readonly memoryGb: number
  readonly platform: string
  readonly node: string
  readonly commit: string
  /** Load average over a minute, before the bench began. */
  readonly loadBefore: number
}

export function describeMachine(): Machine {
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    commit: currentCommit(),
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** Conditions that make the figures worthless. */
export function warningsAbout({ processors, loadBefore }: Machine): string[] {
  const warnings: string[] = []
  if (loadBefore > processors / 4) {
    warnings.push(`the machine is busy (load ${loadBefore.toFixed(1)} on ${processors} processors): expect noise`)
  }
  if (statfsSync(tmpdir()).type === TMPFS) {
    warnings.push(`${tmpdir()} is memory, where a commit costs nothing: set TMPDIR to a folder on disk`)
  }
  return warnings
}

export function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined
}

function currentCommit(): string {
  try {
    const args = ['describe', '--always', '--dirty']
    return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
