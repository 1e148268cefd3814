// A deposit, a redemption and a transfer of the documentation, in tokens of the same institution.

import type { Deposit, Redemption, Transfer } from '../../../tokens/movements/movement.ts'

const CREATED_AT = new Date('2026-01-15T10:00:00.000Z')
const FINAL_AT = new Date('2026-01-15T10:00:00.120Z')

export const PARTNER_ID = 'PARTNER01'
export const ACCOUNT_ID = '019c1b6e-7a10-7c35-9d52-0a4be61f7101'
export const PAYEE_ACCOUNT_ID = '019c1b6e-7a10-7c35-9d52-0a4be61f7201'
export const PAYEE_INSTITUTION_ID = '019c1b6e-7a10-7c35-9d52-0a4be61f7002'
const INSTITUTION_ID = '019c1b6e-7a10-7c35-9d52-0a4be61f7001'

const MOVED = {
  bookId: 'FI001',
  partnerId: PARTNER_ID,
  issuerId: INSTITUTION_ID,
  accountId: ACCOUNT_ID,
  currency: 'USD',
  work: {},
  journalIds: [],
  finalAt: FINAL_AT,
  content: Buffer.alloc(0),
  channelType: 'MOBILE_APP',
  version: 1,
  createdAt: CREATED_AT,
  updatedAt: FINAL_AT,
  createdBy: PARTNER_ID,
} as const

export const EXAMPLE_DEPOSIT: Deposit = {
  ...MOVED,
  kind: 'DEPOSIT',
  movementId: '019c1b6e-7a10-7c35-9d52-0a4be61f7301',
  state: 'ISSUED',
  amountMinor: 25_000n,
  linkedAccountId: '1000000001',
  ref: 'deposit-0001',
}

export const EXAMPLE_REDEMPTION: Redemption = {
  ...MOVED,
  kind: 'REDEMPTION',
  movementId: '019c1b6e-7a10-7c35-9d52-0a4be61f7302',
  state: 'COMPLETED',
  amountMinor: 5_000n,
  linkedAccountId: '1000000001',
  resolvedBy: 'SOLE_ACCOUNT',
  ref: 'redemption-0001',
}

export const EXAMPLE_TRANSFER: Transfer = {
  ...MOVED,
  kind: 'TRANSFER',
  movementId: '019c1b6e-7a10-7c35-9d52-0a4be61f7303',
  state: 'COMMITTED',
  amountMinor: 7_550n,
  payee: {
    bookId: 'FI002',
    issuerId: PAYEE_INSTITUTION_ID,
    accountId: PAYEE_ACCOUNT_ID,
    partnerId: 'PARTNER02',
  },
  beneficiaryName: 'Bea Example',
  isTwoPhase: false,
  decision: { action: 'COMMIT', by: 'COORDINATOR', at: FINAL_AT },
  remittanceInfo: 'Invoice 4711',
  endToEndId: 'INV-4711',
  ref: 'transfer-0001',
}

/** The payee has given a part of it back. */
export const EXAMPLE_RETURN: Transfer = {
  ...EXAMPLE_TRANSFER,
  movementId: '019c1b6e-7a10-7c35-9d52-0a4be61f7305',
  bookId: EXAMPLE_TRANSFER.payee.bookId,
  partnerId: EXAMPLE_TRANSFER.payee.partnerId,
  issuerId: PAYEE_INSTITUTION_ID,
  accountId: PAYEE_ACCOUNT_ID,
  amountMinor: 2_500n,
  payee: { bookId: 'FI001', issuerId: INSTITUTION_ID, accountId: ACCOUNT_ID, partnerId: PARTNER_ID },
  returnOf: EXAMPLE_TRANSFER.movementId,
  ref: 'return-0001',
}

const { finalAt: _finalAt, decision: _decision, ...UNDECIDED } = EXAMPLE_TRANSFER

/** Waits for its decision. */
export const EXAMPLE_RESERVED_TRANSFER: Transfer = {
  ...UNDECIDED,
  movementId: '019c1b6e-7a10-7c35-9d52-0a4be61f7304',
  state: 'RESERVED',
  isTwoPhase: true,
  committer: 'PAYEE',
  expiresAt: new Date('2026-01-15T10:01:00.000Z'),
  ref: 'transfer-0002',
}

/** The payee has refused it. */
export const EXAMPLE_ABORTED_TRANSFER: Transfer = {
  ...EXAMPLE_RESERVED_TRANSFER,
  state: 'ABORTED',
  version: 2,
  decision: { action: 'ABORT', by: 'PAYEE', at: FINAL_AT },
  outcome: { reasonCode: 'TRANSFER_ABORTED', isoReason: 'MS02' },
  finalAt: FINAL_AT,
}
