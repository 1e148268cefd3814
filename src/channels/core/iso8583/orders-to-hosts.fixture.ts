// Orders that a host is sent, for tests of its answers.

import { newReference } from '../../../../test/support/rest-core/orders.ts'
import type { RemoteReversal, RemoteWithdrawal } from '../remote-core.ts'

export function withdrawalAt(institutionId: string, rrn: string, minor: bigint): RemoteWithdrawal {
  const origin = {
    institutionId,
    partnerId: 'PARTNER01',
    rrn,
    correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
    businessDate: '20261115',
  }
  const amount = { minor, currency: 'USD' }
  const accountId = '1000000001'
  return { kind: 'CASH_WITHDRAWAL', reference: newReference(), origin, accountId, amount, accessFeeMinor: 0n }
}

export function reversalOf(order: RemoteWithdrawal, minor: bigint, complete: boolean): RemoteReversal {
  const { origin, accountId, reference: originalReference } = order
  const amount = { minor, currency: 'USD' }
  const how = { reasonCode: '4000', complete, forced: false }
  return { kind: 'REVERSAL', reference: newReference(), origin, accountId, amount, originalReference, ...how }
}
