// What a capability can grant.

import type { onboarding } from '@tillgate/sdk'

export type Flag = keyof onboarding.TransactionCapability['flags']

export const FLAGS: readonly { readonly flag: Flag; readonly label: string; readonly short: string }[] = [
  { flag: 'inquiry', label: 'Balance inquiries', short: 'Inquiry' },
  { flag: 'withdrawal', label: 'Cash withdrawals', short: 'Withdrawal' },
  { flag: 'deposit', label: 'Deposits', short: 'Deposit' },
  { flag: 'transferFrom', label: 'Transfers from the account', short: 'Transfer from' },
  { flag: 'transferTo', label: 'Transfers to the account', short: 'Transfer to' },
  { flag: 'billPayment', label: 'Bill payments', short: 'Bill payment' },
  { flag: 'cardless', label: 'Cardless withdrawals', short: 'Cardless' },
]
