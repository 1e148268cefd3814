// A family that partners call, as the server mounts it. Headers, credentials and grants are checked before the body is
// read, then parameters and body are validated, then the operation runs.

import type { TObject } from 'typebox'
import { requireGrant } from '../../administration/access/principal/grant.ts'
import type { CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import { contentHash } from '../http/body/known-fields.ts'
import { refusePaging } from '../http/body/paging.ts'
import { queryReader } from '../http/body/query.ts'
import { bodyValidator, type ValidatorOptions } from '../http/body/validation.ts'
import type { Call } from '../http/call.ts'
import type { Family, Route } from '../http/family.ts'
import {
  actorOf,
  type CredentialRules,
  type PartnerCaller,
  PartnerCredentials,
  type PartnerServices,
} from './partner-credentials.ts'
import type { PartnerAsk, PartnerOperation } from './partner-operation.ts'
import type { PartnerProblems } from './partner-problems.ts'
import type { RepeatedRequests } from './repeated-requests.ts'

/** What a family declares; the document of its API (partner-openapi.ts) reads it too. */
export interface PartnerFamily<Code extends CatalogueCode, Named extends object> extends CredentialRules {
  readonly basePath: string
  readonly problems: PartnerProblems<Code>
  readonly repeats: RepeatedRequests<Code, Named>
  /** The 400 of a body; plain by default. */
  readonly refuseBody?: ValidatorOptions<unknown>['refuse']
}

export function mountPartnerFamily<Code extends CatalogueCode, Named extends object, Services extends PartnerServices>(
  family: PartnerFamily<Code, Named>,
  services: Services,
  operations: readonly PartnerOperation<PartnerAsk<Services> & Named, Code>[],
): Family {
  const { name, basePath, problems } = family
  const credentials = new PartnerCredentials(family, services)
  return {
    name,
    prefixes: [basePath],
    routes: operations.map((operation) => routeOf(operation, family, services, credentials)),
    meets: problems.meets,
    renderProblem: problems.renderProblem,
  }
}

function routeOf<Code extends CatalogueCode, Named extends object, Services extends PartnerServices>(
  operation: PartnerOperation<PartnerAsk<Services> & Named, Code>,
  { basePath, repeats, refuseBody }: PartnerFamily<Code, Named>,
  services: Services,
  credentials: PartnerCredentials,
): Route {
  const { id, method, path, access, rules, optionalBody, body: schema } = operation
  const readQuery = operation.query === undefined ? undefined : queryReader(operation.query as TObject)
  const validate = schema === undefined ? undefined : bodyValidator(schema, { rules, refuse: refuseBody })
  const callers = new WeakMap<Call, PartnerCaller>()
  return {
    method,
    path: basePath + path,
    operation: id,
    async admit(call) {
      repeats.check?.(call, operation)
      callers.set(call, await credentials.admit(call, access))
    },
    async answer(call) {
      const caller = callers.get(call)
      if (caller === undefined) throw new Error('the call was not admitted')
      const query = readQuery === undefined ? undefined : refusePaging(() => readQuery(call.query))
      const isLeftOut = call.body === undefined && optionalBody === true
      const body = isLeftOut ? {} : validate?.(call.body)
      const ask = askOf(call, services, caller)
      const content = () => contentHash([method, pathOf(call, path)], schema, body)
      const named = repeats.name({ call, operation, partnerId: ask.partnerId, body, content })
      return operation.handle({ ...ask, ...named, body, query })
    },
  }
}

function askOf<Services>(call: Call, services: Services, caller: PartnerCaller): PartnerAsk<Services> {
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

/** The path of the call, with its ids in one letter case. */
function pathOf(call: Call, path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => (call.params[name] ?? '').toLowerCase())
}
