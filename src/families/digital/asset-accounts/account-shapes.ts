// Digital asset accounts on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { currency, flag, list, name, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { ACCOUNT_STATES, type DigitalAccount, LINKED_TYPES } from '../../../tokens/accounts/digital-account.ts'
import { externalId } from '../shapes/party-fields.ts'
import { request } from '../shapes/request.ts'
import { named, outcome, resourceFields, text, wireHead, wireOutcome } from '../shapes/resource.ts'

/** The transaction.type of the request that makes accounts. */
const ACCOUNT_OPENING = 'DIGITAL_ASSET_ACCOUNT'

const RESTRICTIONS = ['NO_DEBIT', 'NO_CREDIT'] as const

const restriction = oneOf('What a frozen account does not allow', RESTRICTIONS)
const linkedType = oneOf('Type of the linked account', LINKED_TYPES)

export const newAccount = request(ACCOUNT_OPENING, {
  institution: named('The institution that issues the tokens'),
  user: named('The user of that institution who holds them'),
  account: chosen(
    Type.Object({
      currency,
      label: Type.Optional(name('How the partner calls it')),
      default: Type.Optional(flag("Whether it is the partner's default account in the currency; false when absent")),
    }),
  ),
  linkedAccount: chosen(
    Type.Object({
      id: externalId('The account that deposits debit and redemptions credit'),
      type: Type.Optional(linkedType),
    }),
  ),
})

/** What a change can say besides `status`. */
export const accountChanges = {
  linkedAccount: Type.Optional(
    chosen(Type.Object({ id: externalId('The account that deposits debit and redemptions credit from now on') })),
  ),
  account: Type.Optional(
    chosen(
      Type.Object({
        label: Type.Optional(name('How the partner calls it')),
        default: Type.Optional(flag("Whether it is the partner's default account in the currency")),
      }),
    ),
  ),
}

/** `status.restrictions` of a request. */
export const restrictions = Type.Optional(
  chosen(
    Type.Array(restriction, {
      description: 'Only for `FROZEN`; `NO_DEBIT` when absent',
      minItems: 1,
      maxItems: RESTRICTIONS.length,
      uniqueItems: true,
      expected: 'must have 1 to 2 different items',
    }),
  ),
)

export const account = Type.Object(
  {
    ...resourceFields(ACCOUNT_STATES),
    institution: chosen(Type.Object({ id: text('The institution that issues the tokens') })),
    user: chosen(Type.Object({ id: text('The user who holds them') })),
    account: chosen(
      Type.Object({
        id: chosen(Type.String({ description: 'Its id', format: 'uuid' })),
        currency: text('ISO 4217 code'),
        label: Type.Optional(text('How the partner calls it')),
        default: flag("Whether it is the partner's default account in the currency"),
        restrictions: Type.Optional(list(restriction, 'What a `FROZEN` account does not allow')),
      }),
    ),
    linkedAccount: chosen(
      Type.Object({
        id: text('The account that deposits debit and redemptions credit'),
        type: Type.Optional(linkedType),
      }),
    ),
    outcome: Type.Optional(outcome),
  },
  { component: 'DigitalAssetAccount' },
)

export function wireAccount(one: DigitalAccount) {
  const { accountId, label, linkedType: type } = one
  return {
    ...wireHead(accountId, one.state, ACCOUNT_OPENING, one.made),
    institution: { id: one.institutionId },
    user: { id: one.userId },
    account: {
      id: accountId,
      currency: one.currency,
      ...(label !== undefined && { label }),
      default: one.isDefault,
      ...(one.restrictions.length > 0 && { restrictions: one.restrictions }),
    },
    linkedAccount: { id: one.linkedAccountId, ...(type !== undefined && { type }) },
    ...wireOutcome(one.outcome),
  }
}

export const NEW_ACCOUNT = {
  transaction: { ref: 'account-2026-001', type: ACCOUNT_OPENING },
  channelInfo: { type: 'MOBILE' },
  institution: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01' },
  user: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d02' },
  account: { currency: 'USD', label: 'Everyday', default: true },
  linkedAccount: { id: '1000000001', type: 'DDA' },
}

export const ACCOUNT = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d03',
  state: 'ACTIVE',
  version: 1,
  transaction: NEW_ACCOUNT.transaction,
  channelInfo: NEW_ACCOUNT.channelInfo,
  createdAt: '2026-01-15T10:10:00.000Z',
  updatedAt: '2026-01-15T10:10:00.000Z',
  institution: NEW_ACCOUNT.institution,
  user: NEW_ACCOUNT.user,
  account: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d03', ...NEW_ACCOUNT.account },
  linkedAccount: NEW_ACCOUNT.linkedAccount,
}
