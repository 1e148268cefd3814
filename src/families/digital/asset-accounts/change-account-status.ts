// Moves a digital asset account to another state: frozen, active again, or closed.

import { ACCOUNT_TARGETS } from '../../../tokens/accounts/account-states.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { statusChange } from '../shapes/status-change.ts'
import { ACCOUNT, account, restrictions, wireAccount } from './account-shapes.ts'

const CHANGE = {
  transaction: { ref: 'account-2026-001-freeze', type: 'DIGITAL_ASSET_ACCOUNT_STATUS' },
  channelInfo: { type: 'BRANCH' },
  status: { target: 'FROZEN', restrictions: ['NO_DEBIT', 'NO_CREDIT'], reason: 'Court order' },
  expectedVersion: 1,
}
const FROZEN = {
  ...ACCOUNT,
  state: 'FROZEN',
  version: 2,
  updatedAt: '2026-01-16T09:30:00.000Z',
  account: { ...ACCOUNT.account, restrictions: CHANGE.status.restrictions },
}

export const changeAccountStatus = digitalOperation({
  id: 'ChangeDigitalAssetAccountStatus',
  route: 'POST /digital-asset-accounts/:accountId/status',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'UPDATE' },
  errors: [
    'C-ACCOUNT_NOT_FOUND',
    'C-VERSION_CONFLICT',
    'C-INVALID_STATE_TRANSITION',
    'C-ACCOUNT_NOT_EMPTY',
    'C-OPEN_OBLIGATIONS',
  ],
  tag: 'Digital asset accounts',
  summary: 'Change the state of a digital asset account',
  description:
    '`ACTIVE` and `FROZEN` become each other, and `FROZEN` can get other restrictions. Both become `CLOSED` when the account ' +
    'holds no tokens, awaits none, and no deposit, redemption or transfer of it is open. Freezing stops new work only: what has ' +
    'begun finishes, credits included.',
  body: statusChange('DIGITAL_ASSET_ACCOUNT_STATUS', ACCOUNT_TARGETS, { restrictions }),
  rules({ status }, found) {
    if (!found.areValid('status.target', 'status.restrictions')) return
    if (status?.restrictions !== undefined && status.target !== 'FROZEN')
      found.add('status.restrictions', 'is allowed with FROZEN only')
  },
  reply: account,
  requestExamples: [{ name: 'freeze', summary: 'Freeze the account', value: CHANGE }],
  replyExamples: [{ name: 'frozen', summary: 'The account is frozen', value: FROZEN }],
  async handle(ask) {
    const { accountId = '' } = ask.call.params
    const { status, expectedVersion } = ask.body
    const { result, replayed } = await ask.services.digitalAccounts.changeStatus({
      reference: ask.reference,
      actor: ask.actor,
      accountId,
      target: status.target,
      restrictions: status.restrictions,
      reason: status.reason,
      expectedVersion,
    })
    return reply(ask, wireAccount(result), { replayed })
  },
})
