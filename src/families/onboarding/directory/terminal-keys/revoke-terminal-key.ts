// Ends a key at once.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { KEY, terminalKey, terminalKeyReply } from './terminal-key-shapes.ts'

export const revokeTerminalKey = onboardingOperation({
  id: 'RevokeTerminalKey',
  route: 'POST /terminal-keys/:id/revoke',
  access: may('TERMINAL_KEYS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Terminal keys',
  summary: 'Revoke a terminal key',
  description: 'At once and for good. A key that is revoked or expired stays so: 409.',
  reply: terminalKey,
  replyExamples: [{ name: 'key', summary: 'It is revoked', value: { ...KEY, version: 2, status: 'REVOKED' } }],
  async handle(ask) {
    return envelope(ask, terminalKeyReply(await ask.services.terminalKeys.revoke(ask, idOf(ask))))
  },
})
