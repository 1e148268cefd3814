// Account validation: whether an account of any institution can receive tokens, and whether it belongs to the named holder.
// docs/account-validation.md tells how names are compared.

import { Type } from 'typebox'
import { currency, flag, name, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { ACCOUNT_STATES } from '../../../tokens/accounts/digital-account.ts'
import { validateAccount as validate } from '../../../tokens/accounts/validate-account.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { request } from '../shapes/request.ts'
import { digitalAssetAccount, named, text } from '../shapes/resource.ts'
import { tokenType } from '../shapes/token-amount.ts'

const REASONS = ['AC01', 'AG11', 'AC07', 'AC06', 'AG01', 'AC11', 'BE01'] as const

const ASKED = {
  transaction: { ref: 'validation-2026-001', type: 'ACCOUNT_VALIDATION' },
  channelInfo: { type: 'MOBILE' },
  institution: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01' },
  digitalAssetAccount: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d03' },
  holder: { name: 'J. Doe' },
  tokenAmount: { currency: 'USD', tokenType: 'TOKENIZED_DEPOSIT' },
}

export const validateAccount = digitalOperation({
  id: 'ValidateAccount',
  route: 'POST /accounts/validation',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'VIEW' },
  replays: false,
  errors: ['C-INSTITUTION_NOT_FOUND', 'C-TOKEN_TYPE_NOT_SUPPORTED'],
  tag: 'Account validation',
  summary: 'Validate an account',
  description:
    'Asks about an account of any institution before a transfer. An account that is not there is a result, not an error. ' +
    '`reason` is the first that applies: AC01 no such account, AG11 the institution is not active, AC07 closed, AC06 frozen for ' +
    'credits, AG01 not active yet, AC11 another currency, BE01 the name is another. Nothing is stored.',
  body: request('ACCOUNT_VALIDATION', {
    institution: named('The institution of the account'),
    digitalAssetAccount,
    holder: Type.Optional(chosen(Type.Object({ name: Type.Optional(name('The holder that the payer means')) }))),
    tokenAmount: Type.Optional(
      chosen(Type.Object({ currency: Type.Optional(currency), tokenType: Type.Optional(tokenType) })),
    ),
  }),
  reply: Type.Object(
    {
      verified: flag('The account can receive, and the name matches or none was sent'),
      accountStatus: Type.Optional(oneOf('State of the account', ACCOUNT_STATES)),
      nameMatch: oneOf('Match, close match, no match, or not compared', ['MTCH', 'CMTC', 'NMTC', 'NOAP']),
      suggestedName: Type.Optional(text("The holder's name, for a close match")),
      canReceive: flag('Whether a transfer in the currency would be taken'),
      reason: Type.Optional(oneOf('ISO 20022 reason', REASONS)),
    },
    { component: 'AccountValidation' },
  ),
  requestExamples: [{ name: 'validation', summary: 'Before a transfer', value: ASKED }],
  replyExamples: [
    {
      name: 'close',
      summary: 'The name is close',
      value: {
        verified: false,
        accountStatus: 'ACTIVE',
        nameMatch: 'CMTC',
        suggestedName: 'Jane Doe',
        canReceive: true,
      },
    },
    {
      name: 'unknown',
      summary: 'There is no such account',
      value: { verified: false, nameMatch: 'NOAP', canReceive: false, reason: 'AC01' },
    },
  ],
  async handle(ask) {
    const { institution, digitalAssetAccount: asked, holder, tokenAmount } = ask.body
    const validation = await validate(ask.services.database, {
      institutionId: institution.id,
      accountId: asked.id,
      holderName: holder?.name,
      currency: tokenAmount?.currency,
      tokenType: tokenAmount?.tokenType,
    })
    return reply(ask, validation)
  },
})
