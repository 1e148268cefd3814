// Lending as the server mounts it. Headers, credentials and grants are checked before the body is read, then parameters
// and body are validated, then the operation runs.

import type { TObject } from 'typebox'
import { requireGrant } from '../../access/principal/grant.ts'
import { contentHash } from '../../http/body/known-fields.ts'
import { refusePaging } from '../../http/body/paging.ts'
import { queryReader } from '../../http/body/query.ts'
import { bodyValidator } from '../../http/body/validation.ts'
import type { Call } from '../../http/call.ts'
import type { Family, Route } from '../../http/family.ts'
import { invalidFields } from '../../kernel/problem.ts'
import type { IdempotencyKey } from '../../loans/keys/idempotency-keys.ts'
import { actorOf, type LendingCaller, type LendingCredentials, lendingCredentials } from './credentials.ts'
import type { LendingAsk, LendingOperation, LendingServices } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'
import { meets, renderProblem } from './problems.ts'

export const BASE_PATH = '/v1/lending'

export function lendingFamily(
  services: LendingServices,
  operations: readonly LendingOperation[] = LENDING_OPERATIONS,
): Family {
  const credentials = lendingCredentials(services)
  return {
    name: 'lending',
    prefixes: [BASE_PATH],
    routes: operations.map((operation) => routeOf(operation, services, credentials)),
    meets,
    renderProblem,
  }
}

function routeOf(operation: LendingOperation, services: LendingServices, credentials: LendingCredentials): Route {
  const { id, method, path, access } = operation
  const readQuery = operation.query === undefined ? undefined : queryReader(operation.query as TObject)
  const validate = operation.body === undefined ? undefined : bodyValidator(operation.body, { rules: operation.rules })
  const callers = new WeakMap<Call, LendingCaller>()
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    async admit(call) {
      if (operation.replays === true) checkKey(call)
      callers.set(call, await credentials.admit(call, access))
    },
    async answer(call) {
      const caller = callers.get(call)
      if (caller === undefined) throw new Error('the call was not admitted')
      const query = readQuery === undefined ? undefined : refusePaging(() => readQuery(call.query))
      const isLeftOut = call.body === undefined && operation.optionalBody === true
      const body = isLeftOut ? {} : validate?.(call.body)
      const key = operation.replays === true ? keyOf(call, operation, caller, body) : undefined
      return operation.handle({ ...askOf(call, services, caller, key, operation), body, query })
    },
  }
}

function askOf(
  call: Call,
  services: LendingServices,
  caller: LendingCaller,
  key: IdempotencyKey | undefined,
  { access }: LendingOperation,
): LendingAsk {
  const { partner, operator } = caller
  return {
    call,
    services,
    partner,
    partnerId: partner.partnerId,
    actor: actorOf(call, caller),
    operator,
    key,
    requireAction(action) {
      if (operator !== undefined) requireGrant(operator, { module: access.module, action })
    },
  }
}

const KEY_HEADER = 'idempotency-key'
/** Visible ASCII: it is stored and compared as it came. */
const KEY = /^[\x21-\x7e]{1,255}$/

function checkKey(call: Call): void {
  const sent = call.headers[KEY_HEADER]
  if (sent === undefined || (typeof sent === 'string' && KEY.test(sent))) return
  throw invalidFields([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }])
}

/** A preview does nothing, so its key stays free. */
function keyOf(
  call: Call,
  { id, method, path, body: schema }: LendingOperation,
  { partner }: LendingCaller,
  body: unknown,
): IdempotencyKey | undefined {
  const key = call.header(KEY_HEADER)
  if (key === undefined || (body as { preview?: unknown } | undefined)?.preview === true) return undefined
  const named = path.replace(/:(\w+)/g, (_, name: string) => (call.params[name] ?? '').toLowerCase())
  return { partnerId: partner.partnerId, key, operation: id, content: contentHash([method, named], schema, body) }
}
