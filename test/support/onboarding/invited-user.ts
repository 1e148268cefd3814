// A user who was invited, chose a password and signed in, for suites with a running gateway.

import type { Gateway } from '../gateways/gateway.ts'
import { linkMailedTo, Onboarding } from './onboarding.ts'

/** What every invited user chooses. */
const INVITED_PASSWORD = 'Correct-Horse-9-Battery'

/** Returns the access token. `by` is the token of a user who may create users. */
export async function invitedUser(gateway: Gateway, by: string, mailID: string, more: object): Promise<string> {
  const onboarding = new Onboarding(() => gateway.url)
  const made = await onboarding.call('POST /users', {
    token: by,
    body: { firstName: 'Some', lastName: 'Body', mailID, ...more },
  })
  if (made.status !== 201) throw new Error(`${mailID} could not be created: ${made.text}`)
  const link = await linkMailedTo(gateway.managementUrl, mailID)
  const body = { email: link, password: await onboarding.encrypt(INVITED_PASSWORD) }
  const { status, text } = await onboarding.call('PATCH /users/password', { body })
  if (status !== 200) throw new Error(`${mailID} could not choose a password: ${text}`)
  return onboarding.tokenOf(mailID, INVITED_PASSWORD)
}
