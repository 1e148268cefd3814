// Account services, as mounted by the server. A request is checked by its headers, its institution and its body, and
// then reaches its operation.

import { bodyValidator } from '../../edge/http/body/validation.ts'
import type { Call } from '../../edge/http/call.ts'
import type { Family, Reply, Route } from '../../edge/http/family.ts'
import type { AccountOperation, AccountServices, Ask } from './desk/account-operation.ts'
import { Credentials } from './desk/credentials.ts'
import { HealthProber } from './health/health-prober.ts'
import { ACCOUNT_OPERATIONS } from './operations.ts'
import { meets, refuseBody, renderProblem } from './problems.ts'

export const BASE_PATH = '/api/ssb/accountservices/v1'

export function accountsFamily(services: AccountServices): Family {
  const credentials = new Credentials(services)
  const healthProber = new HealthProber(services.healthProbes, services.environment)
  return {
    name: 'accounts',
    // The unversioned prefix, so that this family also renders the error for a wrong version.
    prefixes: ['/api/ssb/accountservices', '/api/health'],
    routes: ACCOUNT_OPERATIONS.map((operation) => routeOf(operation, services, credentials, healthProber)),
    meets,
    renderProblem,
  }
}

function routeOf(
  operation: AccountOperation,
  services: AccountServices,
  credentials: Credentials,
  healthProber: HealthProber,
): Route {
  const { id, method, path } = operation
  const ask = (call: Call): Ask => ({ call, partnerId: call.partnerId ?? '', services, healthProber })
  if (operation.body === undefined) {
    return {
      method,
      path,
      operation: id,
      answer: (call) => operation.handle({ ...ask(call), body: undefined }),
    }
  }
  const validate = bodyValidator(operation.body, { rules: operation.rules, refuse: refuseBody })
  return {
    method,
    path: BASE_PATH + path,
    operation: id,
    admit: (call) => credentials.admit(call, id),
    answer(call): Promise<Reply> {
      credentials.admitInstitution(call)
      return operation.handle({ ...ask(call), body: validate(call.body) })
    },
  }
}
