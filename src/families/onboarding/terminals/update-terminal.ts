// Changes a terminal: where it stands, what it offers, its cash and its limits.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { TERMINAL, terminal, terminalChange, terminalReply } from './terminal-shapes.ts'

export const updateTerminal = onboardingOperation({
  id: 'UpdateTerminal',
  route: 'PATCH /terminals/:id',
  access: may('TERMINALS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Terminals',
  summary: 'Change a terminal',
  description:
    'Absent fields stay, null clears a field, lists are replaced, and `limits` are merged. `services: null` makes it follow ' +
    'its institution again. A decommissioned terminal and one of a TERMINATED institution cannot be changed: 409. Every gateway obeys within two seconds.',
  body: terminalChange,
  reply: terminal,
  requestExamples: [
    {
      name: 'limits',
      summary: 'Another limit of the day, and none of a withdrawal',
      value: { version: 1, limits: { perTransaction: null, perDay: 10000 } },
    },
  ],
  replyExamples: [
    { name: 'terminal', summary: 'As it is now', value: { ...TERMINAL, version: 2, limits: { perDay: 10000 } } },
  ],
  async handle(ask) {
    return envelope(ask, terminalReply(await ask.services.terminals.update(ask, idOf(ask), ask.body)))
  },
})
