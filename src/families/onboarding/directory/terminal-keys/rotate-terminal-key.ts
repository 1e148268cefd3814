// Replaces the key in use by a new one, which is in this answer and nowhere else.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { KEY, SHOWN_KEY, secretReply, terminalKeyWithSecret } from './terminal-key-shapes.ts'

export const rotateTerminalKey = onboardingOperation({
  id: 'RotateTerminalKey',
  route: 'POST /terminal-keys/:id/rotate',
  access: may('TERMINAL_KEYS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Terminal keys',
  summary: 'Rotate a terminal key',
  description:
    'Answers the successor, which is `ACTIVE`; its `appKey` is shown this once. The key itself becomes `ROTATING` and stays ' +
    'valid for 24 hours. Only an `ACTIVE` key can be rotated: 409.',
  reply: terminalKeyWithSecret,
  replyExamples: [
    {
      name: 'successor',
      summary: 'The successor, shown once',
      value: { ...KEY, keyVersion: 2, status: 'ACTIVE', appKey: SHOWN_KEY },
    },
  ],
  async handle(ask) {
    return envelope(ask, secretReply(await ask.services.terminalKeys.rotate(ask, idOf(ask))))
  },
})
