// Onboarding and administration: the family as the server mounts it. A request is let in by its headers, bearer and role
// before its body is read; then its parameters and its body are checked, and only then does it reach its operation.

import type { TObject } from 'typebox'
import type { Place } from '../../access/admission/admission.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Actor } from '../../audit/actor.ts'
import { requireContentType } from '../../http/body/content-type.ts'
import { queryReader } from '../../http/body/query.ts'
import { bodyValidator } from '../../http/body/validation.ts'
import type { Call } from '../../http/call.ts'
import { isCrossOrigin } from '../../http/cross-origin.ts'
import type { Family, Route } from '../../http/family.ts'
import { clientNetworkOf } from '../../http/limits/client-network.ts'
import { isUuid } from '../../kernel/ids.ts'
import { invalidFields, Problem } from '../../kernel/problem.ts'
import { type ACCESS, type Access, accessOf, isOpen } from './access-table.ts'
import { AnonymousLimits, type AnonymousRates, isCostly } from './anonymous-limits.ts'
import { BASE_PATH } from './base-path.ts'
import type { OnboardingAsk, OnboardingOperation, OnboardingServices } from './onboarding-operation.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'
import { meets, onboardingProblem, renderProblem } from './problems.ts'

/**
 * Take a cookie or set one. Bodies in JSON cannot come from a page of another origin without a preflight, but a refresh
 * needs no body and `/token` takes a form: such a page could sign its visitor in as somebody else.
 */
const USE_COOKIES: ReadonlySet<string> = new Set<keyof typeof ACCESS>(['LoginUser', 'RefreshToken', 'IssueToken'])

/** What they change, every node keeps in memory; the caller is answered once all of them have heard. */
const CHANGE_ACCESS: ReadonlySet<string> = new Set<keyof typeof ACCESS>([
  'SetPassword',
  'UpdateUser',
  'SetUserActivation',
  'ResetUserMfa',
  'UpdateRole',
  'DeleteRole',
  'SetRoleActivation',
])

export function onboardingFamily(services: OnboardingServices, rates?: AnonymousRates): Family {
  const limits = new AnonymousLimits(services.clock, rates)
  return {
    name: 'onboarding',
    prefixes: [BASE_PATH],
    routes: ONBOARDING_OPERATIONS.map((operation) => routeOf(operation, services, limits)),
    meets,
    renderProblem,
  }
}

function routeOf(operation: OnboardingOperation, services: OnboardingServices, limits: AnonymousLimits): Route {
  const { id, method, path } = operation
  const access = accessOf(id)
  const readQuery = operation.query === undefined ? undefined : queryReader(operation.query as TObject)
  const validate = operation.body === undefined ? undefined : bodyValidator(operation.body, { rules: operation.rules })
  const callers = new WeakMap<Call, Principal>()
  const changesAccess = CHANGE_ACCESS.has(id)
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    ...(operation.form === true && { form: true }),
    ...(isOpen(access) && { anonymous: true }),
    ...(operation.renderProblem !== undefined && { renderProblem: operation.renderProblem }),
    async admit(call) {
      checkCorrelationId(call)
      if (USE_COOKIES.has(id)) refuseOtherOrigins(call)
      checkContentType(call, operation)
      if (isOpen(access)) {
        limits.check(call, id)
        return
      }
      const principal = await services.authenticator.authenticate(bearerOf(call))
      call.userId = principal.userId
      callers.set(call, principal)
      requireGrant(principal, access)
    },
    async answer(call) {
      operation.assertOffered?.(services)
      checkPathIds(call, path)
      const query = readQuery?.(call.query)
      const isLeftOut = call.body === undefined && operation.optionalBody === true
      const body = isLeftOut ? undefined : validate?.(call.body)
      const place = isCostly(id) ? services.admission.enter(clientNetworkOf(call.ip), call.abandoned) : undefined
      try {
        const reply = await operation.handle(askOf(call, services, callers.get(call), body, query, place))
        if (changesAccess) await services.authenticator.settled()
        return reply
      } finally {
        place?.leave()
      }
    },
  }
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
      if (caller === undefined) throw new Error('nobody is signed in on an open operation')
      return caller
    },
    get turns() {
      if (place === undefined) throw new Error('the operation takes no place, see anonymous-limits.ts')
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

const CORRELATION_ID = 'x-correlation-id'
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

function bearerOf(call: Call): string | undefined {
  return BEARER.exec(call.header('authorization') ?? '')?.[1]
}

function requireGrant(principal: Principal, access: Exclude<Access, 'open' | 'bearer-optional'>): void {
  if (access === 'signed-in' || principal.grants.allows(access.module, access.action)) return
  throw new Problem('forbidden', `Your role lacks ${access.action} on ${access.module}`)
}

/** The server replaces a malformed id for its response. Reject it so that the caller learns of it. */
function checkCorrelationId(call: Call): void {
  const sent = call.headers[CORRELATION_ID]
  if (sent === undefined || (typeof sent === 'string' && isUuid(sent))) return
  throw invalidFields([{ path: CORRELATION_ID, message: 'must be a UUID' }])
}

/** An operation without a body, or with one that may be left out, takes a request that names no type. */
function checkContentType(call: Call, { body, form, optionalBody }: OnboardingOperation): void {
  const mayBeSilent = body === undefined || optionalBody === true
  if (mayBeSilent && call.header('content-type') === undefined) return
  requireContentType(call, form === true ? 'form' : 'json')
}

/** Ids of records are UUIDs; what is not one is refused by its name rather than looked for. */
function checkPathIds(call: Call, path: string): void {
  for (const name of ['id', 'sid']) {
    if (!path.includes(`/:${name}`)) continue
    if (!isUuid(call.params[name] ?? '')) throw invalidFields([{ path: name, message: 'must be a UUID' }])
  }
}
