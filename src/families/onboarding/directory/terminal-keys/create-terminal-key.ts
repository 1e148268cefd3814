// A new key of a terminal. The key is in this answer and nowhere else.

import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { KEY, NEW_KEY, newTerminalKey, SHOWN_KEY, secretReply, terminalKeyWithSecret } from './terminal-key-shapes.ts'

export const createTerminalKey = onboardingOperation({
  id: 'CreateTerminalKey',
  route: 'POST /terminal-keys',
  access: may('TERMINAL_KEYS', 'CREATE'),
  basis: 'chosen',
  tag: 'Terminal keys',
  summary: 'Make a terminal key',
  description:
    '`appKey` is shown this once. The key is `PENDING` until it is activated, and lasts a year. Without `algorithm` it is ' +
    'an AES-256 key. A decommissioned terminal gets no keys: 409.',
  status: 201,
  body: newTerminalKey,
  reply: terminalKeyWithSecret,
  requestExamples: [{ name: 'key', summary: 'A master key', value: NEW_KEY }],
  replyExamples: [{ name: 'key', summary: 'The key, shown once', value: { ...KEY, appKey: SHOWN_KEY } }],
  async handle(ask) {
    return created(ask, secretReply(await ask.services.terminalKeys.create(ask, ask.body)))
  },
})
