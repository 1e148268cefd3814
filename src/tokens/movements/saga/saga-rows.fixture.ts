// What each movement answers to which event, by state and surroundings.

import type { Work } from '../coordination/work.ts'
import type { Movement } from '../movement.ts'
import { type Around, depositIn, HOLD, OP, redemptionIn, transferIn } from './saga.fixture.ts'

export const MINT = { op: { opId: OP, leg: 'MINT', tries: 1 } } as const
const BURN = { op: { opId: OP, leg: 'BURN', tries: 1 } } as const
export const HELD = { holdId: HOLD }
export const BOTH = { ...HELD, op: { opId: OP, leg: 'BOTH', tries: 1 } } as const
const RELEASE = { ...HELD, op: { opId: OP, leg: 'RELEASE', tries: 1 } } as const
/** The ledger has refused the operation, and no other attempt is stored. */
export const refused = (work: Work): Work => ({
  ...work,
  ...(work.op !== undefined && { op: { ...work.op, tries: 2, hasFailed: true } }),
})
export const REMINT = { ...HELD, isBurned: true, op: { opId: OP, leg: 'REMINT', tries: 2 } } as const
export const WITHIN = {
  payee: { bookId: 'book', issuerId: 'issuer', accountId: 'payee', partnerId: 'PARTNER01' },
} as const
export const COMMIT = { action: 'COMMIT', by: 'PAYER', at: new Date(0) } as const
const ABORT = { action: 'ABORT', by: 'PAYEE', at: new Date(0) } as const
const EXPIRE = { action: 'EXPIRE', by: 'COORDINATOR', at: new Date(0) } as const

/** What a movement answers to events; to every other one it answers nothing. */
type Row = [title: string, movement: Movement, around: Around, moves: Readonly<Record<string, string>>]

export const DEPOSITS: Row[] = [
  [
    'at a remote core',
    depositIn('PENDING', { fundsReference: 'f' }),
    { isCoreRemote: true },
    {
      moved: 'MINTING · TOKEN_FUNDS · MINT next',
      refused: 'FAILED · LINKED_ACCOUNT_INVALID',
      short: 'FAILED · INSUFFICIENT_LINKED_FUNDS',
    },
  ],
  [
    'at a remote core, on the built-in ledger',
    depositIn('PENDING', { fundsReference: 'f' }),
    { isCoreRemote: true, own: 'builtin' },
    {
      moved: 'ISSUED · TOKEN_DEPOSIT · ISSUE now',
      refused: 'FAILED · LINKED_ACCOUNT_INVALID',
      short: 'FAILED · INSUFFICIENT_LINKED_FUNDS',
    },
  ],
  ['that is passed through', depositIn('FUNDS_DEBITED'), {}, {}],
  [
    'with the linked account in our books',
    depositIn('MINTING', MINT),
    {},
    { final: 'ISSUED · TOKEN_MINT', failed: 'FAILED · TOKEN_REFUND · LEDGER_REFUSED' },
  ],
  [
    'with a linked account that takes nothing back',
    depositIn('MINTING', MINT),
    { takesCredit: false },
    {
      final: 'ISSUED · TOKEN_MINT',
      failed: 'FAILED · TOKEN_UNCLAIMED · FUNDS_UNCLAIMED · FUNDS_UNCLAIMED',
    },
  ],
  [
    'at a remote core',
    depositIn('MINTING', { ...MINT, fundsReference: 'f' }),
    { isCoreRemote: true },
    { final: 'ISSUED · TOKEN_MINT', failed: 'COMPENSATING' },
  ],
  [
    'at a remote core',
    depositIn('COMPENSATING', { fundsReference: 'f', refundReference: 'r' }),
    { isCoreRemote: true },
    {
      moved: 'FAILED · TOKEN_REFUND · LEDGER_REFUSED',
      refused: 'FAILED · TOKEN_UNCLAIMED · FUNDS_UNCLAIMED · FUNDS_UNCLAIMED',
      short: 'FAILED · TOKEN_UNCLAIMED · FUNDS_UNCLAIMED · FUNDS_UNCLAIMED',
    },
  ],
  ['over', depositIn('ISSUED'), {}, {}],
  ['over', depositIn('FAILED'), {}, {}],
]

