// Onboarding and administration as the server mounts it. Headers, bearer token and role are checked before the body is
// read, then parameters and body are validated, then the operation runs.

import type { TObject } from 'typebox'
import type { Place } from '../../access/admission/admission.ts'
import { requireGrant } from '../../access/principal/grant.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Actor } from '../../audit/actor.ts'
import { isAnonymous } from '../../edge/resource/access.ts'
import { bearerOf } from '../../http/bearer.ts'
import { requireContentType } from '../../http/body/content-type.ts'
import { queryReader } from '../../http/body/query.ts'
import { bodyValidator } from '../../http/body/validation.ts'
import type { Call } from '../../http/call.ts'
import { checkCorrelationId } from '../../http/correlation-id.ts'
import { isCrossOrigin } from '../../http/cross-origin.ts'
import type { Family, Route } from '../../http/family.ts'
import { clientNetworkOf } from '../../http/limits/client-network.ts'
import { isUuid } from '../../kernel/ids.ts'
import { invalidFields, Problem } from '../../kernel/problem.ts'
import { AnonymousLimits, type AnonymousRates } from './anonymous-limits.ts'
import { BASE_PATH } from './base-path.ts'
import { assertInScope, institutionNames } from './institution-scope.ts'
import type { OnboardingAsk, OnboardingOperation, OnboardingServices } from './onboarding-operation.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'
import { meets, onboardingProblem, renderProblem } from './problems.ts'

export function onboardingFamily(services: OnboardingServices, rates?: AnonymousRates): Family {
  const limits = new AnonymousLimits(services.clock, rates)
  return {
    name: 'onboarding',
    prefixes: [BASE_PATH],
    // Real time, also while the sandbox's clock is moved: answers show the same clock.
    clock: services.clock,
    routes: ONBOARDING_OPERATIONS.map((operation) => routeOf(operation, services, limits)),
    meets,
    renderProblem,
  }
}

function routeOf(operation: OnboardingOperation, services: OnboardingServices, limits: AnonymousLimits): Route {
  const { id, method, path, access } = operation
  const readQuery = operation.query === undefined ? undefined : queryReader(operation.query as TObject)
  const validate = operation.body === undefined ? undefined : bodyValidator(operation.body, { rules: operation.rules })
  const namedIn = namedInstitutions(operation)
  const callers = new WeakMap<Call, Principal>()
  const isAnonymousCall = isAnonymous(access)
  const needsTurn = isAnonymousCall && access.cost === 'hashing'
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    ...(operation.form === true && { form: true }),
    ...(isAnonymousCall && { anonymous: true }),
    ...(operation.renderProblem !== undefined && { renderProblem: operation.renderProblem }),
    async admit(call) {
      checkCorrelationId(call)
      if (operation.refusesOtherOrigins === true) refuseOtherOrigins(call)
      checkContentType(call, operation)
      if (isAnonymousCall) {
        limits.check(call, access.cost)
        return
      }
      const principal = await services.authenticator.authenticate(bearerOf(call))
      call.userId = principal.userId
      callers.set(call, principal)
      if (access !== 'signed-in') requireGrant(principal, access)
    },
    async answer(call) {
      operation.assertOffered?.(services)
      checkPathIds(call, path)
      const query = readQuery?.(call.query)
      const isLeftOut = call.body === undefined && operation.optionalBody === true
      const body = isLeftOut ? undefined : validate?.(call.body)
      const caller = callers.get(call)
      if (caller !== undefined) assertInScope(caller.scope, namedIn(query, body))
      const place = needsTurn ? services.admission.enter(clientNetworkOf(call.ip), call.abandoned) : undefined
      try {
        const reply = await operation.handle(askOf(call, services, caller, body, query, place))
        if (operation.changesAccess === true) await services.authenticator.settled()
        return reply
      } finally {
        place?.leave()
      }
    },
  }
}

/** The institutions that a request to the operation names. */
function namedInstitutions({ query, body, makesInstitution }: OnboardingOperation) {
  if (makesInstitution === true) return () => []
  const [inQuery, inBody] = [institutionNames(query), institutionNames(body)]
  return (sentQuery: unknown, sentBody: unknown) => [...inQuery(sentQuery), ...inBody(sentBody)]
}

function askOf(
  call: Call,
  services: OnboardingServices,
  caller: Principal | undefined,
  body: unknown,
  query: unknown,
  place: Place | undefined,
): OnboardingAsk & { readonly body: unknown; readonly query: unknown } {
  return {
    call,
    services,
    body,
    query,
    get principal() {
      if (caller === undefined) throw new Error('an anonymous operation has no principal')
      return caller
    },
    get turns() {
      if (place === undefined) throw new Error("only operations whose access costs 'hashing' have turns")
      return place
    },
    actor: actorOf(call, caller),
    async callerIfAny() {
      const bearer = bearerOf(call)
      if (bearer === undefined) return undefined
      return services.authenticator.authenticate(bearer).catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'unauthenticated') return undefined
        throw error
      })
    },
  }
}

function actorOf(call: Call, caller: Principal | undefined): Actor {
  return {
    ...(caller !== undefined && { userId: caller.userId, email: caller.email, scope: caller.scope }),
    ip: call.ip,
    correlationId: call.correlationId,
  }
}

function refuseOtherOrigins(call: Call): void {
  if (!isCrossOrigin(call)) return
  throw onboardingProblem('cross-origin', 'A page of another origin may not do this')
}

/** The header may be missing when there is no body, or when the body is optional. */
function checkContentType(call: Call, { body, form, optionalBody }: OnboardingOperation): void {
  const isOptional = body === undefined || optionalBody === true
  if (isOptional && call.header('content-type') === undefined) return
  requireContentType(call, form === true ? 'form' : 'json')
}

/** Record ids are UUIDs: anything else is a 400 that names the parameter, not a 404. */
function checkPathIds(call: Call, path: string): void {
  for (const name of ['id', 'sid']) {
    if (!path.includes(`/:${name}`)) continue
    if (!isUuid(call.params[name] ?? '')) throw invalidFields([{ path: name, message: 'must be a UUID' }])
  }
}
