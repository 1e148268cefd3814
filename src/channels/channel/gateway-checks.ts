// What the gateway checks before it calls any core: the institution is active and offers the service, and the terminal is
// known, active and equipped for it, and the card is not stopped here. Each check returns the code it declines with, or undefined.

import { offers, type Service, takesOrders } from '../../administration/institutions/directory.ts'
import type { HotCardReason } from '../../administration/institutions/hot-cards/hot-card-records.ts'
import type { Money } from '../../platform/kernel/money/money.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import { decline } from '../core/builtin/decision.ts'
import type { Asked } from '../core/core.ts'
import { coreProblem } from '../core/core-problems.ts'
import { DECLINE, type DeclineCode } from '../core/outcome.ts'
import { type Presented, terminalOf } from '../core/presented.ts'

type Check = DeclineCode | undefined

export function checkGateway(presented: Presented, service: Service): Check {
  return checkInstitution(presented, service) ?? checkTerminal(presented, service) ?? checkHotCard(presented)
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

const STOPPED_CARD: Readonly<Record<HotCardReason, DeclineCode>> = {
  LOST: DECLINE.lostCard,
  STOLEN: DECLINE.stolenCard,
  FRAUD: DECLINE.suspectedFraud,
}

/** Before the card's own checks, which only the core that has the card can make. An advice tells of money that is gone already. */
function checkHotCard({ directory, institution, panHash, isAdvice }: Presented): Check {
  if (panHash === undefined || isAdvice === true) return undefined
  const reason = directory.hotCard(institution.institutionId, panHash)
  return reason === undefined ? undefined : STOPPED_CARD[reason]
}

/** The stop that fits an order or inquiry. An advice tells of money that is gone already. */
export function stopOf(
  asked: Asked & { readonly amount?: Money; readonly pan?: string },
  presented: Presented,
  service: Service,
): string | undefined {
  if (asked.isAdvice === true) return undefined
  return presented.directory.stop(() => ({
    institutionIds: [asked.institutionId],
    partnerId: asked.partnerId,
    clientId: asked.clientId,
    terminalId: asked.terminalId,
    terminalKind: terminalOf(presented)?.kind,
    service,
    isInquiry: asked.amount === undefined,
    pan: asked.pan,
    currency: asked.amount?.currency,
    amountMinor: asked.amount?.minor,
  }))
}

/** Before the rules of any core, so that none is asked. */
export function declineStopped(asked: Parameters<typeof stopOf>[0], presented: Presented, service: Service) {
  const stopId = stopOf(asked, presented, service)
  return stopId === undefined ? undefined : { ...decline(DECLINE.serviceNotSupported), stopId }
}

/** What an inquiry is declined with, with the stop that declines it. A decline that the caller was advised of comes first. */
export function checkInquiry(
  inquiry: Asked & { readonly pan?: string; readonly advisedDecline?: DeclineCode | undefined },
  presented: Presented,
  service: Service,
): DeclinedInquiry | undefined {
  const code = inquiry.advisedDecline ?? checkGateway(presented, service)
  if (code !== undefined) return { code }
  const stopId = stopOf(inquiry, presented, service)
  return stopId === undefined ? undefined : { code: DECLINE.serviceNotSupported, stopId }
}

interface DeclinedInquiry {
  readonly code: DeclineCode
  readonly stopId?: string
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