export const REDEMPTIONS: Row[] = [
  ['that is passed through', redemptionIn('PENDING'), {}, {}],
  ['that is passed through', redemptionIn('LOCKED'), {}, {}],
  [
    'with the linked account in our books',
    redemptionIn('BURNING', BURN),
    {},
    { final: 'COMPLETED · TOKEN_REDEMPTION · RELEASE hold', failed: 'FAILED · RELEASE hold · LEDGER_REFUSED' },
  ],
  [
    'with a linked account that refuses the money',
    redemptionIn('BURNING', BURN),
    { takesCredit: false },
    {
      final: 'RETURNING · TOKEN_BURN · RELEASE hold · MINT next',
      failed: 'FAILED · RELEASE hold · LEDGER_REFUSED',
    },
  ],
  [
    'at a remote core',
    redemptionIn('BURNING', BURN),
    { isCoreRemote: true },
    { final: 'BURNED · TOKEN_BURN · RELEASE hold', failed: 'FAILED · RELEASE hold · LEDGER_REFUSED' },
  ],
  // Unknown is no refusal: the tokens are not returned while the money may have been paid.
  [
    'at a remote core',
    redemptionIn('BURNED', { fundsReference: 'f' }),
    { isCoreRemote: true },
    {
      moved: 'COMPLETED · TOKEN_PAYOUT',
      refused: 'RETURNING · MINT next',
      short: 'RETURNING · MINT next',
      unknown: 'CREDIT_RETRY',
    },
  ],
  [
    'at a remote core, on the built-in ledger',
    redemptionIn('BURNED', { fundsReference: 'f' }),
    { isCoreRemote: true, own: 'builtin' },
    {
      moved: 'COMPLETED · TOKEN_PAYOUT',
      refused: 'RETURNED · TOKEN_RETURN · ISSUE now · LINKED_ACCOUNT_INVALID',
      short: 'RETURNED · TOKEN_RETURN · ISSUE now · LINKED_ACCOUNT_INVALID',
      unknown: 'CREDIT_RETRY',
    },
  ],
  [
    'at a remote core',
    redemptionIn('CREDIT_RETRY', { fundsReference: 'f' }),
    { isCoreRemote: true },
    { moved: 'COMPLETED · TOKEN_PAYOUT', refused: 'RETURNING · MINT next', short: 'RETURNING · MINT next' },
  ],
  [
    'at a remote core',
    redemptionIn('RETURNING', { ...MINT, fundsReference: 'f' }),
    { isCoreRemote: true },
    {
      final: 'RETURNED · TOKEN_RETURN · LINKED_ACCOUNT_INVALID',
      failed: 'RETURNING · MINT refused · LEG_FAILED',
    },
  ],
  [
    'with its mint refused: an operator can make unclaimed money of it',
    redemptionIn('RETURNING', refused({ ...MINT, fundsReference: 'f' })),
    { isCoreRemote: true },
    {
      retry: 'RETURNING · MINT next',
      'give up': 'RETURNED · TOKEN_UNCLAIMED · FUNDS_UNCLAIMED · FUNDS_UNCLAIMED',
    },
  ],
  ['over', redemptionIn('COMPLETED'), {}, {}],
  ['over', redemptionIn('RETURNED'), {}, {}],
  ['over', redemptionIn('FAILED'), {}, {}],
]

const COMMITTED = 'COMMITTED · TOKEN_TRANSFER_OUT · RELEASE hold · both books'

