import type { Defects } from '../defect.ts'

export const FAMILIES: Defects = {
  'cookie-in-the-clear': {
    breaks: 'cookies are Secure everywhere but in the sandbox',
    file: 'src/families/onboarding/sign-in/cookie.ts',
    find: "environment !== 'sandbox'",
    replace: "environment === 'prod'",
  },
  'fetch-site-ignored': {
    breaks: 'a page of another origin does not reach the management listener, also without an Origin',
    file: 'src/families/operations/management-guard.ts',
    find: 'isForeignFetchSite(call) === true || ',
    replace: '',
  },
  'unknown-client-of-switch': {
    breaks: 'a switch whose client is unknown or inactive is refused, whatever the policy of its partner',
    file: 'src/families/accounts/desk/credentials.ts',
    find: 'if (client === undefined && (clientId !== undefined || policy !== false))',
    replace: 'if (client === undefined && policy !== false)',
  },
  'own-decline-as-exception': {
    breaks: 'an order that the switch has declined itself is no exception for a person',
    file: 'src/families/accounts/desk/account-desk.ts',
    find: 'request.isAdvice && declinedWith === undefined && code !== APPROVED',
    replace: 'request.isAdvice && code !== APPROVED',
  },
  'access-not-settled': {
    breaks: 'a change of access is answered when every node applies it',
    file: 'src/families/onboarding/run-operation.ts',
    find: 'if (this.operation.changesAccess === true) await services.authenticator.settled()',
    replace: 'if (this.operation.changesAccess === true) services.authenticator.settled().catch(() => {})',
  },
  'listed-institutions-unscoped': {
    breaks: 'an institution outside the scope of the caller does not exist, also in a list',
    file: 'src/families/onboarding/institution-scope.ts',
    find: "new Set(['institutionId', 'institutionIds'])",
    replace: "new Set(['institutionId'])",
  },
  'every-caller-probes': {
    breaks: 'callers at the same time share one probe of the health',
    file: 'src/families/accounts/health/health-prober.ts',
    find: 'this.#validUntilMs = Number.POSITIVE_INFINITY\n',
    replace: '\n',
  },
  'hashing-unlimited': {
    breaks: 'an address signs in only so often',
    file: 'src/families/onboarding/sign-in/anonymous-limits.ts',
    find: "if (cost !== 'cheap')",
    replace: "if (cost === 'guarded')",
  },
  'nothing-approved': {
    breaks: 'an approval that had nothing left to change is told so',
    file: 'src/families/onboarding/people/change-requests/approvals.ts',
    find: 'await changeRequests.assertCarriedOut(record)\n',
    replace: '\n',
  },
}
