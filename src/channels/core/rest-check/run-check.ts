// Runs every case against one server, one after the other, and reports each result. A failed case does not stop the
// others; the adapter's deadline bounds every call.

import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs, systemClock } from '../../../platform/kernel/time/clock.ts'
import { HttpConnections } from '../rest/http-connections.ts'
import { RestCore } from '../rest/rest-core.ts'
import { type CheckCase, CheckDesk, CheckFailed, NotChecked, type SendRaw } from './check-desk.ts'
import type { CheckFixture } from './check-fixture.ts'
import { DECLINE_CASES } from './decline-cases.ts'
import { INQUIRY_CASES } from './inquiry-cases.ts'
import { POSTING_CASES } from './posting-cases.ts'
import { PROTOCOL_CASES } from './protocol-cases.ts'
import { REPETITION_CASES } from './repetition-cases.ts'
import { REVERSAL_CASES } from './reversal-cases.ts'

export const CHECK_CASES: readonly CheckCase[] = [
  ...PROTOCOL_CASES,
  ...REPETITION_CASES,
  ...POSTING_CASES,
  ...INQUIRY_CASES,
  ...REVERSAL_CASES,
  // Last, because they use up the limits of their accounts.
  ...DECLINE_CASES,
]

export interface CheckTarget {
  readonly url: URL
  readonly userName?: string
  readonly password?: string
  readonly fixture: CheckFixture
  readonly timeoutMs: number
}

export type CheckResult =
  | { readonly result: 'passed'; readonly title: string }
  | { readonly result: 'failed' | 'not checked'; readonly title: string; readonly why: string }

/** A check client for a server. */
export function openDesk(target: CheckTarget): { desk: CheckDesk; close(): Promise<void> } {
  const { url, userName, password, fixture, timeoutMs } = target
  const core = new RestCore({
    url,
    environment: 'sandbox',
    ...(userName !== undefined && { userName }),
    ...(password !== undefined && { password }),
    timeoutMs,
    probeTimeoutMs: timeoutMs,
    maxConnections: 25,
    maxWaiting: 1_000,
    // The circuit never opens: a check must see every failure.
    circuitBreaker: { failureRate: 100, openMs: 1, minimumCalls: Number.MAX_SAFE_INTEGER },
  })
  const connections = new HttpConnections({ url, environment: 'sandbox', maxConnections: 2, maxWaiting: 10 })
  const credentials = Buffer.from(`${userName ?? ''}:${password ?? ''}`).toString('base64')
  const authorization = userName === undefined ? {} : { authorization: `Basic ${credentials}` }
  const sendRaw: SendRaw = async (method, path, body) => {
    const exchange = await connections.exchange({
      method,
      path,
      headers: { accept: 'application/json', 'x-correlation-id': newCorrelationId(), ...authorization },
      ...(body !== undefined && { body }),
      timeoutMs,
      maxAnswerBytes: 64 * 1024,
    })
    if (exchange.kind !== 'answered') throw new CheckFailed(`${method} ${path}: no answer: ${exchange.why}`)
    return { status: exchange.status, body: jsonOrUndefined(exchange.body.toString('utf8')) }
  }
  return {
    desk: new CheckDesk({ core, fixture, sendRaw, startAt: systemClock.now() % 1_000_003 }),
    close: async () => {
      await Promise.all([core.close(), connections.close()])
    },
  }
}

export async function* runCheck(target: CheckTarget): AsyncGenerator<CheckResult & { durationMs: number }> {
  const { desk, close } = openDesk(target)
  try {
    for (const checked of CHECK_CASES) {
      const startedMs = monotonicMs()
      const result = await runCase(checked, desk)
      yield { ...result, durationMs: monotonicMs() - startedMs }
    }
  } finally {
    await close()
  }
}

async function runCase({ title, run }: CheckCase, desk: CheckDesk): Promise<CheckResult> {
  try {
    await run(desk)
    return { result: 'passed', title }
  } catch (error) {
    if (error instanceof NotChecked) return { result: 'not checked', title, why: error.message }
    if (error instanceof CheckFailed) return { result: 'failed', title, why: error.message }
    if (error instanceof Problem) return { result: 'failed', title, why: `expected an answer, seen: ${error.message}` }
    throw error
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
