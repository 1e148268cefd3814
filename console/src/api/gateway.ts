// The one client of the gateway. Every page calls the operations of the SDK through it, with the signed-in user's token.

import { createOnboardingClient, type onboarding } from '@tillgate/sdk'

export const client = createOnboardingClient({ baseUrl: window.location.origin })

/** Onboarding and administration. */
export const admin: onboarding.OnboardingOperations = client.operations

/** Lending and digital banking, on behalf of a partner. */
export const { lending, digital } = client
