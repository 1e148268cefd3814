// Bodies of requests of digital banking.

import { type Holder, USD } from './digital-partner.ts'

export const account = ({ accountId }: { readonly accountId: string }) => ({ digitalAssetAccount: { id: accountId } })
export const deposit = (to: Holder, tokens = 1) => ({ tokenAmount: USD(tokens), ...account(to) })
export const transfer = (from: Holder, to: Holder, tokens = 1, more: object = {}) => ({
  ...deposit(from, tokens),
  beneficiary: { institutionId: to.institutionId, ...account(to) },
  ...more,
})
export const status = (target: string, more: object = {}) => ({ status: { target, reason: 'a test', ...more } })
export const twoPhase = (more: object = {}) => ({
  settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400, ...more },
})
export const resolve = (id: string) => `POST /interbank-transfers/${id}/resolution`
export const action = (name: string) => ({ resolution: { action: name } })

export const INSTITUTION = { name: 'New Bank', country: 'US', currencies: ['USD'] }
const USER = { firstName: 'Ann', lastName: 'Other' }
export const newUser = (institutionId: string, more: object = {}) => ({
  institution: { id: institutionId },
  user: { ...USER, ...more },
})
export const newAccount = ({ institutionId, userId }: Holder, more: object = {}) => ({
  institution: { id: institutionId },
  user: { id: userId },
  account: { currency: 'USD', ...more },
  linkedAccount: { id: 'L-1' },
})
