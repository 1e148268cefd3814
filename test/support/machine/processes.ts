// Information about processes that are not our children.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface ListedProcess {
  pid: number
  parent: number
  state: string
}

export function childrenOf(parent: number): number[] {
  return listProcesses()
    .filter((listed) => listed.parent === parent)
    .map((listed) => listed.pid)
}

/** A zombie counts as ended: it holds no memory or files, and stays forever when orphans are not reaped. */
export function isGone(pid: number): boolean {
  const found = listProcesses().find((listed) => listed.pid === pid)
  return found === undefined || found.state.startsWith('Z')
}

// From /proc if it exists, because small Linux installations have no `ps`.
function listProcesses(): ListedProcess[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        // "pid (command) state parent …", where the command may contain spaces and parentheses.
        const [state, parent] = statOf(name).split(') ').at(-1)?.split(' ') ?? []
        return state && parent ? [{ pid: Number(name), parent: Number(parent), state }] : []
      })
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }))
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended after we listed it.
    return ''
  }
}
