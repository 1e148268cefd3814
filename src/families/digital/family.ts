// Digital banking as the server mounts it. Headers, credentials and grants are checked before the body is read, then
// parameters and body are validated, then the operation runs.

import type { TObject } from 'typebox'
import { requireGrant } from '../../access/principal/grant.ts'
import { contentHash } from '../../http/body/known-fields.ts'
import { refusePaging } from '../../http/body/paging.ts'
import { queryReader } from '../../http/body/query.ts'
import { bodyValidator } from '../../http/body/validation.ts'
import type { Call } from '../../http/call.ts'
import type { Family, Route } from '../../http/family.ts'
import type { Reference } from '../../tokens/references/reference.ts'
import { actorOf, type DigitalCaller, type DigitalCredentials, digitalCredentials } from './credentials.ts'
import type { DigitalAsk, DigitalOperation, DigitalServices } from './digital-operation.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import { meets, renderProblem } from './problems.ts'
import { refuseBody } from './shapes/request.ts'

export const BASE_PATH = '/api/digital/v1'

export function digitalFamily(
  services: DigitalServices,
  operations: readonly DigitalOperation[] = DIGITAL_OPERATIONS,
): Family {
  const credentials = digitalCredentials(services)
  return {
    name: 'digital',
    prefixes: [BASE_PATH],
    routes: operations.map((operation) => routeOf(operation, services, credentials)),
    meets,
    renderProblem,
  }
}

function routeOf(operation: DigitalOperation, services: DigitalServices, credentials: DigitalCredentials): Route {
  const { id, method, path, access, rules } = operation
  const readQuery = operation.query === undefined ? undefined : queryReader(operation.query as TObject)
  const validate =
    operation.body === undefined ? undefined : bodyValidator(operation.body, { rules, refuse: refuseBody })
  const callers = new WeakMap<Call, DigitalCaller>()
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    async admit(call) {
      callers.set(call, await credentials.admit(call, access))
    },
    async answer(call) {
      const caller = callers.get(call)
      if (caller === undefined) throw new Error('the call was not admitted')
      const query = readQuery === undefined ? undefined : refusePaging(() => readQuery(call.query))
      const body = validate?.(call.body)
      const reference = referenceOf(call, operation, caller, body)
      return operation.handle({ ...askOf(call, services, caller), reference, body, query })
    },
  }
}

function askOf(call: Call, services: DigitalServices, caller: DigitalCaller): DigitalAsk {
  const { partner, operator } = caller
  return {
    call,
    services,
    partner,
    partnerId: partner.partnerId,
    actor: actorOf(call, caller),
    operator,
    requireGrant(grant) {
      if (operator !== undefined) requireGrant(operator, grant)
    },
  }
}

/** The content is the path, with its ids in one letter case, and the known fields of the body. */
function referenceOf(
  call: Call,
  { method, path, body: schema }: DigitalOperation,
  { partner: { partnerId } }: DigitalCaller,
  body: unknown,
): Reference | undefined {
  if (body === undefined) return undefined
  const { transaction } = body as { readonly transaction: { readonly ref: string; readonly type: string } }
  const named = path.replace(/:(\w+)/g, (_, name: string) => (call.params[name] ?? '').toLowerCase())
  return {
    partnerId,
    ref: transaction.ref,
    type: transaction.type,
    content: contentHash([method, named], schema, body),
  }
}
