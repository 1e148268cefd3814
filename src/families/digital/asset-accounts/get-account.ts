// One digital asset account of the partner.

import { digitalOperation, reply } from '../digital-operation.ts'
import { ACCOUNT, account, wireAccount } from './account-shapes.ts'

export const getAccount = digitalOperation({
  id: 'GetDigitalAssetAccount',
  route: 'GET /digital-asset-accounts/:accountId',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'VIEW' },
  errors: ['C-ACCOUNT_NOT_FOUND'],
  tag: 'Digital asset accounts',
  summary: 'Read a digital asset account',
  description: 'Its balances are read by the balance inquiry.',
  reply: account,
  replyExamples: [{ name: 'active', summary: 'The account is active', value: ACCOUNT }],
  async handle(ask) {
    const { accountId = '' } = ask.call.params
    return reply(ask, wireAccount(await ask.services.digitalAccounts.find(ask.partnerId, accountId)))
  },
})
