// A faulty network between a gateway and PostgreSQL: it closes connections, delays or drops answers, or drops only the
// answer to a COMMIT, when the work is done but the client does not know.

import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** Its text, or the name of the prepared statement that a batch commits with. */
const COMMIT = /\bCOMMIT\b|round-trip:\d+:commit/

interface Line {
  readonly client: Socket
  readonly upstream: Socket
  /** Further answers are dropped, because one of them already is. */
  isMuted: boolean
  /** Delayed answers that have not been passed on. */
  late: number
  /** The delay of those. */
  delayMs: number
}

export interface FaultProxy {
  readonly url: string
  /** Answers dropped so far, including those to commits. */
  readonly lost: number
  /** Destroys every connection; new ones work. */
  cut(): void
  /** Leads new connections to another server, and destroys the others. */
  lead(target: string): void
  /** Delays every answer; 0 for no delay. */
  delayAnswers(ms: number): void
  /** Drops every answer until `heal`. */
  swallowAnswers(): void
  /** Forwards the next `count` commits, drops their answers and closes their connections. */
  loseCommits(count: number): void
  /** Forwards the next commit, drops its answer, closes every connection and takes no new one until `heal`. */
  vanishAtCommit(): void
  /** Ends all faults. Connections that lost an answer are closed. */
  heal(): void
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let upstreamUrl = new URL(target)
  const lines = new Set<Line>()
  let delayMs = 0
  let isSwallowing = false
  let commitsToLose = 0
  let vanishes = false
  let isAway = false
  let lost = 0

  const cutLine = (line: Line) => {
    lines.delete(line)
    line.client.destroy()
    line.upstream.destroy()
  }

  // None overtakes another, also when the delay has ended or changed: timers of equal length fire in order.
  const passOnLate = (line: Line, answer: Buffer) => {
    if (line.late++ === 0) line.delayMs = delayMs
    setTimeout(() => {
      line.late--
      if (!line.client.destroyed) line.client.write(answer)
    }, line.delayMs)
  }

  const server = createServer((client) => {
    if (isAway) {
      client.destroy()
      return
    }
    const upstream = createConnection({ host: upstreamUrl.hostname, port: Number(upstreamUrl.port) })
    const line: Line = { client, upstream, isMuted: false, late: 0, delayMs: 0 }
    lines.add(line)
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      socket.on('error', () => cutLine(line))
      socket.on('close', () => cutLine(line))
    }
    client.on('data', (asked) => {
      upstream.write(asked)
      if (commitsToLose === 0 || line.isMuted || !COMMIT.test(asked.toString('latin1'))) return
      commitsToLose--
      line.isMuted = true
      // The server reads the commit before the end, and closes once it has processed everything.
      upstream.end()
      if (!vanishes) return
      upstream.once('close', () => {
        isAway = true
        lines.forEach(cutLine)
      })
    })
    upstream.on('data', (answer) => {
      if (isSwallowing) line.isMuted = true
      if (line.isMuted) lost++
      else if (delayMs === 0 && line.late === 0) client.write(answer)
      else passOnLate(line, answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`

  return {
    url: url.href,
    get lost() {
      return lost
    },
    cut: () => lines.forEach(cutLine),
    lead: (other) => {
      upstreamUrl = new URL(other)
      lines.forEach(cutLine)
    },
    delayAnswers: (ms) => {
      delayMs = ms
    },
    swallowAnswers: () => {
      isSwallowing = true
    },
    loseCommits: (count) => {
      commitsToLose = count
    },
    vanishAtCommit: () => {
      commitsToLose = 1
      vanishes = true
    },
    heal: () => {
      vanishes = false
      isAway = false
      delayMs = 0
      isSwallowing = false
      commitsToLose = 0
      for (const line of lines) if (line.isMuted) cutLine(line)
    },
    close: async () => {
      lines.forEach(cutLine)
      server.close()
      await once(server, 'close')
    },
  }
}
