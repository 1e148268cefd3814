// A new terminal. It is registered, and serves nobody before it is activated.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { NEW_TERMINAL, newTerminal, TERMINAL, terminal, terminalReply } from './terminal-shapes.ts'

export const createTerminal = onboardingOperation({
  id: 'CreateTerminal',
  route: 'POST /terminals',
  access: may('TERMINALS', 'CREATE'),
  basis: 'chosen',
  tag: 'Terminals',
  summary: 'Register a terminal',
  description:
    'Without `services` it offers what its institution offers, also when that changes; without `currencies` it takes cash ' +
    'in any. It is `REGISTERED` until it is activated. A terminalId that the institution already ' +
    'has, and a TERMINATED institution: 409. `branchId` is one of its branches.',
  status: 201,
  body: newTerminal,
  reply: terminal,
  requestExamples: [{ name: 'terminal', summary: 'A cash machine', value: NEW_TERMINAL }],
  replyExamples: [{ name: 'terminal', summary: 'The terminal', value: TERMINAL }],
  async handle(ask) {
    return created(ask, terminalReply(await ask.services.terminals.create(ask, ask.body)))
  },
})
