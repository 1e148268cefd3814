// As fetch(), and again while a business day is being closed, as channels do: a suite may run over midnight in New York.

import { setTimeout as delay } from 'node:timers/promises'

/** Whose orders are always answered so. */
const SCENARIO_ACCOUNT = '9000000906'
const AGAIN_MS = 100
const TRIES = 100

export async function fetchOverCutover(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  for (let left = TRIES; ; left--) {
    const response = await fetch(url, init)
    const isRepeatable = left > 0 && typeof init?.body === 'string' && !init.body.includes(SCENARIO_ACCOUNT)
    if (response.status !== 503 || !isRepeatable || !(await response.clone().text()).includes('"906"')) return response
    await delay(AGAIN_MS)
  }
}
