// Terminals: where customers are served.

import { TERMINALS } from '../../../../administration/institutions/terminals/terminal-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { decommissionTerminal } from './decommission-terminal.ts'
import { getTerminalCash } from './get-terminal-cash.ts'
import { recordTerminalCash } from './record-terminal-cash.ts'
import {
  NEW_TERMINAL,
  newTerminal,
  TERMINAL,
  terminal,
  terminalChange,
  terminalFilter,
  terminalReply,
} from './terminal-shapes.ts'

const terminals = resource({
  path: '/terminals',
  tag: 'Terminals',
  module: 'TERMINALS',
  noun: 'terminal',
  shape: terminal,
  example: TERMINAL,
  reply: terminalReply,
  sorts: Object.keys(TERMINALS.sorts),
  records: (services) => services.terminals,

  create: {
    id: 'CreateTerminal',
    summary: 'Register a terminal',
    description:
      'Without `services` it offers what its institution offers, also when that changes; without `currencies` it takes cash ' +
      'in any. It is `REGISTERED` until it is activated. A terminalId that the institution already ' +
      'has, and a TERMINATED institution: 409. `branchId` is one of its branches.',
    body: newTerminal,
    example: { name: 'terminal', summary: 'A cash machine', value: NEW_TERMINAL },
    run: (ask) => ask.services.terminals.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseTerminals',
    summary: 'List terminals',
    description: "Newest first, unless `sort` says otherwise. Users of a sub-tenant see the sub-tenant's terminals.",
  },
  list: {
    id: 'ListTerminals',
    summary: 'Find terminals',
    description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
    filter: terminalFilter,
    example: {
      summary: 'Cash machines of an institution that are in service',
      value: { institutionId: 'FI002', kind: ['ATM'], status: ['ACTIVE'] },
    },
  },
  get: {
    id: 'GetTerminal',
    summary: 'Read a terminal',
    description: '`services` are those it offers now: its own, or the institution’s.',
  },
  change: {
    id: 'UpdateTerminal',
    summary: 'Change a terminal',
    description:
      'Absent fields stay, null clears a field, lists are replaced, and `limits` are merged. `services: null` makes it follow ' +
      'its institution again. A decommissioned terminal and one of a TERMINATED institution cannot be changed: 409. Every gateway obeys within two seconds.',
    body: terminalChange,
    example: {
      name: 'limits',
      summary: 'Another limit of the day, and none of a withdrawal',
      value: { version: 1, limits: { perTransaction: null, perDay: 10000 } },
    },
    replyExample: { change: { limits: { perDay: 10000 } } },
    run: (ask, id) => ask.services.terminals.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteTerminal',
    summary: 'Delete a terminal',
    description:
      'Its keys are deleted too. A terminal that has transactions or movements of cash is in use: 409; decommission it instead.',
    run: (ask, id) => ask.services.terminals.delete(ask, id),
  },
  activate: {
    id: 'SetTerminalActivation',
    summary: 'Activate or deactivate a terminal',
    description:
      'Account services decline orders at a terminal that is not `ACTIVE` with 120, on every gateway within two seconds. ' +
      'One that was never active cannot be deactivated, and a decommissioned one stays so: 409.',
    flagDescription: 'Whether it is in service',
    example: { name: 'activated', summary: 'It is in service', change: { status: 'ACTIVE' } },
    run: (ask, id, isActive) => ask.services.terminals.setActive(ask, id, isActive),
  },
})

export const TERMINAL_OPERATIONS: readonly OnboardingOperation[] = [
  ...terminals,
  decommissionTerminal,
  recordTerminalCash,
  getTerminalCash,
]
