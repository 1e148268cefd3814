// The package's exports. The types of account services are exported directly, those of onboarding, digital
// banking and lending as namespaces, because some names occur in several.

export { type AccountsClient, type Connection, createAccountsClient } from './client.ts'
export { createDigitalClient, type DigitalClient, type DigitalConnection } from './digital-client.ts'
export { type EncryptOptions, encryptCredential, type PublicJwk, type PublicJwks } from './encrypt-credential.ts'
export { createEventsClient, type EventsClient, type EventsConnection } from './events-client.ts'
export type * from './generated-accounts.ts'
export { RESPONSE_CODES } from './generated-accounts.ts'
export type * as digital from './generated-digital.ts'
export type * as events from './generated-events.ts'
export type * as feed from './generated-feed.ts'
export type * as lending from './generated-lending.ts'
export type * as onboarding from './generated-onboarding.ts'
export { isEvent } from './is-event.ts'
export { createLendingClient, type LendingClient, type LendingConnection } from './lending-client.ts'
export {
  createOnboardingClient,
  type OnboardingClient,
  type OnboardingConnection,
  type SignInAnswer,
  type SignInCredentials,
} from './onboarding-client.ts'
export { type RepeatOptions, repeatUntilKnown } from './repeat.ts'
export type { CallOptions, Endpoint, Reply } from './transport.ts'
export { type VerifyOptions, verifyWebhook } from './verify-webhook.ts'
