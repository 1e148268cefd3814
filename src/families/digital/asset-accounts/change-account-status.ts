// Moves a digital asset account to another state: frozen, active again, or closed. With or instead of it, changes its label,
// its linked account, and whether it is the default.

import { ACCOUNT_TARGETS } from '../../../tokens/accounts/account-states.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { requireChange, statusOrChange } from '../shapes/status-change.ts'
import { ACCOUNT, account, accountChanges, restrictions, wireAccount } from './account-shapes.ts'

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

const RELINK = {
  transaction: { ref: 'account-2026-001-relink', type: 'DIGITAL_ASSET_ACCOUNT_STATUS' },
  channelInfo: { type: 'BRANCH' },
  linkedAccount: { id: '1000000002' },
  account: { label: 'Savings', default: true },
}
const RELINKED = {
  ...ACCOUNT,
  version: 3,
  updatedAt: '2026-01-17T09:30:00.000Z',
  account: { ...ACCOUNT.account, ...RELINK.account },
  linkedAccount: { id: '1000000002', type: 'SDA' },
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
    'C-DEFAULT_ACCOUNT_EXISTS',
    'C-LINKED_ACCOUNT_INVALID',
  ],
  tag: 'Digital asset accounts',
  summary: 'Change the state of a digital asset account',
  description:
    '`ACTIVE` and `FROZEN` become each other, and `FROZEN` can get other restrictions. Both become `CLOSED` when the account ' +
    'holds no tokens, awaits none, and no deposit, redemption or transfer of it is open. Freezing stops new work only: what has ' +
    'begun finishes, credits included. With `status` or instead of it: `linkedAccount` links another account, when nothing of ' +
    'this one is open, and movements keep the one that they began with; `account` changes label and default. All of it happens ' +
    'or nothing, and nothing once the account is `CLOSED` or `FAILED`.',
  body: statusOrChange('DIGITAL_ASSET_ACCOUNT_STATUS', ACCOUNT_TARGETS, { restrictions }, accountChanges),
  rules(body, found) {
    requireChange(body, found, { linkedAccount: ['id'], account: ['label', 'default'] })
    const { status } = body
    if (!found.areValid('status.target', 'status.restrictions')) return
    if (status?.restrictions !== undefined && status.target !== 'FROZEN')
      found.add('status.restrictions', 'is allowed with FROZEN only')
  },
  reply: account,
  requestExamples: [
    { name: 'freeze', summary: 'Freeze the account', value: CHANGE },
    { name: 'relink', summary: 'Link another account', value: RELINK },
  ],
  replyExamples: [
    { name: 'frozen', summary: 'The account is frozen', value: FROZEN },
    { name: 'relinked', summary: 'It has another linked account', value: RELINKED },
  ],
  async handle(ask) {
    const { accountId = '' } = ask.call.params
    const { status, linkedAccount, account: changed, expectedVersion } = ask.body
    const { result, replayed } = await ask.services.digitalAccounts.changeStatus({
      reference: ask.reference,
      actor: ask.actor,
      accountId,
      target: status?.target,
      restrictions: status?.restrictions,
      reason: status?.reason,
      label: changed?.label,
      isDefault: changed?.default,
      linkedAccountId: linkedAccount?.id,
      expectedVersion,
    })
    return reply(ask, wireAccount(result), { replayed })
  },
})
