// What one code means, why it is sent and what to do about it.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { errorCodeOf } from './error-code-records.ts'
import { errorCode } from './error-code-shape.ts'

export const getErrorCode = onboardingOperation({
  id: 'GetErrorCode',
  route: 'GET /error-codes/:code',
  access: may('ERROR_CODES', 'VIEW'),
  basis: 'chosen',
  tag: 'Error codes',
  summary: 'Explain an error code',
  description: 'Why it is sent and what to do about it.',
  reply: errorCode,
  replyExamples: [{ name: 'code', summary: 'Insufficient funds', value: errorCodeOf('A-110') }],
  async handle(ask) {
    const record = errorCodeOf(ask.call.params.code ?? '')
    if (record === undefined) throw new Problem('not-found', 'there is no such error code')
    return envelope(ask, record)
  },
})
