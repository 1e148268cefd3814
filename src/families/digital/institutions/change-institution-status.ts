// Moves an institution to another state.

import { INSTITUTION_TARGETS } from '../../../tokens/parties/party-states.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { partyRequest } from '../party-request.ts'
import { statusChange } from '../shapes/status-change.ts'
import { INSTITUTION, institution, wireInstitution } from './institution-shapes.ts'

const CHANGE = {
  transaction: { ref: 'fi-2026-001-suspend', type: 'FI_ONBOARDING_STATUS' },
  channelInfo: { type: 'API' },
  status: { target: 'SUSPENDED', reason: 'Review of its licence' },
  expectedVersion: 1,
}
const SUSPENDED = { ...INSTITUTION, state: 'SUSPENDED', version: 2, updatedAt: '2026-01-16T09:30:00.000Z' }

export const changeInstitutionStatus = digitalOperation({
  id: 'ChangeInstitutionStatus',
  route: 'POST /institutions/:institutionId/status',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'UPDATE' },
  errors: ['C-INSTITUTION_NOT_FOUND', 'C-VERSION_CONFLICT', 'C-INVALID_STATE_TRANSITION', 'C-OPEN_OBLIGATIONS'],
  tag: 'FI onboarding',
  summary: 'Change the state of an institution',
  description:
    '`PENDING_REVIEW` becomes `ACTIVE` or `REJECTED`; `ACTIVE` and `SUSPENDED` become each other; both become `OFFBOARDED` ' +
    'once no tokens, no backing and no unclaimed money are left, it neither owes other institutions nor is owed by them, and ' +
    'nothing is open. A suspended institution takes no new users, accounts, deposits or transfers; what is under way ' +
    'finishes, and its users can redeem.',
  body: statusChange('FI_ONBOARDING_STATUS', INSTITUTION_TARGETS, {}),
  reply: institution,
  requestExamples: [{ name: 'suspend', summary: 'Suspend it', value: CHANGE }],
  replyExamples: [{ name: 'suspended', summary: 'It is suspended', value: SUSPENDED }],
  async handle(ask) {
    const { institutionId = '' } = ask.call.params
    const { status, expectedVersion } = ask.body
    const change = { ...status, expectedVersion }
    const { digitalInstitutions } = ask.services
    const { result, replayed } = await digitalInstitutions.changeStatus(partyRequest(ask), institutionId, change)
    return reply(ask, wireInstitution(result), { replayed })
  },
})
