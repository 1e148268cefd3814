// Opens a digital asset account: it holds tokens of a user's institution, and is linked to an account with money.

import { digitalOperation, reply } from '../digital-operation.ts'
import { ACCOUNT, account, NEW_ACCOUNT, newAccount, wireAccount } from './account-shapes.ts'

export const openAccount = digitalOperation({
  id: 'OpenDigitalAssetAccount',
  route: 'POST /digital-asset-accounts',
  basis: 'given',
  access: { module: 'DIGITAL_PARTIES', action: 'CREATE' },
  errors: [
    'C-INSTITUTION_NOT_FOUND',
    'C-USER_NOT_FOUND',
    'C-DEFAULT_ACCOUNT_EXISTS',
    'C-INSTITUTION_NOT_ACTIVE',
    'C-USER_NOT_ACTIVE',
    'C-CURRENCY_NOT_SUPPORTED',
    'C-LINKED_ACCOUNT_INVALID',
  ],
  tag: 'Digital asset accounts',
  summary: 'Open a digital asset account',
  description:
    'The linked account is an active DDA or SDA of the institution of family A that `externalId` names, in the currency and open ' +
    'to transfers both ways. An institution without `externalId` links accounts in the sandbox only: a new id opens a synthetic ' +
    'account with 1,000,000 units. The account is `ACTIVE` at once, or `PROVISIONING` while the ledger below takes its time: ' +
    'read it again, or repeat the request. One account per partner and currency can be the `default`.',
  body: newAccount,
  reply: account,
  requestExamples: [{ name: 'account', summary: 'An account in dollars', value: NEW_ACCOUNT }],
  replyExamples: [{ name: 'active', summary: 'The account is active', value: ACCOUNT }],
  async handle(ask) {
    const { institution, user, account: sent, linkedAccount, channelInfo } = ask.body
    const { result, replayed } = await ask.services.digitalAccounts.create({
      reference: ask.reference,
      actor: ask.actor,
      channelType: channelInfo.type,
      institutionId: institution.id,
      userId: user.id,
      currency: sent.currency,
      label: sent.label,
      isDefault: sent.default ?? false,
      linkedAccount,
    })
    return reply(ask, wireAccount(result), { replayed })
  },
})
