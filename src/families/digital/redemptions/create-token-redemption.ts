// Token redemption: tokens of a digital asset account become money of its linked account. The given body names no account;
// which one is meant is decided by redemption-account.ts.

import { Type } from 'typebox'
import { id } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { REDEMPTION_TYPE, redemption, wireRedemption } from '../shapes/deposit.ts'
import { linkedAccountNamed, MAY_CREATE, orderOf } from '../shapes/movement.ts'
import { EXAMPLE_DEPOSIT, EXAMPLE_REDEMPTION } from '../shapes/movement-examples.ts'
import { reference, request } from '../shapes/request.ts'
import { digitalAssetAccount } from '../shapes/resource.ts'
import { tokenAmount } from '../shapes/token-amount.ts'

const GIVEN = {
  transaction: { ref: EXAMPLE_REDEMPTION.ref, type: REDEMPTION_TYPE },
  channelInfo: { type: 'MOBILE_APP' },
  tokenAmount: { currency: 'USD', tokens: 50, tokenType: 'TOKENIZED_DEPOSIT' },
}

export const createTokenRedemption = digitalOperation({
  id: 'CreateTokenRedemption',
  route: 'POST /token-redemptions',
  access: MAY_CREATE,
  basis: 'given',
  tag: 'Token redemptions',
  summary: 'Turn tokens into money',
  description:
    'Burns tokens of an account and credits its linked account. The account is the one that is named; else that of the ' +
    "named deposit; else the partner's default account in the currency; else the partner's only active one. `resolvedBy` " +
    'says which. Several active ones are a 422 with `candidates`. When the linked account refuses the money, the tokens ' +
    'come back: `RETURNED`.',
  errors: [
    'C-ACCOUNT_NOT_FOUND',
    'C-DEPOSIT_NOT_FOUND',
    'C-TOKEN_TYPE_NOT_SUPPORTED',
    'C-REDEMPTION_ACCOUNT_UNRESOLVED',
    'C-REDEMPTION_ACCOUNT_AMBIGUOUS',
    'C-INSTITUTION_NOT_ACTIVE',
    'C-USER_NOT_ACTIVE',
    'C-ACCOUNT_CLOSED',
    'C-ACCOUNT_FROZEN',
    'C-ACCOUNT_NOT_ACTIVE',
    'C-CURRENCY_MISMATCH',
    'C-LINKED_ACCOUNT_INVALID',
    'C-INSUFFICIENT_AVAILABLE_TOKENS',
    'C-STOPPED',
  ],
  body: request(
    REDEMPTION_TYPE,
    {
      tokenAmount: tokenAmount('given'),
      digitalAssetAccount: Type.Optional(digitalAssetAccount),
      linkedAccount: linkedAccountNamed,
      tokenizedDeposit: Type.Optional(
        chosen(
          Type.Object(
            {
              id: Type.Optional(id('Its id')),
              ref: Type.Optional(chosen(reference('The reference of the request that made it'))),
            },
            { description: 'A deposit of the partner: its account is meant' },
          ),
        ),
      ),
    },
    'given',
  ),
  rules({ tokenizedDeposit }, found) {
    if (!found.areValid('tokenizedDeposit') || tokenizedDeposit === undefined) return
    if (tokenizedDeposit.id === undefined && tokenizedDeposit.ref === undefined)
      found.add('tokenizedDeposit.id', 'or ref is required')
  },
  reply: redemption,
  requestExamples: [
    { name: 'given', summary: 'Without an account', value: GIVEN },
    {
      name: 'ofDeposit',
      summary: 'From the account of a deposit',
      value: { ...GIVEN, tokenizedDeposit: { ref: EXAMPLE_DEPOSIT.ref } },
    },
  ],
  replyExamples: [{ name: 'completed', summary: 'The money is paid', value: wireRedemption(EXAMPLE_REDEMPTION) }],
  async handle(ask) {
    const { body, services } = ask
    const moved = await services.tokenMovements.redeem({
      ...orderOf(ask),
      accountId: body.digitalAssetAccount?.id,
      linkedAccountId: body.linkedAccount?.id,
      deposit: body.tokenizedDeposit,
    })
    return reply(ask, wireRedemption(moved.movement), moved)
  },
})
