// Puts a pending key into use.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { KEY, terminalKey, terminalKeyReply } from './terminal-key-shapes.ts'

export const activateTerminalKey = onboardingOperation({
  id: 'ActivateTerminalKey',
  route: 'POST /terminal-keys/:id/activate',
  access: may('TERMINAL_KEYS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Terminal keys',
  summary: 'Activate a terminal key',
  description:
    'The key that was `ACTIVE` for the terminal and type becomes `ROTATING` and stays valid for 24 hours. Only a ' +
    '`PENDING` key can be activated: 409.',
  reply: terminalKey,
  replyExamples: [{ name: 'key', summary: 'It is in use', value: { ...KEY, version: 2, status: 'ACTIVE' } }],
  async handle(ask) {
    return envelope(ask, terminalKeyReply(await ask.services.terminalKeys.activate(ask, idOf(ask))))
  },
})
