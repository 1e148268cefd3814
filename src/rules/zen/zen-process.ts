// Isolates zen. Its native code aborts its process when a number leaves its range (`5 % 0`, an input of 1e30), so it runs
// in a child process, started with the first table that needs it. When a child exits or does not answer in time, its
// calls fail; the next call starts another.

import { type ChildProcess, fork } from 'node:child_process'
import { type Explanation, type RuleInput, RuleInputError, type RuleValue } from '../values.ts'
import type { UncheckedCell, ZenReply, ZenRequest, ZenTask } from './zen-messages.ts'

/** zen did not answer: it ended, took too long, or has too much to do. Nothing was decided. */
export class ZenUnavailable extends Error {
  override readonly name = 'ZenUnavailable'
}

/** zen answered with an error. */
export class ZenFailed extends Error {
  override readonly name = 'ZenFailed'
}

interface Call {
  readonly timer: NodeJS.Timeout
  resolve(reply: ZenReply): void
  reject(error: Error): void
}

interface ZenLimits {
  /** How long a call may take before the child is ended. */
  readonly callMs: number
  /** How much longer while the child has not answered yet: it may still be starting. */
  readonly startMs: number
  /** How long a child that ended is not replaced, so that a table that ends it does not start one per call. */
  readonly restartMs: number
}

const LIMITS: ZenLimits = { callMs: 1_000, startMs: 10_000, restartMs: 1_000 }
const MAX_CALLS = 1_000
const CHILD = new URL('./zen-child.ts', import.meta.url)
// zen converts numbers to decimals of 28 digits, and aborts beyond.
const LARGEST = 1e18
const SMALLEST = 1e-18

export class ZenProcess {
  readonly #limits: ZenLimits
  readonly #calls = new Map<number, Call>()
  #child: ChildProcess | undefined
  /** The decisions that the running child holds. */
  #held = new Set<number>()
  #answered = false
  #pausedBy: string | undefined
  #closed = false
  #lastCall = 0
  #lastDecision = 0

  constructor(limits: Partial<ZenLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** What zen cannot read, each finding with its place. */
  async check(content: object, cells: readonly UncheckedCell[]): Promise<readonly string[]> {
    return (await this.#ask(() => ({ kind: 'check', content, cells }))).findings ?? []
  }

  decision(content: object): ZenRules {
    const id = ++this.#lastDecision
    let dropped = false
    const evaluate = async (input: RuleInput, explained: boolean): Promise<Explanation> => {
      refuseOutOfRange('input', input)
      const asked = this.#ask(() => {
        // Made when the child is known: one that has just started holds nothing yet.
        const missing = !this.#held.has(id)
        this.#held.add(id)
        return { kind: 'evaluate', decision: id, ...(missing && { content }), input, explained }
      })
      if (dropped) this.#drop(id)
      return (await asked).explanation ?? { output: undefined, matched: [] }
    }
    const drop = () => {
      dropped = true
      this.#drop(id)
    }
    return { evaluate, drop }
  }

  close(): void {
    this.#closed = true
    this.#end('the gateway stops')
  }

  #drop(decision: number): void {
    if (this.#held.delete(decision)) this.#send({ kind: 'drop', decision })
  }

  #ask(taskFor: () => ZenTask): Promise<ZenReply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new ZenUnavailable('zen is closed')
      if (this.#pausedBy !== undefined) throw new ZenUnavailable(this.#pausedBy)
      if (this.#calls.size >= MAX_CALLS) throw new ZenUnavailable('zen has too much to do')
      this.#start()
      const call = ++this.#lastCall
      const { callMs, startMs } = this.#limits
      const timer = setTimeout(() => this.#end('zen did not answer in time'), callMs + (this.#answered ? 0 : startMs))
      this.#calls.set(call, { timer, resolve, reject })
      this.#send({ ...taskFor(), call })
    })
  }

  #send(request: ZenRequest): void {
    // If the child has exited, its exit event rejects the call.
    this.#child?.send(request, () => undefined)
  }

  #start(): void {
    if (this.#child !== undefined) return
    // No environment: tables must not see the gateway's secrets.
    const child = fork(CHILD, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.unref()
    child.channel?.unref()
    child.on('message', (reply: ZenReply) => this.#onReply(reply))
    child.on('error', (error) => this.#gone(child, `zen failed: ${error.message}`))
    child.on('exit', (code, signal) => this.#gone(child, `zen ended with ${signal ?? code}`))
    this.#child = child
    this.#held = new Set()
    this.#answered = false
  }

  #onReply(reply: ZenReply): void {
    this.#answered = true
    const call = this.#calls.get(reply.call)
    if (call === undefined) return
    this.#calls.delete(reply.call)
    clearTimeout(call.timer)
    if (reply.error === undefined) call.resolve(reply)
    else call.reject(new ZenFailed(reply.error))
  }

  #end(why: string): void {
    const child = this.#child
    if (child === undefined) return
    child.kill('SIGKILL')
    this.#gone(child, why)
  }

  #gone(child: ChildProcess, why: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#held = new Set()
    for (const call of this.#calls.values()) {
      clearTimeout(call.timer)
      call.reject(new ZenUnavailable(why))
    }
    this.#calls.clear()
    this.#pausedBy = why
    setTimeout(() => {
      this.#pausedBy = undefined
    }, this.#limits.restartMs).unref()
  }
}

export interface ZenRules {
  evaluate(input: RuleInput, explained: boolean): Promise<Explanation>
  /** Forgets the decision in the child. Evaluating it later still works, at the cost of loading it again. */
  drop(): void
}

/** Numbers that zen cannot convert would end it, and a NaN would arrive as null. */
function refuseOutOfRange(name: string, value: RuleValue): void {
  if (typeof value === 'object' && value !== null) {
    for (const [inner, part] of Object.entries(value)) refuseOutOfRange(`${name}.${inner}`, part)
  } else if (typeof value === 'number' && value !== 0) {
    const size = Math.abs(value)
    if (!(size >= SMALLEST && size <= LARGEST)) throw new RuleInputError(`${name} is ${value}, which is out of range`)
  } else if (typeof value === 'bigint') {
    throw new RuleInputError(`${name} is a bigint`)
  }
}
