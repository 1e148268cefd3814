// `npm test -- --at 04:58`: the same run, as if it began at that time of day in UTC. Suites must pass at any hour, also while a
// business day ends (midnight in New York is 04:00 or 05:00 UTC).
import { spawnSync } from 'node:child_process'
import { getFakeTime, movedBy, secondsUntil } from './support/machine/fake-time.ts'

const FLAG = '--at'

/** Whether the run was handed to a process with another clock, whose exit code this one takes over. */
export function runsAtAnotherTime(): boolean {
  const args = process.argv.slice(2)
  const place = args.indexOf(FLAG)
  if (place < 0) return false
  const [, timeOfDay = ''] = args.splice(place, 2)
  const seconds = secondsUntil(timeOfDay, Date.now())
  if (seconds === undefined) return refuse(`${FLAG} takes a time of day in UTC, for example ${FLAG} 04:58.`)
  const found = getFakeTime()
  if ('why' in found) return refuse(`${FLAG} needs another clock: ${found.why}.`)
  const command = [...process.execArgv, process.argv[1] as string, ...args]
  const env = { ...process.env, ...movedBy(seconds, found.library) }
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' })
  process.exitCode = status ?? 1
  return true
}

function refuse(why: string): true {
  console.error(why)
  process.exitCode = 2
  return true
}
