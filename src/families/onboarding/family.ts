// Onboarding and administration as the server mounts it. Headers, bearer token and role are checked before the body is
// read, then parameters and body are validated, then the operation runs.

import { requireGrant } from '../../administration/access/principal/grant.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import { bearerOf } from '../../edge/http/bearer.ts'
import { requireContentType, requireFileType } from '../../edge/http/body/content-type.ts'
import type { Call } from '../../edge/http/call.ts'
import { checkCorrelationId } from '../../edge/http/correlation-id.ts'
import { isCrossOrigin } from '../../edge/http/cross-origin.ts'
import type { Family, Route } from '../../edge/http/family.ts'
import { isAnonymous } from '../../edge/resource/access.ts'
import { BASE_PATH } from './base-path.ts'
import type { OnboardingOperation, OnboardingServices } from './onboarding-operation.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'
import { Approvals } from './people/change-requests/approvals.ts'
import { EmergencyChanges } from './people/change-requests/emergency-changes.ts'
import { meets, onboardingProblem, renderProblem } from './problems.ts'
import { RunnableOperation } from './run-operation.ts'
import { AnonymousLimits, type AnonymousRates } from './sign-in/anonymous-limits.ts'

export function onboardingFamily(
  given: Omit<OnboardingServices, 'approvals' | 'breakGlass'>,
  rates?: AnonymousRates,
): Family {
  const runnables: RunnableOperation[] = []
  const services = {
    ...given,
    approvals: new Approvals(given, runnables),
    breakGlass: new EmergencyChanges(given, runnables),
  }
  runnables.push(...ONBOARDING_OPERATIONS.map((operation) => new RunnableOperation(operation, services)))
  const limits = new AnonymousLimits(services.clock, rates, services.openLimiter)
  return {
    name: 'onboarding',
    prefixes: [BASE_PATH],
    // Real time, also while the sandbox's clock is moved: answers show the same clock.
    clock: services.clock,
    routes: runnables.map((runnable) => routeOf(runnable, services, limits)),
    meets,
    renderProblem,
  }
}

function routeOf(runnable: RunnableOperation, services: OnboardingServices, limits: AnonymousLimits): Route {
  const { operation } = runnable
  const { id, method, path, access } = operation
  const callers = new WeakMap<Call, Principal>()
  const isAnonymousCall = isAnonymous(access)
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    ...(operation.form === true && { form: true }),
    ...(operation.upload !== undefined && { uploadBytes: operation.upload.bytes }),
    ...(isAnonymousCall && { anonymous: true }),
    ...(operation.renderProblem !== undefined && { renderProblem: operation.renderProblem }),
    async admit(call) {
      checkCorrelationId(call)
      if (operation.refusesOtherOrigins === true) refuseOtherOrigins(call)
      checkContentType(call, operation)
      if (isAnonymousCall) {
        await limits.check(call, access.cost)
        return
      }
      const principal = await services.authenticator.authenticate(bearerOf(call))
      call.userId = principal.userId
      callers.set(call, principal)
      if (access !== 'signed-in') requireGrant(principal, access)
    },
    answer: (call) => runnable.answer(call, callers.get(call)),
  }
}

function refuseOtherOrigins(call: Call): void {
  if (!isCrossOrigin(call)) return
  throw onboardingProblem('cross-origin', 'A page of another origin may not do this')
}

/** The header may be missing when there is no body, or when the body is optional. */
function checkContentType(call: Call, { body, form, optionalBody, upload }: OnboardingOperation): void {
  if (upload !== undefined) {
    requireFileType(call, upload.types)
    return
  }
  const isOptional = body === undefined || optionalBody === true
  if (isOptional && call.header('content-type') === undefined) return
  requireContentType(call, form === true ? 'form' : 'json')
}
