// Interbank transfer: tokens of the payer's institution are burned, and the payee receives tokens of their own. Within one
// institution the tokens change hands.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { MAY_CREATE, orderOf } from '../shapes/movement.ts'
import {
  ACCOUNT_ID,
  EXAMPLE_RESERVED_TRANSFER,
  EXAMPLE_RETURN,
  EXAMPLE_TRANSFER,
  PARTNER_ID,
  PAYEE_ACCOUNT_ID,
  PAYEE_INSTITUTION_ID,
} from '../shapes/movement-examples.ts'
import { request } from '../shapes/request.ts'
import { digitalAssetAccount } from '../shapes/resource.ts'
import { tokenAmount } from '../shapes/token-amount.ts'
import {
  beneficiary,
  committer,
  mode,
  remittance,
  returnOf,
  shownTransfer,
  TRANSFER_TYPE,
  transfer,
  wireTransfer,
} from '../shapes/transfer.ts'

const DEFAULT_EXPIRY_SECONDS = 60

const settlement = chosen(
  Type.Object({
    mode: Type.Optional(mode),
    expiresInSeconds: Type.Optional(
      chosen(
        Type.Integer({
          description: `TWO_PHASE only: how long it waits, from its creation; ${DEFAULT_EXPIRY_SECONDS} by default`,
          minimum: 5,
          maximum: 86_400,
          expected: 'must be a whole number from 5 to 86400',
        }),
      ),
    ),
    committer: Type.Optional(committer),
  }),
)

const REQUEST = {
  transaction: { ref: EXAMPLE_TRANSFER.ref, type: TRANSFER_TYPE },
  channelInfo: { type: 'MOBILE_APP' },
  tokenAmount: { currency: 'USD', tokens: 75.5, tokenType: 'TOKENIZED_DEPOSIT' },
  digitalAssetAccount: { id: ACCOUNT_ID },
  beneficiary: {
    institutionId: PAYEE_INSTITUTION_ID,
    digitalAssetAccount: { id: PAYEE_ACCOUNT_ID },
    name: 'Bea Example',
  },
  remittance: { info: 'Invoice 4711', endToEndId: 'INV-4711' },
}

const RETURN = {
  transaction: { ref: EXAMPLE_RETURN.ref, type: TRANSFER_TYPE },
  channelInfo: REQUEST.channelInfo,
  tokenAmount: { ...REQUEST.tokenAmount, tokens: 25 },
  digitalAssetAccount: { id: EXAMPLE_RETURN.accountId },
  returnOf: { id: EXAMPLE_TRANSFER.movementId },
}

export const createInterbankTransfer = digitalOperation({
  id: 'CreateInterbankTransfer',
  route: 'POST /interbank-transfers',
  access: MAY_CREATE,
  basis: 'given',
  tag: 'Interbank transfers',
  summary: 'Move tokens to another account',
  description:
    'IMMEDIATE settles at once. TWO_PHASE reserves the tokens: the committer, by default the payer, commits or aborts the ' +
    'transfer, the payee may abort it, and at `expiresAt` it expires. The beneficiary may be an account of another ' +
    "partner, which sees the transfer from RESERVED on. The beneficiary's name is kept and not checked; " +
    'account validation does that. Within one institution nothing is owed to other banks, and no cap applies. `returnOf` in ' +
    'place of `beneficiary` gives tokens back: it names a COMMITTED transfer in which the account was paid, and goes to its ' +
    'payer; all returns of a transfer together are at most its tokens.',
  errors: [
    'C-ACCOUNT_NOT_FOUND',
    'C-TOKEN_TYPE_NOT_SUPPORTED',
    'C-INSTITUTION_NOT_ACTIVE',
    'C-USER_NOT_ACTIVE',
    'C-ACCOUNT_CLOSED',
    'C-ACCOUNT_FROZEN',
    'C-ACCOUNT_NOT_ACTIVE',
    'C-SAME_ACCOUNT',
    'C-RETURN_INVALID',
    'C-BENEFICIARY_NOT_FOUND',
    'C-BENEFICIARY_CLOSED',
    'C-BENEFICIARY_CANNOT_RECEIVE',
    'C-CURRENCY_MISMATCH',
    'C-LIMIT_EXCEEDED',
    'C-STOPPED',
    'C-INSUFFICIENT_AVAILABLE_TOKENS',
    'C-INSUFFICIENT_SETTLEMENT_LIQUIDITY',
  ],
  body: request(TRANSFER_TYPE, {
    tokenAmount: tokenAmount(),
    digitalAssetAccount,
    beneficiary: Type.Optional(beneficiary),
    settlement: Type.Optional(settlement),
    remittance: Type.Optional(remittance),
    returnOf: Type.Optional(returnOf),
  }),
  rules({ settlement: sent, beneficiary: named, returnOf: first }, found) {
    if (first === undefined && named === undefined) found.add('beneficiary', 'is required')
    if (first !== undefined && named !== undefined) found.add('beneficiary', 'is not allowed with returnOf')
    if (!found.areValid('settlement') || sent === undefined || sent.mode === 'TWO_PHASE') return
    for (const name of ['expiresInSeconds', 'committer'] as const)
      if (sent[name] !== undefined) found.add(`settlement.${name}`, 'is only for settlement.mode TWO_PHASE')
  },
  reply: transfer,
  requestExamples: [
    { name: 'immediate', summary: 'At once', value: REQUEST },
    {
      name: 'twoPhase',
      summary: 'In two phases, committed by the payee',
      value: { ...REQUEST, settlement: { mode: 'TWO_PHASE', expiresInSeconds: 60, committer: 'PAYEE' } },
    },
    { name: 'return', summary: 'Give tokens of a transfer back to its payer', value: RETURN },
  ],
  replyExamples: [
    { name: 'committed', summary: 'The payee has the tokens', value: wireTransfer(EXAMPLE_TRANSFER, PARTNER_ID) },
    { name: 'reserved', summary: 'Waits for a decision', value: wireTransfer(EXAMPLE_RESERVED_TRANSFER, PARTNER_ID) },
    {
      name: 'returned',
      summary: 'A return, without the account that it goes to',
      value: wireTransfer(EXAMPLE_RETURN, EXAMPLE_RETURN.partnerId),
    },
  ],
  async handle(ask) {
    const { body, services, partnerId } = ask
    const moved = await services.tokenMovements.transfer({
      ...orderOf(ask),
      accountId: body.digitalAssetAccount.id,
      beneficiary: body.beneficiary && {
        institutionId: body.beneficiary.institutionId,
        accountId: body.beneficiary.digitalAssetAccount.id,
        name: body.beneficiary.name,
      },
      returnOf: body.returnOf?.id,
      twoPhase: twoPhaseOf(body.settlement),
      remittanceInfo: body.remittance?.info,
      endToEndId: body.remittance?.endToEndId,
    })
    // What was made just now has no returns.
    const shown = moved.replayed
      ? await shownTransfer(services.tokenMovements, moved.movement, partnerId)
      : wireTransfer(moved.movement, partnerId)
    return reply(ask, shown, moved)
  },
})

function twoPhaseOf(sent: Static<typeof settlement> | undefined) {
  if (sent?.mode !== 'TWO_PHASE') return undefined
  const { expiresInSeconds = DEFAULT_EXPIRY_SECONDS, committer: side = 'PAYER' } = sent
  return { expiresInSeconds, committer: side }
}
