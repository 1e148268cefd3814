// Tokenized deposit: money of the linked account becomes tokens in the digital asset account.

import { digitalOperation, reply } from '../digital-operation.ts'
import { DEPOSIT_TYPE, deposit, wireDeposit } from '../shapes/deposit.ts'
import { linkedAccountNamed, MAY_CREATE, orderOf } from '../shapes/movement.ts'
import { ACCOUNT_ID, EXAMPLE_DEPOSIT } from '../shapes/movement-examples.ts'
import { request } from '../shapes/request.ts'
import { digitalAssetAccount } from '../shapes/resource.ts'
import { tokenAmount } from '../shapes/token-amount.ts'

const { finalAt: _finalAt, ...MINTING } = EXAMPLE_DEPOSIT

export const createTokenizedDeposit = digitalOperation({
  id: 'CreateTokenizedDeposit',
  route: 'POST /tokenized-deposits',
  access: MAY_CREATE,
  basis: 'given',
  tag: 'Tokenized deposits',
  summary: 'Turn money into tokens',
  description:
    "Debits the account's linked account and issues as many tokens to the account. The reply waits a moment for the end: " +
    '`ISSUED`, or `FAILED` with an `outcome`, when the money has been given back. Another `state` means that it goes on: ' +
    'read it again, or repeat the request.',
  errors: [
    'C-ACCOUNT_NOT_FOUND',
    'C-TOKEN_TYPE_NOT_SUPPORTED',
    'C-INSTITUTION_NOT_ACTIVE',
    'C-USER_NOT_ACTIVE',
    'C-ACCOUNT_CLOSED',
    'C-ACCOUNT_FROZEN',
    'C-ACCOUNT_NOT_ACTIVE',
    'C-CURRENCY_MISMATCH',
    'C-LINKED_ACCOUNT_INVALID',
    'C-LIMIT_EXCEEDED',
    'C-STOPPED',
    'C-INSUFFICIENT_LINKED_FUNDS',
  ],
  body: request(DEPOSIT_TYPE, {
    tokenAmount: tokenAmount(),
    digitalAssetAccount,
    linkedAccount: linkedAccountNamed,
  }),
  reply: deposit,
  requestExamples: [
    {
      name: 'deposit',
      summary: '250 dollars',
      value: {
        transaction: { ref: EXAMPLE_DEPOSIT.ref, type: DEPOSIT_TYPE },
        channelInfo: { type: 'MOBILE_APP' },
        tokenAmount: { currency: 'USD', tokens: 250, tokenType: 'TOKENIZED_DEPOSIT' },
        digitalAssetAccount: { id: ACCOUNT_ID },
      },
    },
  ],
  replyExamples: [
    { name: 'issued', summary: 'The tokens are there', value: wireDeposit(EXAMPLE_DEPOSIT) },
    { name: 'minting', summary: 'Not final yet', value: wireDeposit({ ...MINTING, state: 'MINTING' }) },
  ],
  async handle(ask) {
    const { body, services } = ask
    const moved = await services.tokenMovements.deposit({
      ...orderOf(ask),
      accountId: body.digitalAssetAccount.id,
      linkedAccountId: body.linkedAccount?.id,
    })
    return reply(ask, wireDeposit(moved.movement), moved)
  },
})
