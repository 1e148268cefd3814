// Moves an institution to another state. With or instead of it, adds currencies, BIC and LEI.

import { INSTITUTION_TARGETS } from '../../../tokens/parties/party-states.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { partyRequest } from '../movements/party-request.ts'
import { requireChange, statusOrChange } from '../shapes/status-change.ts'
import { INSTITUTION, institution, institutionChanges, wireInstitution } from './institution-shapes.ts'

const CHANGE = {
  transaction: { ref: 'fi-2026-001-suspend', type: 'FI_ONBOARDING_STATUS' },
  channelInfo: { type: 'API' },
  status: { target: 'SUSPENDED', reason: 'Review of its licence' },
  expectedVersion: 1,
}
const SUSPENDED = { ...INSTITUTION, state: 'SUSPENDED', version: 2, updatedAt: '2026-01-16T09:30:00.000Z' }

const ADD = {
  transaction: { ref: 'fi-2026-001-currencies', type: 'FI_ONBOARDING_STATUS' },
  channelInfo: { type: 'API' },
  institution: { currencies: ['GBP'] },
}
const ADDED = {
  ...INSTITUTION,
  version: 2,
  updatedAt: '2026-01-16T09:30:00.000Z',
  institution: { ...INSTITUTION.institution, currencies: [...INSTITUTION.institution.currencies, 'GBP'] },
}

export const changeInstitutionStatus = digitalOperation({
  id: 'ChangeInstitutionStatus',
  route: 'POST /institutions/:institutionId/status',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'UPDATE' },
  errors: [
    'C-INSTITUTION_NOT_FOUND',
    'C-VERSION_CONFLICT',
    'C-INVALID_STATE_TRANSITION',
    'C-OPEN_OBLIGATIONS',
    'C-INSTITUTION_EXISTS',
  ],
  tag: 'FI onboarding',
  summary: 'Change the state of an institution',
  description:
    '`PENDING_REVIEW` becomes `ACTIVE` or `REJECTED`; `ACTIVE` and `SUSPENDED` become each other; both become `OFFBOARDED` ' +
    'once no tokens, no backing and no unclaimed money are left, it neither owes other institutions nor is owed by them, and ' +
    'nothing is open. A suspended institution takes no new users, accounts, deposits or transfers; what is under way ' +
    'finishes, and its users can redeem. With `status` or instead of it, `institution` adds currencies, and a BIC or LEI where ' +
    'none is; nothing is taken away or replaced, and nothing is added once it is `REJECTED` or `OFFBOARDED`.',
  body: statusOrChange('FI_ONBOARDING_STATUS', INSTITUTION_TARGETS, {}, institutionChanges),
  rules(body, found) {
    requireChange(body, found, { institution: ['currencies', 'bic', 'lei'] })
  },
  reply: institution,
  requestExamples: [
    { name: 'suspend', summary: 'Suspend it', value: CHANGE },
    { name: 'currencies', summary: 'Add a currency', value: ADD },
  ],
  replyExamples: [
    { name: 'suspended', summary: 'It is suspended', value: SUSPENDED },
    { name: 'added', summary: 'It issues tokens in another currency', value: ADDED },
  ],
  async handle(ask) {
    const { institutionId = '' } = ask.call.params
    const { status, institution: added, expectedVersion } = ask.body
    const change = { ...status, added, expectedVersion }
    const { digitalInstitutions } = ask.services
    const { result, replayed } = await digitalInstitutions.changeStatus(partyRequest(ask), institutionId, change)
    return reply(ask, wireInstitution(result), { replayed })
  },
})
