// Traffic of family A for the tests of dashboards and transactions: what each request was answered is known.

import type { AccountsClient } from '../../../sdk/src/index.ts'
import { cashDeposit, transfer, withdrawal, withdrawalReversal } from '../accounts/sandbox-requests.ts'
import { answeredWith, approved } from '../accounts/sdk-client.ts'

export interface Traffic {
  /** A withdrawal with an access fee, of which 20.00 has been reversed. */
  readonly reversed: { readonly rrn: string; readonly reversalRrn: string }
  /** A reversal of 25.00 on account 1000000002, without an original. */
  readonly unmatched: { readonly rrn: string }
  /** A withdrawal of 25.00 from 1000000002, which the unmatched reversal may belong to. */
  readonly original: { readonly rrn: string }
}

/** Six orders approved, three declined (110 twice, 182 once), one reversal approved and one declined (914). */
export async function makeTraffic(client: AccountsClient): Promise<Traffic> {
  const first = withdrawal('1000000001', 62.5, { accessFee: 2.5, pan: '4000000000000010' })
  const { status } = await approved(client.debits(first))
  const original = withdrawal('1000000002', 25)
  await approved(client.debits(original))
  await approved(client.debits(withdrawal('1000000006', 5000, { currencyCode: 'JPY' })))
  await approved(client.debits(withdrawal('2000000001', 30, { institutionId: 'FI002', terminalId: 'ATM00101' })))
  await approved(client.credits(cashDeposit('1000000001', 100)))
  await approved(client.transfers(transfer('1000000002', '1000000001', 75)))
  await answeredWith('110', client.debits(withdrawal('1000000004', 500)))
  await answeredWith('110', client.debits(withdrawal('1000000004', 505)))
  await answeredWith('182', client.debits(withdrawal('1000000182', 20)))
  const reversal = withdrawalReversal(first, { amount: 20, authId: status.authId })
  await approved(client.debitsReverse(reversal))
  // No withdrawal has this amount, so that no original is found.
  const unmatched = withdrawalReversal(withdrawal('1000000002', 4_995), { amount: 25 })
  await answeredWith('914', client.debitsReverse(unmatched))
  return {
    reversed: { rrn: first.transaction.rrn, reversalRrn: reversal.transaction.rrn },
    unmatched: { rrn: unmatched.transaction.rrn },
    original: { rrn: original.transaction.rrn },
  }
}
