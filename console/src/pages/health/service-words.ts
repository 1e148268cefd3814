// What each service is for, in words.

import { shownText } from '../../texts/mark.ts'

const SERVICES: Readonly<Record<string, readonly [title: string, purpose: string]>> = {
  gateway: [shownText('Gateway'), 'Takes every request'],
  database: ['Database', 'Keeps accounts, transactions and records'],
  mail: ['Mail', 'Sends invitations, resets and codes'],
  rules: ['Rules', 'Limits, fees and credit decisions'],
  jobs: ['Jobs', 'Exports, the end of the day and other work in the background'],
  'digital-ledger': ['Token ledger', 'Keeps deposits of digital banking'],
  'digital-ledger:evm': ['EVM chain', 'Keeps tokens of the institutions that are on it'],
}

export function serviceWords(name: string): readonly [title: string, purpose: string] {
  const [kind, institutionId] = name.split(':')
  if (kind === 'core' && institutionId !== undefined) {
    return [`Core of ${institutionId}`, 'Holds the accounts of the institution']
  }
  return SERVICES[name] ?? [name, '']
}
