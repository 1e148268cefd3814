// Which rules of the built-in bank decide which kind of order.

import { decideBillPayment } from '../../core/builtin/bill-payment.ts'
import { decideCardlessWithdrawal, decideCashWithdrawal } from '../../core/builtin/cash-withdrawal.ts'
import { decideDeposit } from '../../core/builtin/deposit.ts'
import {
  decideBillPaymentReversal,
  openBillPaymentReversal,
} from '../../core/builtin/reversals/bill-payment-reversal.ts'
import {
  decideCashWithdrawalReversal,
  openCashWithdrawalReversal,
} from '../../core/builtin/reversals/cash-withdrawal-reversal.ts'
import { decideDepositReversal, openDepositReversal } from '../../core/builtin/reversals/deposit-reversal.ts'
import type { OpenedReversal } from '../../core/builtin/reversals/reversal-checks.ts'
import { decideTransferReversal, openTransferReversal } from '../../core/builtin/reversals/transfer-reversal.ts'
import { decideTransfer } from '../../core/builtin/transfer.ts'
import type { BillPaymentOrder, CashWithdrawalOrder, DepositOrder, TransferOrder } from '../../core/core.ts'
import type { OrderRules, ReversalRules } from './decide-order.ts'

export const CASH_WITHDRAWAL: OrderRules<CashWithdrawalOrder> = {
  service: 'WITHDRAWAL',
  limitedByTerminal: true,
  decide: decideCashWithdrawal,
}
export const CARDLESS_WITHDRAWAL: OrderRules<CashWithdrawalOrder> = {
  service: 'CARDLESS',
  limitedByTerminal: true,
  decide: decideCardlessWithdrawal,
}
export const DEPOSIT: OrderRules<DepositOrder> = { service: 'DEPOSIT', decide: decideDeposit }
export const TRANSFER: OrderRules<TransferOrder> = { service: 'TRANSFER', decide: decideTransfer }
export const BILL_PAYMENT: OrderRules<BillPaymentOrder> = { service: 'BILL_PAYMENT', decide: decideBillPayment }
export const CASH_WITHDRAWAL_REVERSAL: ReversalRules<OpenedReversal> = {
  open: openCashWithdrawalReversal,
  decide: decideCashWithdrawalReversal,
}
export const DEPOSIT_REVERSAL: ReversalRules<OpenedReversal> = {
  open: openDepositReversal,
  decide: decideDepositReversal,
}
export const TRANSFER_REVERSAL: ReversalRules<Required<OpenedReversal>> = {
  open: openTransferReversal,
  decide: decideTransferReversal,
}
export const BILL_PAYMENT_REVERSAL: ReversalRules<OpenedReversal> = {
  open: openBillPaymentReversal,
  decide: decideBillPaymentReversal,
}
