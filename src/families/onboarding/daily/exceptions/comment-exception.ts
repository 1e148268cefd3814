// Notes something at an exception.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { EXCEPTION, exception, exceptionReply } from './exception-shapes.ts'
import { comment } from './work-shapes.ts'

const NOTED = 'Asked the branch for the journal of ATM00001'

export const commentException = onboardingOperation({
  id: 'CommentException',
  route: 'POST /transactions/exceptions/:id/comment',
  access: may('EXCEPTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Comment on an exception',
  description:
    'For those who work on it after you; open or resolved. Comments are never changed. After 200 of them: 409.',
  body: comment,
  reply: exception,
  requestExamples: [{ name: 'comment', summary: 'What was done so far', value: { text: NOTED } }],
  replyExamples: [
    {
      name: 'commented',
      summary: 'The exception',
      value: {
        ...EXCEPTION,
        comments: [{ at: '2026-01-16T14:30:00.000Z', by: 'operator@fi001.example', text: NOTED }],
        commentCount: 1,
      },
    },
  ],
  async handle(ask) {
    return envelope(ask, exceptionReply(await ask.services.exceptionDesk.comment(ask, idOf(ask), ask.body.text)))
  },
})
