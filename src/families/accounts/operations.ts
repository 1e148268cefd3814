// The fourteen operations of account services, in the order of the specification.

import { billPayment } from './bill-payment.ts'
import { cardlessWithdrawal } from './cardless-withdrawal.ts'
import { cashWithdrawal } from './cash-withdrawal.ts'
import { cashWithdrawalReversal } from './cash-withdrawal-reversal.ts'
import { deposit } from './deposit.ts'
import { depositReversal } from './deposit-reversal.ts'
import type { AccountOperation } from './desk/account-operation.ts'
import { health } from './health/health.ts'
import { accountLookup } from './inquiries/account-lookup.ts'
import { balanceInquiry } from './inquiries/balance-inquiry.ts'
import { deletePreferences } from './preferences/delete-preferences.ts'
import { retrievePreferences } from './preferences/retrieve-preferences.ts'
import { savePreferences } from './preferences/save-preferences.ts'
import { transfer } from './transfer.ts'
import { transferReversal } from './transfer-reversal.ts'

export const ACCOUNT_OPERATIONS: readonly AccountOperation[] = [
  health,
  retrievePreferences,
  savePreferences,
  deletePreferences,
  accountLookup,
  balanceInquiry,
  cashWithdrawal,
  cashWithdrawalReversal,
  deposit,
  depositReversal,
  transfer,
  transferReversal,
  billPayment,
  cardlessWithdrawal,
]
