// Verify invite URL: whether the link of an invitation, reset mail or new address still counts, and whose it is. It does not use it up.

import { type Static, Type } from 'typebox'
import type { MintedValue } from '../../../../administration/access/keys/encrypted-strings.ts'
import { linkRefused } from '../../../../administration/access/users/mail-changes.ts'
import { chosen, given } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { type OnboardingServices, onboardingOperation } from '../../onboarding-operation.ts'
import { ENCRYPTED_EXAMPLE } from '../session/session-shapes.ts'

const reply = Type.Object({
  mailID: chosen(Type.String({ description: 'The mail id of the user; of a link for a new address, that address' })),
  firstName: chosen(Type.String({ description: 'The first name of the user' })),
  purpose: chosen(
    Type.Enum(['INVITE', 'RESET', 'MAIL'], {
      type: 'string',
      description: 'What the link is for; MAIL: to confirm a new address',
    }),
  ),
})

export const verifyInviteUrl = onboardingOperation({
  id: 'VerifyInviteUrl',
  route: 'POST /verify-invite-url',
  access: anonymous('hashing'),
  basis: 'given',
  tag: 'Passwords',
  summary: 'Is this link good?',
  description:
    'Tells whose link it is, without using it up. A link that was used or replaced, is too old or forged, or whose user ' +
    'is inactive: the same 400 `B-AUTH-007`.',
  body: Type.Object({ email: given(shape.encrypted('The value of the mailed link')) }),
  reply,
  requestExamples: [{ name: 'link', summary: 'The value of a link', value: { email: ENCRYPTED_EXAMPLE } }],
  replyExamples: [
    {
      name: 'invitation',
      summary: 'An invitation',
      value: { mailID: 'ann@bank.example', firstName: 'Ann', purpose: 'INVITE' },
    },
  ],
  async handle(ask) {
    const { services, body, turns } = ask
    const minted = await services.encryptedStrings.decryptMinted(body.email, turns)
    const holder = minted && (await holderOf(services, minted))
    if (holder === undefined) throw linkRefused()
    return envelope(ask, holder)
  },
})

async function holderOf(
  { database, passwordLinks, mailChanges }: OnboardingServices,
  minted: MintedValue,
): Promise<Static<typeof reply> | undefined> {
  if (minted.purpose === 'MAIL') {
    const holder = await mailChanges.holderOf(database, minted)
    return holder && { mailID: holder.newEmail, firstName: holder.firstName, purpose: 'MAIL' }
  }
  const holder = await passwordLinks.holderOf(database, minted)
  return holder && { mailID: holder.email, firstName: holder.firstName, purpose: holder.purpose }
}
