// One change request.

import { tieWords } from '../../../../administration/audit/identity-ties.ts'
import type { SeenChangeRequest } from '../../../../administration/change-requests/change-request-records.ts'
import { isInScope, isOfferedTo, waitsForReader } from '../../../../administration/change-requests/waits-for.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { type OnboardingAsk, onboardingOperation } from '../../onboarding-operation.ts'
import { CHANGE_REQUEST, changeRequest, changeRequestReply, TAG } from './change-request-shapes.ts'

export const getChangeRequest = onboardingOperation({
  id: 'GetChangeRequest',
  route: 'GET /change-requests/:id',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Read a change request',
  description:
    'With the record before and after the change, masked as the record is, and with who may not approve it and why. One that ' +
    'you may not see: 404.',
  reply: changeRequest,
  replyExamples: [{ name: 'changeRequest', summary: 'The change request', value: CHANGE_REQUEST }],
  async handle(ask) {
    const { changeRequests, breakGlass } = ask.services
    const record = await changeRequests.find(ask.principal, idOf(ask))
    return envelope(ask, {
      ...changeRequestReply(ask, await tried(ask, record)),
      ...(await exclusions(ask, record)),
      ...((await breakGlass.mayCarryOut(ask, record)) && { mayBreakGlass: true }),
    })
  },
})

/** A rule of the change itself may forbid it to the caller. */
async function tried(ask: OnboardingAsk, record: SeenChangeRequest): Promise<SeenChangeRequest> {
  const { approvals, clock } = ask.services
  if (record.state !== 'PENDING' || !waitsForReader(record, ask.principal, clock.now())) return record
  const cannotApprove = await approvals.whyNot(ask, record.id)
  return cannotApprove === undefined ? record : { ...record, cannotApprove }
}

const MOST_EXCLUDED = 20

/** Of users outside the caller's scope the address is not told. */
async function exclusions(ask: OnboardingAsk, record: SeenChangeRequest): Promise<object> {
  const { changeRequests, authenticator, clock } = ask.services
  if (record.state !== 'PENDING' && record.state !== 'CARRIED_OUT') return {}
  const ties = (await changeRequests.tiesOfMaker(record)).slice(0, MOST_EXCLUDED)
  const excluded = await Promise.all(
    ties.map(async (tie) => {
      const user = await authenticator.userById(tie.otherId)
      if (user === undefined || !isOfferedTo(record, user, clock.now())) return []
      const isSeen = user.userId === ask.principal.userId || isInScope(user.scope, ask.principal)
      const who = isSeen ? user.email : 'a user of the platform'
      return [{ ...(isSeen && { mailID: user.email }), why: tieWords(tie, who, record.requestedBy) }]
    }),
  )
  const listed = excluded.flat()
  return listed.length === 0 ? {} : { excluded: listed }
}
