// A bad network between a gateway and PostgreSQL: it cuts connections, delays answers, swallows them, or loses just the
// answer to a COMMIT, when the work is done and nobody is told.

import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** By its text, or by the name of the prepared statement that a batch commits with. */
const COMMIT = /\bCOMMIT\b|round-trip:\d+:commit/

interface Line {
  readonly client: Socket
  readonly upstream: Socket
  /** Its answers are dropped from here on, because one of them is lost already. */
  isMuted: boolean
}

export interface FaultProxy {
  readonly url: string
  /** How many answers were swallowed so far, to commits included. */
  readonly lost: number
  /** Destroys every connection; new ones work. */
  cut(): void
  /** Holds every answer back for so long; 0 for none. */
  delayAnswers(ms: number): void
  /** Drops every answer until `heal`. */
  swallowAnswers(): void
  /** Passes the next `count` commits on, drops their answers and closes their connections. */
  loseCommits(count: number): void
  /** No more faults. Connections that lost an answer are cut. */
  heal(): void
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const lines = new Set<Line>()
  let delayMs = 0
  let isSwallowing = false
  let commitsToLose = 0
  let lost = 0

  const cutLine = (line: Line) => {
    lines.delete(line)
    line.client.destroy()
    line.upstream.destroy()
  }

  const server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    const line: Line = { client, upstream, isMuted: false }
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
      // The server reads the commit before it reads the end, and closes when it has carried out all it was sent.
      upstream.end()
    })
    upstream.on('data', (answer) => {
      if (isSwallowing) line.isMuted = true
      if (line.isMuted) lost++
      else if (delayMs === 0) client.write(answer)
      // Timers of one length fire in order, so that answers keep theirs.
      else setTimeout(() => client.destroyed || client.write(answer), delayMs)
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
    delayAnswers: (ms) => {
      delayMs = ms
    },
    swallowAnswers: () => {
      isSwallowing = true
    },
    loseCommits: (count) => {
      commitsToLose = count
    },
    heal: () => {
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
