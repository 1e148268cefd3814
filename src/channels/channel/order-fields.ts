// The fields that every order is recorded with, for every core, made from the caller's request.

import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import { maskPan, PAN_CONTEXT } from '../../platform/kernel/identifiers/pan.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { AnyOrder, Asked, Order } from '../core/core.ts'
import type { Presented } from '../core/presented.ts'
import type { Sent } from './channel.ts'
import type { OrderFields } from './record/order-record.ts'

export interface PresentingParts {
  readonly directory: Directory
  readonly secretBox: SecretBox
}

/** The parts of a request that checks look at. */
export function present(
  order: Asked & { readonly pan?: string },
  { directory, secretBox }: PresentingParts,
): Presented {
  return {
    institution: institutionOf(order.institutionId, directory),
    directory,
    terminalId: order.terminalId,
    pan: order.pan,
    panHash: order.pan === undefined ? undefined : secretBox.lookupHash(order.pan, PAN_CONTEXT),
    isAdvice: order.isAdvice,
  }
}

function institutionOf(institutionId: string, directory: Directory): Institution {
  const institution = directory.institution(institutionId)
  if (institution === undefined) throw unavailable('the institution is not known to this core')
  return institution
}

/** The origin of a request, as its record keeps it. */
export function askedFields(order: Asked & { readonly pan?: string }, presented: Presented) {
  const { institutionId, partnerId, rrn, correlationId, receivedAtMs, terminalId, pan } = order
  return {
    institutionId,
    partnerId,
    rrn,
    correlationId,
    receivedAtMs,
    ...(terminalId !== undefined && { terminalId }),
    ...(presented.panHash !== undefined && { panHash: presented.panHash }),
    ...(pan !== undefined && { maskedPan: maskPan(pan) }),
  }
}

/** The fields that differ between kinds of order. */
export type KindFields = Pick<OrderFields, 'amountMinor' | 'currency'> &
  Partial<Pick<OrderFields, 'feeMinor' | 'cashMinor' | 'beneficiaryAccountId' | 'billerId' | 'original' | 'reasonCode'>>

/** One literal without spreads: every order passes here, and all of them get the same hidden class. */
export function orderFields(order: Sent<AnyOrder>, presented: Presented, fields: KindFields) {
  return {
    institutionId: order.institutionId,
    partnerId: order.partnerId,
    rrn: order.rrn,
    fingerprint: order.fingerprint,
    type: order.type,
    accountId: order.accountId,
    beneficiaryAccountId: fields.beneficiaryAccountId,
    billerId: fields.billerId,
    terminalId: order.terminalId,
    panHash: presented.panHash,
    maskedPan: order.pan === undefined ? undefined : maskPan(order.pan),
    amountMinor: fields.amountMinor,
    feeMinor: fields.feeMinor ?? 0n,
    cashMinor: fields.cashMinor ?? 0n,
    currency: fields.currency,
    correlationId: order.correlationId,
    receivedAtMs: order.receivedAtMs,
    transactionDate: order.transactionDate,
    reasonCode: fields.reasonCode,
    original: fields.original,
    message: order.message,
  }
}

export function amountFields(order: Order): Pick<OrderFields, 'amountMinor' | 'currency'> {
  return { amountMinor: order.amount.minor, currency: order.amount.currency }
}
