// Moves a user to another state.

import { USER_TARGETS } from '../../../tokens/parties/party-states.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { partyRequest } from '../movements/party-request.ts'
import { statusChange } from '../shapes/status-change.ts'
import { USER, user, wireUser } from './user-shapes.ts'

const CHANGE = {
  transaction: { ref: 'user-2026-001-suspend', type: 'USER_ONBOARDING_STATUS' },
  channelInfo: { type: 'BRANCH' },
  status: { target: 'SUSPENDED', reason: 'Documents expired' },
  expectedVersion: 1,
}
const SUSPENDED = { ...USER, state: 'SUSPENDED', version: 2, updatedAt: '2026-01-16T09:30:00.000Z' }

export const changeUserStatus = digitalOperation({
  id: 'ChangeUserStatus',
  route: 'POST /users/:userId/status',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'UPDATE' },
  errors: ['C-USER_NOT_FOUND', 'C-VERSION_CONFLICT', 'C-INVALID_STATE_TRANSITION', 'C-OPEN_OBLIGATIONS'],
  tag: 'User onboarding',
  summary: 'Change the state of a user',
  description:
    '`PENDING_VERIFICATION` becomes `ACTIVE` or `REJECTED`; `ACTIVE` and `SUSPENDED` become each other; both become `CLOSED` ' +
    'once all accounts of the user are closed. A suspended user only receives.',
  body: statusChange('USER_ONBOARDING_STATUS', USER_TARGETS, {}),
  reply: user,
  requestExamples: [{ name: 'suspend', summary: 'Suspend the user', value: CHANGE }],
  replyExamples: [{ name: 'suspended', summary: 'The user is suspended', value: SUSPENDED }],
  async handle(ask) {
    const { userId = '' } = ask.call.params
    const { status, expectedVersion } = ask.body
    const change = { ...status, expectedVersion }
    const { result, replayed } = await ask.services.digitalUsers.changeStatus(partyRequest(ask), userId, change)
    return reply(ask, wireUser(result), { replayed })
  },
})
