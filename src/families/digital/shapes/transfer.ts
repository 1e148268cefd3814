// A transfer on the wire. Its payee's partner sees it without the payer's account and without the payer's request.

import { type Static, Type } from 'typebox'
import { line, name, oneOf, typedLine } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { TRANSFER_STATES, type Transfer } from '../../../tokens/movements/movement.ts'
import { sideOf } from '../../../tokens/movements/reading/read-movements.ts'
import type { TokenMovements } from '../../../tokens/movements/token-movements.ts'
import { institutionNamed, movementFields, wireMovement } from './movement.ts'
import { digitalAssetAccount, named, resourceFields, settlementFields, timestamp, wireHead } from './resource.ts'
import { tokensOf } from './token-amount.ts'

export const TRANSFER_TYPE = 'INTERBANK_TRANSFER'

export const mode = oneOf('IMMEDIATE: at once. TWO_PHASE: reserved, until it is committed, aborted or expires', [
  'IMMEDIATE',
  'TWO_PHASE',
])
export const committer = oneOf('Who commits a transfer in two phases', ['PAYER', 'PAYEE'])

export const beneficiary = chosen(
  Type.Object({
    ...institutionNamed("The beneficiary's institution").properties,
    digitalAssetAccount,
    name: Type.Optional(name("The beneficiary's name: kept, not checked")),
  }),
)

export const remittance = chosen(
  Type.Object({
    info: Type.Optional(typedLine('What it is for', 140)),
    endToEndId: Type.Optional(line("The payer's own reference, passed on to the payee", 35)),
  }),
)

/** The beneficiary of a return is shown without its account, which its payer does not know. */
const shownBeneficiary = chosen(
  Type.Object({ ...beneficiary.properties, digitalAssetAccount: Type.Optional(digitalAssetAccount) }),
)

export const returnOf = named('The transfer whose tokens go back to its payer')

const { transaction, channelInfo, ...head } = resourceFields([...TRANSFER_STATES])

export const transfer = Type.Object(
  {
    ...head,
    transaction: Type.Optional(transaction),
    channelInfo: Type.Optional(channelInfo),
    ...movementFields,
    digitalAssetAccount: Type.Optional(digitalAssetAccount),
    payer: institutionNamed("The payer's institution"),
    beneficiary: shownBeneficiary,
    settlement: chosen(Type.Object({ ...settlementFields, mode, committer: Type.Optional(committer) })),
    remittance: Type.Optional(remittance),
    expiresAt: Type.Optional(timestamp('When a transfer in two phases expires')),
    returnOf: Type.Optional(returnOf),
    returned: Type.Optional(
      chosen(Type.Number({ description: 'Tokens that COMMITTED returns have given back; absent when there are none' })),
    ),
    decision: Type.Optional(
      chosen(
        Type.Object({
          action: oneOf('What was decided', ['COMMIT', 'ABORT', 'EXPIRE']),
          at: timestamp('When'),
        }),
      ),
    ),
  },
  { component: 'InterbankTransfer' },
)

export type WireTransfer = Static<typeof transfer>

/** As a partner sees it that may see it. */
export function wireTransfer(made: Transfer, partnerId: string, returnedMinor = 0n): WireTransfer {
  const {
    transaction: request,
    channelInfo: channel,
    ...shown
  } = wireHead(made.movementId, made.state, TRANSFER_TYPE, made)
  const { settlement, ...moved } = wireMovement(made)
  const isOwner = sideOf(made, partnerId) === 'OWNER'
  const showsPayee = made.returnOf === undefined || made.payee.partnerId === partnerId
  return {
    ...shown,
    ...(isOwner && { transaction: request, channelInfo: channel, digitalAssetAccount: { id: made.accountId } }),
    ...moved,
    payer: { institutionId: made.issuerId },
    beneficiary: {
      institutionId: made.payee.issuerId,
      ...(showsPayee && { digitalAssetAccount: { id: made.payee.accountId } }),
      ...(made.beneficiaryName !== undefined && { name: made.beneficiaryName }),
    },
    settlement: {
      ...settlement,
      mode: made.isTwoPhase ? 'TWO_PHASE' : 'IMMEDIATE',
      ...(made.committer !== undefined && { committer: made.committer }),
    },
    ...remittanceOf(made),
    ...(made.expiresAt !== undefined && { expiresAt: made.expiresAt.toISOString() }),
    ...(made.returnOf !== undefined && { returnOf: { id: made.returnOf } }),
    ...(returnedMinor > 0n && { returned: tokensOf(returnedMinor, made.currency) }),
    ...(made.decision !== undefined && {
      decision: { action: made.decision.action, at: made.decision.at.toISOString() },
    }),
  }
}

/** The same with what was given back of it. */
export async function shownTransfer(
  movements: Pick<TokenMovements, 'returnedMinor'>,
  made: Transfer,
  partnerId: string,
): Promise<WireTransfer> {
  const returned = await movements.returnedMinor([made])
  return wireTransfer(made, partnerId, returned.get(made.movementId))
}

function remittanceOf({ remittanceInfo: info, endToEndId }: Transfer) {
  if (info === undefined && endToEndId === undefined) return {}
  return { remittance: { ...(info !== undefined && { info }), ...(endToEndId !== undefined && { endToEndId }) } }
}
