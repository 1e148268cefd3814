// The moves of an institution through its states, one operation each.

import { Type } from 'typebox'
import type { ActionId } from '../../../../administration/access/principal/modules.ts'
import {
  MOVES,
  type Move,
  type MoveName,
} from '../../../../administration/institutions/financial-institutions/institution-moves.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { freeText } from '../../../../edge/resource/record-shapes.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { type OnboardingOperation, onboardingOperation } from '../../onboarding-operation.ts'
import { INSTITUTION, institution } from './institution-shapes.ts'

interface MoveWords {
  readonly id: string
  readonly action: ActionId
  readonly summary: string
  readonly description: string
  /** An example of the reason; moves without one take none. */
  readonly reason?: string
}

const PLATFORM = 'For users of the platform.'
const BY_ANOTHER =
  `${PLATFORM} Not by who submitted the institution or edited it last, nor where either of the two has created the other or changed ` +
  "the other's address, role or second factor within 30 days: 403."
const READY = 'While something is missing (see readiness): 409.'

const WORDS: Readonly<Record<MoveName, MoveWords>> = {
  submit: {
    id: 'SubmitInstitution',
    action: 'UPDATE',
    summary: 'Submit a draft for approval',
    description:
      'Without a BIN or a technical contact: 409, which names what is missing. From then on it cannot be changed until ' +
      'it is activated or rejected.',
  },
  approve: {
    id: 'ApproveInstitution',
    action: 'APPROVE',
    summary: 'Approve an institution',
    description: BY_ANOTHER,
  },
  reject: {
    id: 'RejectInstitution',
    action: 'APPROVE',
    summary: 'Reject an institution',
    description: `${BY_ANOTHER} A change makes it a draft again.`,
    reason: 'The BIN is not yet assigned',
  },
  activate: {
    id: 'ActivateInstitution',
    action: 'ACTIVATE',
    summary: 'Activate an approved institution',
    description: `${PLATFORM} ${READY} Its end of day begins with this business date.`,
  },
  suspend: {
    id: 'SuspendInstitution',
    action: 'ACTIVATE',
    summary: 'Suspend an institution',
    description: `${PLATFORM} Family A declines everything with 912, reversals too.`,
    reason: 'Settlement account blocked',
  },
  resume: {
    id: 'ResumeInstitution',
    action: 'ACTIVATE',
    summary: 'Resume a suspended institution',
    description: `${PLATFORM} ${READY}`,
  },
  terminate: {
    id: 'TerminateInstitution',
    action: 'ACTIVATE',
    summary: 'Terminate a suspended institution',
    description: `${PLATFORM} It is for good; an active institution is suspended first.`,
    reason: 'The contract has ended',
  },
}

const reasonBody = Type.Object({ reason: chosen(freeText('Why; it is kept with the institution and audited')) })

export const MOVE_OPERATIONS: readonly OnboardingOperation[] = (Object.keys(MOVES) as MoveName[]).map((move) => {
  const { id, action, summary, description, reason } = WORDS[move]
  const { from, to }: Move = MOVES[move]
  const value = { ...INSTITUTION, version: 2, status: to, ...(reason !== undefined && { statusReason: reason }) }
  return onboardingOperation({
    id,
    route: `POST /financial-institutions/:id/${move}`,
    access: may('INSTITUTIONS', action),
    basis: 'chosen',
    tag: 'Financial institutions',
    summary,
    description: `From ${from.join(' or ')} to ${to}; in any other state: 409. ${description}`,
    ...(reason !== undefined && {
      body: reasonBody,
      // Without a body the answer is the same as without a reason: 400, not 415.
      optionalBody: true,
      requestExamples: [{ name: 'reason', summary: 'The reason', value: { reason } }],
    }),
    reply: institution,
    replyExamples: [{ name: 'institution', summary: 'As it is now', value }],
    async handle(ask) {
      const { reason: sent } = (ask.body ?? {}) as { readonly reason?: string }
      if (reason !== undefined && sent === undefined) throw invalidFields([{ path: 'reason', message: 'is required' }])
      return envelope(ask, await ask.services.institutions.move(ask, idOf(ask), move, sent))
    },
  })
})
