// Accounts of customers at the built-in bank.

import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { ACCOUNT, account, accountChange, accountReply, NEW_ACCOUNT, newAccount } from './account-shapes.ts'
import { browseAccountEntries } from './browse-account-entries.ts'
import { browseAccounts, listAccounts } from './list-accounts.ts'
import { ACCOUNT_MOVE_OPERATIONS } from './move-account.ts'

const accounts = resource({
  path: '/accounts',
  tag: 'Accounts',
  module: 'ACCOUNTS',
  noun: 'account',
  shape: account,
  example: ACCOUNT,
  reply: accountReply,
  records: (services) => services.customerAccounts,

  create: {
    id: 'CreateAccount',
    summary: 'Open an account',
    description:
      'Without money: that comes by postings. The fields are checked as those of `tillgate load accounts`. An accountId that the ' +
      'institution already has, a TERMINATED institution, and one whose accounts are at another core: 409.',
    body: newAccount,
    example: { name: 'account', summary: 'A checking account', value: NEW_ACCOUNT },
    run: (ask) => ask.services.customerAccounts.create(ask, ask.body),
  },
  get: {
    id: 'GetAccount',
    summary: 'Read an account',
    description: 'With its balances, open holds and cards as they are now.',
  },
  change: {
    id: 'UpdateAccount',
    summary: 'Change an account',
    description:
      'Absent fields stay, null clears a field: `txnCapability: null` gives back that of the account type. `version` counts ' +
      'changes by administration, not postings. Refused with 409: an overdraft less than what is drawn, a closed account, the ' +
      'account of a loan, and an institution that is TERMINATED or at another core.',
    body: accountChange,
    example: {
      name: 'overdraft',
      summary: 'Another overdraft, and a flag by risk staff',
      value: { version: 1, overdraft: 250, riskFlag: 'SUSPECTED_FRAUD' },
    },
    run: (ask, id) => ask.services.customerAccounts.update(ask, id, ask.body),
  },
})

export const ACCOUNT_OPERATIONS: readonly OnboardingOperation[] = [
  browseAccounts,
  listAccounts,
  ...accounts,
  ...ACCOUNT_MOVE_OPERATIONS,
  browseAccountEntries,
]
