// A free port for a server that is started later, or again at the same address. The system hands out ports of its own range to
// connections and to servers that ask for any, so a port from there may be taken in between; those below are left alone.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const LOWEST = 10_240
/** Where the range of the system begins on Linux, unless it says otherwise. */
const USUAL_RANGE = 32_768
const MAX_ATTEMPTS = 100

export async function freePort(): Promise<number> {
  const end = Math.max(LOWEST + 1_000, startOfRange())
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(LOWEST, end)
    if (await isFree(port)) return port
    if (attempt === MAX_ATTEMPTS) throw new Error(`found no free port from ${LOWEST} to ${end}`)
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

function startOfRange(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    // Not Linux.
    return USUAL_RANGE
  }
}
