// What the gateway checks before it calls any core: the institution is active and offers the service, and the terminal is
// known, active and equipped for it. Each check returns the code it declines with, or undefined.

import { coreProblem } from '../core/core-problems.ts'
import { DECLINE, type DeclineCode } from '../core/outcome.ts'
import { type Presented, terminalOf } from '../core/presented.ts'
import { offers, type Service, takesOrders } from '../institutions/directory.ts'
import type { Problem } from '../kernel/problem.ts'

type Check = DeclineCode | undefined

export function checkGateway(presented: Presented, service: Service): Check {
  return checkInstitution(presented, service) ?? checkTerminal(presented, service)
}

function checkInstitution({ institution }: Presented, service: Service): Check {
  if (!takesOrders(institution)) return DECLINE.institutionSuspended
  return institution.services.has(service) ? undefined : DECLINE.serviceNotSupported
}

function checkTerminal(presented: Presented, service: Service): Check {
  if (presented.terminalId === undefined) return undefined
  const terminal = terminalOf(presented)
  if (terminal === undefined) return DECLINE.unknownTerminal
  return offers(terminal, service) ? undefined : DECLINE.notPermittedToTerminal
}

/**
 * A reversal undoes what has already happened: neither a service switched off since nor the state of the terminal is an
 * obstacle, but a named terminal must exist.
 */
export function checkGatewayForReversal(presented: Presented): Check {
  if (!takesOrders(presented.institution)) return DECLINE.institutionSuspended
  if (presented.terminalId !== undefined && terminalOf(presented) === undefined) return DECLINE.unknownTerminal
  return undefined
}

/** While the business day is being closed nothing is posted. */
export function cutoverProblem({ institution }: Presented, nowMs: number): Problem | undefined {
  if (institution.cutoverUntilMs <= nowMs) return undefined
  return coreProblem('cutover', "the institution's business day is being closed", { retryAfterSeconds: 1 })
}
