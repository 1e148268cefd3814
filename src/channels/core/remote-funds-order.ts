// Money that another concept moves on an account of a remote core: a deposit credits it, a withdrawal without a card debits it.
// The core executes each reference once, so an order whose outcome is unknown is simply sent again.

import type { Money } from '../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { OrderOrigin, RemoteOrder } from './remote-core.ts'

export interface RemoteFundsMove {
  /** UUID, stored before the call. */
  readonly reference: string
  readonly institutionId: string
  readonly partnerId: string
  readonly accountId: string
  readonly direction: 'CREDIT' | 'DEBIT'
  readonly amount: Money
  readonly businessDate: BusinessDate
}

export function remoteFundsOrder({ reference, accountId, amount, direction, ...move }: RemoteFundsMove): RemoteOrder {
  const base = { reference, origin: originOf(reference, move), accountId, amount }
  return direction === 'CREDIT'
    ? { ...base, kind: 'DEPOSIT', cashMinor: amount.minor, checkMinor: 0n, checkAvailableMinor: 0n }
    : { ...base, kind: 'CARDLESS_WITHDRAWAL', accessFeeMinor: 0n }
}

/** No channel has asked, so there is no RRN: the reference's last digits stand for one. */
export function originOf(
  reference: string,
  asked: Pick<OrderOrigin, 'institutionId' | 'partnerId' | 'businessDate'>,
): OrderOrigin {
  const { institutionId, partnerId, businessDate } = asked
  const rrn = reference.replaceAll('-', '').slice(-RRN_LENGTH)
  return { institutionId, partnerId, rrn, correlationId: reference, businessDate }
}

const RRN_LENGTH = 12