export const TRANSFERS: Row[] = [
  [
    'in two phases',
    transferIn('RECEIVED', { op: { opId: OP, leg: 'HOLD', tries: 1 } }),
    {},
    { final: 'RESERVED', failed: 'REJECTED · RELEASE hold · LEDGER_REFUSED' },
  ],
  [
    'at once',
    transferIn('RECEIVED', { op: { opId: OP, leg: 'HOLD', tries: 1 } }, { isTwoPhase: false }),
    {},
    { final: 'COMMITTING · BOTH next', failed: 'REJECTED · RELEASE hold · LEDGER_REFUSED' },
  ],
  // The lock stays until the release is final: neither decision frees it.
  [
    'on one chain',
    transferIn('RESERVED', HELD),
    {},
    { commit: 'COMMITTING · BOTH next', abort: 'RELEASING · RELEASE next', expire: 'RELEASING · RELEASE next' },
  ],
  [
    'on one chain without batches',
    transferIn('RESERVED', HELD),
    { atomicBatches: false },
    { commit: 'COMMITTING · BURN next', abort: 'RELEASING · RELEASE next', expire: 'RELEASING · RELEASE next' },
  ],
  [
    'from one chain to another, both with batches',
    transferIn('RESERVED', HELD),
    { payee: 'evm' },
    { commit: 'COMMITTING · BURN next', abort: 'RELEASING · RELEASE next', expire: 'RELEASING · RELEASE next' },
  ],
  [
    'on a chain without holds: the hold is in the book alone',
    transferIn('RESERVED'),
    { nativeHolds: false },
    {
      commit: 'COMMITTING · BOTH next',
      abort: 'ABORTED · RELEASE hold · TRANSFER_ABORTED',
      expire: 'EXPIRED · RELEASE hold · TRANSFER_EXPIRED',
    },
  ],
  [
    'on the built-in ledger',
    transferIn('RESERVED', HELD),
    { own: 'builtin' },
    {
      commit: 'COMMITTED · TOKEN_TRANSFER_OUT · RELEASE hold · CAPTURE now · both books',
      abort: 'ABORTED · RELEASE hold · RELEASE now · TRANSFER_ABORTED',
      expire: 'EXPIRED · RELEASE hold · RELEASE now · TRANSFER_EXPIRED',
    },
  ],
  [
    'from the built-in ledger to a chain',
    transferIn('RESERVED', HELD),
    { own: 'builtin', payee: 'simulated' },
    {
      commit: 'COMMITTING · CAPTURE now · MINT next',
      abort: 'ABORTED · RELEASE hold · RELEASE now · TRANSFER_ABORTED',
      expire: 'EXPIRED · RELEASE hold · RELEASE now · TRANSFER_EXPIRED',
    },
  ],
  [
    'both legs at once',
    transferIn('COMMITTING', BOTH, { decision: COMMIT }),
    {},
    { final: COMMITTED, failed: 'COMMITTING · BOTH refused · LEG_FAILED' },
  ],
  [
    'the burn, to another chain',
    transferIn('COMMITTING', { ...BOTH, ...BURN }, { decision: COMMIT }),
    { atomicBatches: false },
    { final: 'COMMITTING · MINT next', failed: 'COMMITTING · BURN refused · LEG_FAILED' },
  ],
  [
    'the burn, to the built-in ledger',
    transferIn('COMMITTING', { ...BOTH, ...BURN }, { decision: COMMIT }),
    { payee: 'builtin' },
    { final: COMMITTED, failed: 'COMMITTING · BURN refused · LEG_FAILED' },
  ],
  [
    'the mint',
    transferIn('COMMITTING', { ...HELD, ...MINT, isBurned: true }, { decision: COMMIT }),
    { own: 'builtin', payee: 'simulated' },
    { final: COMMITTED, failed: 'COMMITTING · MINT refused · LEG_FAILED' },
  ],
  [
    'after an abort',
    transferIn('RELEASING', RELEASE, { decision: ABORT }),
    {},
    {
      final: 'ABORTED · RELEASE hold · TRANSFER_ABORTED',
      failed: 'RELEASING · RELEASE refused · LEG_FAILED',
    },
  ],
  [
    'after the expiry',
    transferIn('RELEASING', RELEASE, { decision: EXPIRE }),
    {},
    {
      final: 'EXPIRED · RELEASE hold · TRANSFER_EXPIRED',
      failed: 'RELEASING · RELEASE refused · LEG_FAILED',
    },
  ],
  // An operator returns it only while no attempt is under way. What was burned is minted again, what is held is released.
  [
    'both legs refused',
    transferIn('COMMITTING', refused(BOTH), { decision: COMMIT }),
    {},
    { retry: 'COMMITTING · BOTH next', return: 'RETURNING · RELEASE next' },
  ],
  [
    'both legs refused, by a chain that has lost its batches since',
    transferIn('COMMITTING', refused(BOTH), { decision: COMMIT }),
    { atomicBatches: false },
    { retry: 'COMMITTING · BURN next', return: 'RETURNING · RELEASE next' },
  ],
  [
    'both legs refused, on a chain without holds',
    transferIn('COMMITTING', refused({ op: BOTH.op }), { decision: COMMIT }),
    { nativeHolds: false },
    { retry: 'COMMITTING · BOTH next', return: 'RETURNED · RELEASE hold · LEDGER_REFUSED' },
  ],
  [
    'the mint refused, after a burn on another chain',
    transferIn('COMMITTING', refused({ ...HELD, ...MINT, isBurned: true }), { decision: COMMIT }),
    { atomicBatches: false },
    { retry: 'COMMITTING · MINT next', return: 'RETURNING · REMINT next' },
  ],
  [
    'the mint refused, after a burn on the built-in ledger',
    transferIn('COMMITTING', refused({ ...HELD, ...MINT, isBurned: true }), { decision: COMMIT }),
    { own: 'builtin', payee: 'simulated' },
    { retry: 'COMMITTING · MINT next', return: 'RETURNED · RELEASE hold · ISSUE now · LEDGER_REFUSED' },
  ],
  [
    'the release refused: there is only retry',
    transferIn('RELEASING', refused(RELEASE), { decision: ABORT }),
    {},
    { retry: 'RELEASING · RELEASE next' },
  ],
  // The lock stays until the return is final.
  [
    'what was burned',
    transferIn('RETURNING', REMINT, { decision: COMMIT }),
    {},
    { final: 'RETURNED · RELEASE hold · LEDGER_REFUSED', failed: 'RETURNING · REMINT refused · LEG_FAILED' },
  ],
  [
    'what was burned, refused: an operator can make unclaimed money of it',
    transferIn('RETURNING', refused(REMINT), { decision: COMMIT }),
    {},
    {
      retry: 'RETURNING · REMINT next',
      'give up': 'RETURNED · TOKEN_UNCLAIMED · RELEASE hold · FUNDS_UNCLAIMED · FUNDS_UNCLAIMED',
    },
  ],
  [
    'what is held',
    transferIn('RETURNING', RELEASE, { decision: COMMIT }),
    {},
    { final: 'RETURNED · RELEASE hold · LEDGER_REFUSED', failed: 'RETURNING · RELEASE refused · LEG_FAILED' },
  ],
  [
    'what is held, refused: nothing was burned, so there is only retry',
    transferIn('RETURNING', refused(RELEASE), { decision: COMMIT }),
    {},
    { retry: 'RETURNING · RELEASE next' },
  ],
  ['over', transferIn('RETURNED', HELD, { decision: COMMIT }), {}, {}],
  [
    'within one institution, on a chain',
    transferIn('RESERVED', HELD, WITHIN),
    {},
    { commit: 'COMMITTING · MOVE next', abort: 'RELEASING · RELEASE next', expire: 'RELEASING · RELEASE next' },
  ],
  [
    'within one institution, on the built-in ledger',
    transferIn('RESERVED', HELD, WITHIN),
    { own: 'builtin' },
    {
      commit: 'COMMITTED · TOKEN_TRANSFER_WITHIN · RELEASE hold · CAPTURE now',
      abort: 'ABORTED · RELEASE hold · RELEASE now · TRANSFER_ABORTED',
      expire: 'EXPIRED · RELEASE hold · RELEASE now · TRANSFER_EXPIRED',
    },
  ],
  [
    'within one institution',
    transferIn('COMMITTING', { ...HELD, op: { opId: OP, leg: 'MOVE', tries: 1 } }, { ...WITHIN, decision: COMMIT }),
    {},
    {
      final: 'COMMITTED · TOKEN_TRANSFER_WITHIN · RELEASE hold',
      failed: 'COMMITTING · MOVE refused · LEG_FAILED',
    },
  ],
  // A node of the version before has decided it: it knows no such leg.
  [
    'within one institution, both legs at once',
    transferIn('COMMITTING', BOTH, { ...WITHIN, decision: COMMIT }),
    {},
    {
      final: 'COMMITTED · TOKEN_TRANSFER_WITHIN · RELEASE hold',
      failed: 'COMMITTING · BOTH refused · LEG_FAILED',
    },
  ],
  [
    'within one institution, the burn',
    transferIn('COMMITTING', { ...BOTH, ...BURN }, { ...WITHIN, decision: COMMIT }),
    { atomicBatches: false },
    { final: 'COMMITTING · MINT next', failed: 'COMMITTING · BURN refused · LEG_FAILED' },
  ],
  ['over', transferIn('COMMITTED', HELD, { decision: COMMIT }), {}, {}],
  ['over', transferIn('ABORTED', HELD, { decision: ABORT }), {}, {}],
  ['over', transferIn('EXPIRED', HELD, { decision: EXPIRE }), {}, {}],
  ['over', transferIn('REJECTED'), {}, {}],
]
