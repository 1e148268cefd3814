// Encodes orders and inquiries for the core: amounts become JSON integers, absent fields stay absent.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { OrderOrigin, RemoteBalanceInquiry, RemoteLookup, RemoteOrder } from '../remote-core.ts'
import { MAX_MINOR, type WireInquiry, type WireLookup, type WireOrder, type WireOrigin } from './messages.ts'

export function encodeOrder(order: RemoteOrder): WireOrder {
  const base = {
    origin: encodeOrigin(order.origin),
    accountId: order.accountId,
    ...(order.pan !== undefined && { pan: order.pan }),
    amount: { minor: exactNumber(order.amount.minor), currency: order.amount.currency },
  }
  switch (order.kind) {
    case 'CASH_WITHDRAWAL':
    case 'CARDLESS_WITHDRAWAL':
      return { kind: order.kind, ...base, accessFeeMinor: exactNumber(order.accessFeeMinor) }
    case 'DEPOSIT':
      return {
        kind: order.kind,
        ...base,
        cashMinor: exactNumber(order.cashMinor),
        checkMinor: exactNumber(order.checkMinor),
        checkAvailableMinor: exactNumber(order.checkAvailableMinor),
      }
    case 'TRANSFER':
      return { kind: order.kind, ...base, beneficiaryAccountId: order.beneficiaryAccountId }
    case 'BILL_PAYMENT':
      return { kind: order.kind, ...base, billerId: order.billerId, billerBin: order.billerBin }
    case 'REVERSAL': {
      const { kind, originalReference, reasonCode, complete, forced } = order
      return { kind, ...base, originalReference, reasonCode, complete, forced }
    }
  }
}

export function encodeLookup({ origin, pan, customerId }: RemoteLookup): WireLookup {
  return {
    origin: encodeOrigin(origin),
    ...(pan !== undefined && { pan }),
    ...(customerId !== undefined && { customerId }),
  }
}

export function encodeInquiry({ origin, accountId, pan }: RemoteBalanceInquiry): WireInquiry {
  return { origin: encodeOrigin(origin), accountId, ...(pan !== undefined && { pan }) }
}

/** The institution goes into the path, the correlation id into a header. */
function encodeOrigin({ partnerId, rrn, terminalId, businessDate }: OrderOrigin): WireOrigin {
  return { partnerId, rrn, ...(terminalId !== undefined && { terminalId }), businessDate }
}

/** Refuses an amount that a JSON number would round. Nothing has been sent at this point. */
function exactNumber(minor: bigint): number {
  if (minor < 0n || minor > MAX_MINOR) throw new Problem('internal', 'an amount is beyond what a JSON number holds')
  return Number(minor)
}
