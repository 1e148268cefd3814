// Users on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { freeText, name, oneOf, ownReference } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import { type DigitalUser, USER_STATES, USER_TYPES } from '../../../tokens/parties/digital-user.ts'
import { country, externalId } from '../shapes/party-fields.ts'
import { request } from '../shapes/request.ts'
import { named, resourceFields, text, wireHead } from '../shapes/resource.ts'
import { maskEmail, maskPhone } from './mask-contact.ts'

/** The transaction.type of the request that makes users. */
const USER_ONBOARDING = 'USER_ONBOARDING'

const email = Type.String({
  description: 'E-mail address; shown masked',
  maxLength: 254,
  pattern:
    "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$",
  expected: 'must be an e-mail address',
})

const phone = Type.String({
  description: 'Telephone number; shown masked',
  maxLength: 40,
  pattern: '^\\+?\\(?[0-9](?:[ ()./-]*[0-9]){5,14}$',
  expected: 'must be a telephone number of 6 to 15 digits such as +1 555 000 1234',
})

const type = oneOf('A person or a business', USER_TYPES)

export const newUser = request(
  USER_ONBOARDING,
  {
    institution: given(named('The institution whose customer the user is')),
    user: given(
      Type.Object({
        type: Type.Optional(type),
        firstName: Type.Optional(name('First name of a person; required for one')),
        lastName: Type.Optional(name('Last name of a person; required for one')),
        legalName: Type.Optional(name('Legal name of a business; required for one')),
        externalId: Type.Optional(externalId("The partner's own id of the user, unique at the institution")),
        email: Type.Optional(chosen(email)),
        phone: Type.Optional(chosen(phone)),
        country: Type.Optional(chosen(country('ISO 3166'))),
      }),
    ),
    kyc: Type.Optional(
      chosen(
        Type.Object(
          {
            reference: Type.Optional(ownReference('Reference of the identity check')),
            level: Type.Optional(freeText('How far it went')),
          },
          { description: 'Kept, and never returned' },
        ),
      ),
    ),
  },
  'given',
)

interface SentUser {
  readonly type?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly legalName?: string
}

const REQUIRED_NAMES = { INDIVIDUAL: ['firstName', 'lastName'], BUSINESS: ['legalName'] } as const

/** A rule of the operation: which names a user must have depends on its type. */
export function checkNames(user: SentUser | undefined, found: Findings): void {
  if (user === undefined || !found.areValid('user.type')) return
  for (const field of REQUIRED_NAMES[user.type === 'BUSINESS' ? 'BUSINESS' : 'INDIVIDUAL']) {
    if (user[field] === undefined && found.areValid(`user.${field}`)) found.add(`user.${field}`, 'is required')
  }
}

export const user = Type.Object(
  {
    ...resourceFields(USER_STATES),
    institution: chosen(Type.Object({ id: text('The institution whose customer the user is') })),
    user: chosen(
      Type.Object({
        id: chosen(Type.String({ description: 'Its id', format: 'uuid' })),
        type,
        firstName: Type.Optional(text('First name of a person')),
        lastName: Type.Optional(text('Last name of a person')),
        legalName: Type.Optional(text('Legal name of a business')),
        externalId: Type.Optional(text("The partner's own id of the user")),
        email: Type.Optional(text('E-mail address, masked')),
        phone: Type.Optional(text('Telephone number, masked')),
        country: Type.Optional(text('ISO 3166')),
      }),
    ),
  },
  { component: 'DigitalUser' },
)

export function wireUser(one: DigitalUser) {
  const { userId, institutionId, firstName, lastName, legalName } = one
  return {
    ...wireHead(userId, one.state, USER_ONBOARDING, one.made),
    institution: { id: institutionId },
    user: {
      id: userId,
      type: one.type,
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(legalName !== undefined && { legalName }),
      ...(one.externalId !== undefined && { externalId: one.externalId }),
      ...(one.email !== undefined && { email: maskEmail(one.email) }),
      ...(one.phone !== undefined && { phone: maskPhone(one.phone) }),
      ...(one.country !== undefined && { country: one.country }),
    },
  }
}

export const NEW_USER = {
  transaction: { ref: 'user-2026-001', type: USER_ONBOARDING },
  channelInfo: { type: 'MOBILE' },
  institution: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01' },
  user: {
    firstName: 'Jane',
    lastName: 'Doe',
    externalId: 'CUST0001',
    email: 'jane@x.com',
    phone: '+15550001234',
    country: 'US',
  },
  kyc: { reference: 'KYC-77', level: 'FULL' },
}

export const USER = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d02',
  state: 'ACTIVE',
  version: 1,
  transaction: NEW_USER.transaction,
  channelInfo: NEW_USER.channelInfo,
  createdAt: '2026-01-15T10:05:00.000Z',
  updatedAt: '2026-01-15T10:05:00.000Z',
  institution: NEW_USER.institution,
  user: {
    id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d02',
    type: 'INDIVIDUAL',
    ...NEW_USER.user,
    email: 'j***@x.com',
    phone: '***1234',
  },
}
