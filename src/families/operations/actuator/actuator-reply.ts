// JSON of the actuator endpoints: Spring Boot's media type, or plain JSON for a caller that asks for it.

import type { Call } from '../../../edge/http/call.ts'
import type { Reply } from '../../../edge/http/family.ts'

const ACTUATOR_TYPE = 'application/vnd.spring-boot.actuator.v3+json'
const JSON_TYPE = 'application/json'

export function actuatorReply(call: Call, body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body), contentType: preferredType(call, [ACTUATOR_TYPE, JSON_TYPE]) }
}

/**
 * The offered type with the highest weight in Accept; the first one named there when several have it. A type that is
 * only covered by a wildcard counts after those named. When nothing fits, the first offer is sent.
 */
export function preferredType(call: Call, offered: readonly [string, ...string[]]): string {
  let best: string = offered[0]
  let bestWeight = 0
  for (const range of call.header('accept')?.split(',') ?? []) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = weightOf(parameters)
    const named = offered.find((offer) => offer === type)
    if (named === undefined || weight <= bestWeight) continue
    best = named
    bestWeight = weight
  }
  return best
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return Number.isFinite(weight) ? weight : 0
}
