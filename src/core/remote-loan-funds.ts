// Moves the money of loans on accounts of a remote core: a deposit when a loan pays out, a withdrawal without a card when
// it is paid. The core executes each reference once, so an order whose outcome is unknown is simply sent again.

import type { FundsOrder, FundsOutcome, RemoteFunds } from '../loans/servicing/funds/loan-funds.ts'
import { APPROVED_CODE, DECLINE } from './outcome.ts'
import type { RemoteCore, RemoteOrder } from './remote-core.ts'

export function remoteLoanFunds(core: Pick<RemoteCore, 'execute'>): RemoteFunds {
  return {
    async move(order): Promise<FundsOutcome> {
      const { code } = await core.execute(remoteOrder(order))
      if (code === APPROVED_CODE) return { moved: true }
      return { moved: false, reason: code === DECLINE.insufficientFunds ? 'insufficient-funds' : 'destination-invalid' }
    },
  }
}

function remoteOrder(order: FundsOrder): RemoteOrder {
  const { reference, institutionId, partnerId, accountId, amount, direction } = order
  const origin = {
    institutionId,
    partnerId,
    rrn: reference.replaceAll('-', '').slice(-RRN_LENGTH),
    correlationId: reference,
    businessDate: order.businessDate.replaceAll('-', ''),
  }
  const base = { reference, origin, accountId, amount }
  return direction === 'CREDIT'
    ? { ...base, kind: 'DEPOSIT', cashMinor: amount.minor, checkMinor: 0n, checkAvailableMinor: 0n }
    : { ...base, kind: 'CARDLESS_WITHDRAWAL', accessFeeMinor: 0n }
}

const RRN_LENGTH = 12
