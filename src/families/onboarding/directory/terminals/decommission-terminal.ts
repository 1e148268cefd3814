// Ends the service of a terminal for good.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { TERMINAL, terminal, terminalReply } from './terminal-shapes.ts'

export const decommissionTerminal = onboardingOperation({
  id: 'DecommissionTerminal',
  route: 'POST /terminals/:id/decommission',
  access: may('TERMINALS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Terminals',
  summary: 'Decommission a terminal',
  description:
    'For good: it can be neither activated nor changed afterwards, and its keys are revoked. Once: then 409. 409 too ' +
    'while cash is expected in it: unload it, or count it.',
  reply: terminal,
  replyExamples: [
    {
      name: 'decommissioned',
      summary: 'It is out of service for good',
      value: { ...TERMINAL, version: 2, status: 'DECOMMISSIONED' },
    },
  ],
  async handle(ask) {
    return envelope(ask, terminalReply(await ask.services.terminals.decommission(ask, idOf(ask))))
  },
})
