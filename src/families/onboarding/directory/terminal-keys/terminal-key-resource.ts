// Keys of terminals. Making one is no section of the resource: its reply alone shows the key.

import { TERMINAL_KEYS } from '../../../../administration/institutions/terminal-keys/terminal-key-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { activateTerminalKey } from './activate-terminal-key.ts'
import { createTerminalKey } from './create-terminal-key.ts'
import { revokeTerminalKey } from './revoke-terminal-key.ts'
import { rotateTerminalKey } from './rotate-terminal-key.ts'
import { KEY, terminalKey, terminalKeyFilter, terminalKeyReply } from './terminal-key-shapes.ts'

const terminalKeys = resource({
  path: '/terminal-keys',
  tag: 'Terminal keys',
  module: 'TERMINAL_KEYS',
  noun: 'key',
  shape: terminalKey,
  example: KEY,
  reply: terminalKeyReply,
  sorts: Object.keys(TERMINAL_KEYS.sorts),
  records: (services) => services.terminalKeys,

  browse: {
    id: 'BrowseTerminalKeys',
    summary: 'List terminal keys',
    description: 'Newest first, unless `sort` says otherwise.',
  },
  list: {
    id: 'ListTerminalKeys',
    summary: 'Find terminal keys',
    description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
    filter: terminalKeyFilter,
    example: {
      summary: 'Keys of a terminal that are valid',
      value: { institutionId: 'FI002', terminalId: 'ATM00102', status: ['ACTIVE', 'ROTATING'] },
    },
  },
  get: {
    id: 'GetTerminalKey',
    summary: 'Read a terminal key',
    description: '`appKey` is masked: the key was shown when it was made.',
  },
})

export const TERMINAL_KEY_OPERATIONS: readonly OnboardingOperation[] = [
  createTerminalKey,
  ...terminalKeys,
  activateTerminalKey,
  rotateTerminalKey,
  revokeTerminalKey,
]
