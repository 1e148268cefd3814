// The sandbox's mailbox for the console: mails that would have been sent. It does not exist in other environments.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const mail = Type.Object(
  {
    id: chosen(Type.String({ description: 'The mail' })),
    to: chosen(Type.String({ description: 'To whom it would have gone' })),
    subject: chosen(Type.String()),
    text: chosen(Type.String({ description: 'Its text, with the links and codes in it' })),
    sentAt: chosen(Type.String({ format: 'date-time' })),
  },
  { component: 'SandboxMail' },
)

const EXAMPLE = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  to: 'operator@fi001.example',
  subject: 'Choose your password',
  text: 'Hello Olivia, choose a new password: http://localhost:8080/console/set-password?…',
  sentAt: '2026-01-15T10:00:00.000Z',
}

const query = Type.Object({
  ...pagingQuery.properties,
  to: Type.Optional(chosen(Type.String({ description: 'Only mails to this address', maxLength: 254 }))),
})

export const listSandboxMails = onboardingOperation({
  id: 'ListSandboxMails',
  route: 'GET /sandbox/mails',
  // They have links with which a password is set: for those who may send such links to users.
  access: may('USERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Sandbox',
  summary: 'List the mails of the sandbox',
  description:
    'The newest 200 mails that would have been sent, newest first. For users of the whole platform. Outside the sandbox: 404.',
  query,
  reply: pageShape(mail),
  replyExamples: [{ name: 'page', summary: 'One of them', value: pageExample(EXAMPLE) }],
  async handle(ask) {
    const { sandboxMailbox } = ask.services
    if (sandboxMailbox === undefined) throw new Problem('not-found', 'There is no mailbox outside the sandbox')
    const { institutionId, subTenantId } = ask.principal.scope
    if (institutionId !== undefined || subTenantId !== undefined) {
      throw new Problem('forbidden', 'The mailbox has mails to users of every institution')
    }
    const mails = await sandboxMailbox(ask.query.to)
    // At most 200 mails are kept, so a page is cut from all of them.
    const list = async (_scope: unknown, _filter: unknown, { page, size }: { page: number; size: number }) => ({
      items: mails.slice((page - 1) * size, page * size),
      total: mails.length,
    })
    return pageReply(ask, { list }, undefined, ({ mailId, to, subject, text, sentAt }) => ({
      id: mailId,
      to,
      subject,
      text,
      sentAt,
    }))
  },
})
