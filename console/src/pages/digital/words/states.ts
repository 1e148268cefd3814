// What the states of digital banking mean.

import type { digital } from '@tillgate/sdk'
import type { PathStep, StepStatus } from '../movements/progress-path.tsx'

type InstitutionState = digital.DigitalInstitution['state']
type UserState = digital.DigitalUser['state']
type AccountState = digital.DigitalAssetAccount['state']
type DepositState = digital.TokenizedDeposit['state']
type RedemptionState = digital.TokenRedemption['state']
type TransferState = digital.InterbankTransfer['state']

export const INSTITUTION_STATES: Readonly<Record<InstitutionState, string>> = {
  PENDING_REVIEW: 'Waits for a review. Until it is accepted nothing can be done with it.',
  ACTIVE: 'Works: users, accounts, deposits and transfers are possible.',
  SUSPENDED:
    'Takes no new users, accounts or deposits, and no transfers in either direction. Work under way finishes, and users can still redeem.',
  REJECTED: 'Was refused at its review. This is final.',
  OFFBOARDED: 'Has left the platform. This is final.',
}

export const USER_STATES: Readonly<Record<UserState, string>> = {
  PENDING_VERIFICATION: 'Waits for a check of identity. Accounts can be opened afterwards.',
  ACTIVE: 'Can hold accounts, and send and receive tokens.',
  SUSPENDED: 'Can only receive: no new accounts, deposits, redemptions or transfers out.',
  REJECTED: 'Was refused at the check of identity. This is final.',
  CLOSED: 'Is no longer a customer. This is final.',
}

export const ACCOUNT_STATES: Readonly<Record<AccountState, string>> = {
  PROVISIONING: 'Is being opened at the ledger.',
  ACTIVE: 'Open for everything.',
  FROZEN: 'Restricted: see what it does not allow.',
  CLOSED: 'Closed for good.',
  FAILED: 'Could not be opened.',
}

type StateNames<State extends string> = Readonly<Record<State, readonly [title: string, meaning: string]>>

const DEPOSIT: StateNames<DepositState> = {
  PENDING: ['Accepted', 'The request is stored.'],
  FUNDS_DEBITED: ['Money taken', 'The linked account is debited.'],
  MINTING: ['Issuing tokens', 'The ledger makes the tokens.'],
  ISSUED: ['Issued', 'The tokens are in the account.'],
  COMPENSATING: ['Giving money back', 'The ledger refused; the money returns.'],
  FAILED: ['Failed', 'No tokens were issued.'],
}

const REDEMPTION: StateNames<RedemptionState> = {
  PENDING: ['Accepted', 'The request is stored.'],
  LOCKED: ['Tokens locked', 'They cannot be used otherwise.'],
  BURNING: ['Taking tokens back', 'The ledger destroys the tokens.'],
  BURNED: ['Tokens gone', 'The money can be paid out.'],
  CREDIT_RETRY: ['Paying out again', 'The core did not answer; the payment is repeated.'],
  COMPLETED: ['Paid out', 'The linked account is credited.'],
  RETURNING: ['Tokens return', 'The linked account refused the money.'],
  RETURNED: ['Returned', 'The tokens are back in the account.'],
  FAILED: ['Failed', 'The tokens stay in the account.'],
}

const TRANSFER: StateNames<TransferState> = {
  RECEIVED: ['Accepted', 'The request is stored.'],
  RESERVED: ['Reserved', 'The tokens are locked for the beneficiary.'],
  COMMITTING: ['Committing', 'The decision stands; the ledgers carry it out.'],
  COMMITTED: ['Committed', 'The beneficiary has the tokens.'],
  RELEASING: ['Releasing', 'The tokens are being unlocked.'],
  ABORTED: ['Aborted', 'The payer has the tokens again.'],
  EXPIRED: ['Expired', 'No one committed in time; the payer has the tokens again.'],
  REJECTED: ['Rejected', 'It was refused before anything was reserved.'],
  RETURNING: ['Returning', 'An operator gives it back to the payer; the ledger carries it out.'],
  RETURNED: ['Returned', 'It was given back to the payer.'],
}

const ENDED_BADLY: ReadonlySet<string> = new Set(['FAILED', 'RETURNED', 'ABORTED', 'EXPIRED', 'REJECTED'])
const ENDED_WELL: ReadonlySet<string> = new Set(['ISSUED', 'COMPLETED', 'COMMITTED'])

/** The path of states, with the present one marked. The last state of a path that ended is done or failed. */
function steps<State extends string>(names: StateNames<State>, path: readonly State[], state: State): PathStep[] {
  const at = path.indexOf(state)
  return path.map((step, index) => {
    const [title, description] = names[step]
    return { title, description, status: statusOf(step, index, at) }
  })
}

function statusOf(step: string, index: number, at: number): StepStatus {
  if (index < at) return 'done'
  if (index > at) return 'ahead'
  if (ENDED_BADLY.has(step)) return 'failed'
  return ENDED_WELL.has(step) ? 'done' : 'now'
}

export function depositSteps({ state, outcome }: digital.TokenizedDeposit): PathStep[] {
  // The money was taken before the ledger refused, and only then.
  const wasDebited = outcome?.reasonCode === 'LEDGER_REFUSED' || outcome?.reasonCode === 'FUNDS_UNCLAIMED'
  if (state === 'COMPENSATING' || (state === 'FAILED' && wasDebited))
    return steps(DEPOSIT, ['PENDING', 'FUNDS_DEBITED', 'MINTING', 'COMPENSATING', 'FAILED'], state)
  if (state === 'FAILED') return steps(DEPOSIT, ['PENDING', 'FAILED'], state)
  return steps(DEPOSIT, ['PENDING', 'FUNDS_DEBITED', 'MINTING', 'ISSUED'], state)
}

export function redemptionSteps({ state }: digital.TokenRedemption): PathStep[] {
  if (state === 'FAILED') return steps(REDEMPTION, ['PENDING', 'FAILED'], state)
  if (state === 'RETURNING' || state === 'RETURNED')
    return steps(REDEMPTION, ['PENDING', 'LOCKED', 'BURNING', 'BURNED', 'RETURNING', 'RETURNED'], state)
  if (state === 'CREDIT_RETRY')
    return steps(REDEMPTION, ['PENDING', 'LOCKED', 'BURNING', 'BURNED', 'CREDIT_RETRY', 'COMPLETED'], state)
  return steps(REDEMPTION, ['PENDING', 'LOCKED', 'BURNING', 'BURNED', 'COMPLETED'], state)
}

export function transferSteps({ state, decision }: digital.InterbankTransfer): PathStep[] {
  if (state === 'REJECTED') return steps(TRANSFER, ['RECEIVED', 'REJECTED'], state)
  if (state === 'RELEASING' || state === 'ABORTED' || state === 'EXPIRED') {
    const end = state === 'EXPIRED' || decision?.action === 'EXPIRE' ? 'EXPIRED' : 'ABORTED'
    return steps(TRANSFER, ['RECEIVED', 'RESERVED', 'RELEASING', end], state)
  }
  return steps(TRANSFER, ['RECEIVED', 'RESERVED', 'COMMITTING', 'COMMITTED'], state)
}

export const MOVEMENT_STATES = {
  deposits: Object.keys(DEPOSIT),
  redemptions: Object.keys(REDEMPTION),
  transfers: Object.keys(TRANSFER),
} as const
