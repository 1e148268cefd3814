// Moves the money of loans on accounts of a remote core: a credit when a loan pays out, a debit when it is paid.

import type { FundsOutcome, RemoteFunds } from '../loans/servicing/funds/loan-funds.ts'
import { APPROVED_CODE, DECLINE } from './outcome.ts'
import type { RemoteCore } from './remote-core.ts'
import { remoteFundsOrder } from './remote-funds-order.ts'

export function remoteLoanFunds(core: Pick<RemoteCore, 'execute'>): RemoteFunds {
  return {
    async move(order): Promise<FundsOutcome> {
      const businessDate = order.businessDate.replaceAll('-', '')
      const { code } = await core.execute(remoteFundsOrder({ ...order, businessDate }))
      if (code === APPROVED_CODE) return { moved: true }
      return { moved: false, reason: code === DECLINE.insufficientFunds ? 'insufficient-funds' : 'destination-invalid' }
    },
  }
}
