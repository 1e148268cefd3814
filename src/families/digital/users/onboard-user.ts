// Onboards a user: a customer of one of the partner's institutions.

import type { Static } from 'typebox'
import type { NewUser } from '../../../tokens/parties/users.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { partyRequest } from '../movements/party-request.ts'
import { checkNames, NEW_USER, newUser, USER, user, wireUser } from './user-shapes.ts'

export const onboardUser = digitalOperation({
  id: 'OnboardUser',
  route: 'POST /users',
  basis: 'given',
  access: { module: 'DIGITAL_PARTIES', action: 'CREATE' },
  errors: ['C-INSTITUTION_NOT_FOUND', 'C-USER_EXISTS', 'C-INSTITUTION_NOT_ACTIVE'],
  tag: 'User onboarding',
  summary: 'Onboard a user',
  description:
    'A person has `firstName` and `lastName`, a business `legalName`. The user is `ACTIVE` at once, or ' +
    '`PENDING_VERIFICATION` when the property `onboarding.users` is `MANUAL`. `externalId` is unique at the institution until ' +
    'the user is `REJECTED` or `CLOSED`. E-mail address and telephone number are shown masked, `kyc` never.',
  body: newUser,
  rules: (body, found) => checkNames(body.user, found),
  reply: user,
  requestExamples: [{ name: 'person', summary: 'A person', value: NEW_USER }],
  replyExamples: [{ name: 'active', summary: 'The user is active', value: USER }],
  async handle(ask) {
    const { institution } = ask.body
    const { result, replayed } = await ask.services.digitalUsers.create(
      partyRequest(ask),
      institution.id,
      draftOf(ask.body),
    )
    return reply(ask, wireUser(result), { replayed })
  },
})

/** Names of the other type of user are left out. */
function draftOf({ user: sent, kyc }: Static<typeof newUser>): NewUser {
  const { type = 'INDIVIDUAL', firstName, lastName, legalName, externalId, email, phone, country } = sent
  const names =
    type === 'BUSINESS'
      ? { ...(legalName !== undefined && { legalName }) }
      : { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  return {
    type,
    ...names,
    ...(externalId !== undefined && { externalId }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(country !== undefined && { country }),
    ...(kyc !== undefined && { kyc: kycOf(kyc) }),
  }
}

/** Unknown fields are not kept. */
function kycOf({ reference, level }: NonNullable<Static<typeof newUser>['kyc']>) {
  return { ...(reference !== undefined && { reference }), ...(level !== undefined && { level }) }
}
