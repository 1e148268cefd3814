// Resource usage of a process. Read from /proc if it exists, because small Linux installations have no `ps`.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childrenOf } from '../../test/support/machine/processes.ts'

export interface Usage {
  readonly residentMb: number
  /** CPU time so far. */
  readonly cpuSeconds: number
}

const NONE: Usage = { residentMb: 0, cpuSeconds: 0 }
const TICKS_PER_SECOND = 100

/** Zero for a process that has exited. */
function usageOf(pid: number): Usage {
  if (process.platform !== 'linux') return usageByPs(pid)
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    // "pid (command) state …": user and system time are the 12th and 13th fields after the command.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return { residentMb: Number(resident) / 1024, cpuSeconds: ticks / TICKS_PER_SECOND }
  } catch {
    return NONE
  }
}

/** A process with its running children: a primary with its workers. */
export function usageWithChildren(pid: number): Usage {
  const all = [pid, ...childrenOf(pid)].map(usageOf)
  return {
    residentMb: all.reduce((sum, { residentMb }) => sum + residentMb, 0),
    cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  }
}

/** CPU time of a process's running children. */
export function cpuSecondsOfChildren(parent: number): number {
  return childrenOf(parent).reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0)
}

/** The same to the microsecond, where the kernel tells; `cpuSecondsOfChildren` counts in hundredths of a second. */
export function busySecondsOfChildren(parent: number): number {
  return childrenOf(parent).reduce((sum, pid) => sum + busySecondsOf(pid), 0)
}

function busySecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return usageOf(pid).cpuSeconds
  }
}

function usageByPs(pid: number): Usage {
  const { stdout } = spawnSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'utf8' })
  const [resident, time] = stdout.trim().split(/\s+/)
  if (resident === undefined || time === undefined) return NONE
  const cpuSeconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return { residentMb: Number(resident) / 1024, cpuSeconds }
}
