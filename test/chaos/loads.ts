// What runs beside the fault of a round. Each load compares what it was answered with what the gateway then shows.

import type { Gateway } from '../support/gateways/gateway.ts'

export interface Load {
  /** Requests with an outcome. */
  readonly answered: number
  /** Attempts that were answered with a fault, or not at all. */
  readonly failed: number
  /** Sends everything it plans, until each request has an outcome or was dropped after a 503. */
  run(): Promise<void>
  /** Everything acknowledged is there once, and nothing else. All is up again. */
  assertKept(gateway: Gateway): Promise<void>
}
