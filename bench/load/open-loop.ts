// Withdrawals at a fixed arrival rate, whatever the answers do. A latency counts from the moment at which its request was due:
// a generator that waits for an answer before it sends the next request would leave out exactly those that had to wait.

import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Load, LoadResult } from './load.ts'
import { FIRST_ACCOUNT, rawRequest, TEMPLATES, type Values } from './requests.ts'

/** A request that finds no free connection waits, and its time with it. So many are never busy below saturation. */
export const OPEN_CONNECTIONS = 128
/** What is still under way when the last request was sent has this long. */
const DRAIN_MS = 10_000

export interface OpenLoad extends Load {
  /** Requests that become due in a second, evenly. */
  readonly perSecond: number
}

export async function sendOpenLoop(load: OpenLoad): Promise<LoadResult> {
  const loop = new OpenLoop(load)
  await loop.connect()
  return loop.run()
}

class OpenLoop {
  readonly #load: OpenLoad
  readonly #parts: readonly string[]
  readonly #idle: Connection[] = []
  readonly #all: Connection[] = []
  readonly #due: number[] = []
  readonly #latencies: number[] = []
  #sent = 0
  #refused = 0
  #broken = 0

  constructor(load: OpenLoad) {
    this.#load = load
    this.#parts = rawRequest(TEMPLATES.withdrawal, new URL(load.url).host)
  }

  async connect(): Promise<void> {
    const { hostname, port } = new URL(this.#load.url)
    for (let i = 0; i < OPEN_CONNECTIONS; i++) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      const connection = new Connection(socket, (status, due) => this.#answered(connection, status, due))
      socket.on('error', () => {}).once('close', () => this.#closed(connection))
      this.#all.push(connection)
      this.#idle.push(connection)
    }
  }

  /** Node's timers wake once a millisecond: what became due since then is sent at once, and its delay counts. */
  async run(): Promise<LoadResult> {
    const { perSecond, seconds } = this.#load
    const total = Math.floor(perSecond * seconds)
    const startedAt = performance.now()
    const dueAt = (index: number) => startedAt + (index * 1000) / perSecond
    for (let next = 0; next < total; ) {
      for (const now = performance.now(); next < total && dueAt(next) <= now; next++) this.#due.push(dueAt(next))
      this.#send()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const deadline = performance.now() + DRAIN_MS
    while (this.#idle.length < this.#all.length && performance.now() < deadline) {
      this.#send()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const elapsed = (performance.now() - startedAt) / 1000
    const unanswered = this.#all.length - this.#idle.length + this.#due.length
    for (const connection of this.#all) connection.close()
    return this.#result(elapsed, unanswered)
  }

  #send(): void {
    while (this.#due.length > 0 && this.#idle.length > 0) {
      const due = this.#due.shift() as number
      const connection = this.#idle.pop() as Connection
      connection.send(this.#request(), due)
    }
  }

  #request(): string {
    const values: Values = {
      rrn: `${this.#load.run}0${String(++this.#sent).padStart(8, '0')}`,
      account: String(FIRST_ACCOUNT + Math.floor(Math.random() * this.#load.accounts)),
      amount: String(5 * (2 + Math.floor(Math.random() * 18))),
    }
    return this.#parts.map((part, i) => (i % 2 === 0 ? part : values[part as keyof Values])).join('')
  }

  #answered(connection: Connection, status: number, due: number): void {
    this.#latencies.push(performance.now() - due)
    if (status < 200 || status > 299) this.#refused++
    this.#idle.push(connection)
    this.#send()
  }

  #closed(connection: Connection): void {
    if (connection.isClosing) return
    this.#broken++
    this.#all.splice(this.#all.indexOf(connection), 1)
    const idle = this.#idle.indexOf(connection)
    if (idle >= 0) this.#idle.splice(idle, 1)
  }

  #result(seconds: number, unanswered: number): LoadResult {
    const sorted = Float64Array.from(this.#latencies).sort()
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
    return {
      answered: sorted.length,
      seconds,
      refused: this.#refused,
      broken: this.#broken + unanswered,
      latencyMs: { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: sorted.at(-1) ?? Number.NaN },
    }
  }
}

/** One request at a time over one connection; reads as much of HTTP as the gateway's answers have. */
class Connection {
  isClosing = false
  readonly #socket: Socket
  readonly #onAnswer: (status: number, due: number) => void
  #due = 0
  #received = ''

  constructor(socket: Socket, onAnswer: (status: number, due: number) => void) {
    this.#socket = socket
    this.#onAnswer = onAnswer
    socket.setEncoding('latin1').on('data', (chunk: string) => this.#read(chunk))
  }

  send(request: string, due: number): void {
    this.#due = due
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.isClosing = true
    this.#socket.destroy()
  }

  #read(chunk: string): void {
    this.#received += chunk
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]
    if (length === undefined || this.#received.length < end + 4 + Number(length)) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#onAnswer(status, this.#due)
  }
}
