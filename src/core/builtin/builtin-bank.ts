// The built-in bank: the core that Tillgate brings along. It turns orders into postings of the ledger and leaves every
// decision to the file of the operation.

import type { Directory, Institution } from '../../institutions/directory.ts'
import type { Clock } from '../../kernel/clock.ts'
import { maskPan, PAN_CONTEXT } from '../../kernel/pan.ts'
import { Problem, unavailable } from '../../kernel/problem.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { InquiryDesk } from '../../ledger/inquiries/inquire.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import type { Books, Decision, Posting } from '../../ledger/posting.ts'
import type { Database } from '../../storage/database.ts'
import { WriteProbe } from '../../storage/write-probe.ts'
import type {
  AccountLookup,
  Answer,
  AnyOrder,
  Asked,
  BalanceInquiry,
  BillPaymentOrder,
  CashWithdrawalOrder,
  CoreBanking,
  DepositOrder,
  Order,
  ReversalOrder,
  TransferOrder,
} from '../core.ts'
import { coreProblem } from '../core-problems.ts'
import { DECLINE } from '../outcome.ts'
import { answerAccountLookup } from './account-lookup.ts'
import { answerBalanceInquiry } from './balance-inquiry.ts'
import { decideBillPayment } from './bill-payment.ts'
import { decideCardlessWithdrawal, decideCashWithdrawal } from './cash-withdrawal.ts'
import { decideDeposit } from './deposit.ts'
import { decideCashWithdrawalReversal } from './reversals/cash-withdrawal-reversal.ts'
import { decideDepositReversal } from './reversals/deposit-reversal.ts'
import { originalQuery } from './reversals/find-original.ts'
import { decideTransferReversal } from './reversals/transfer-reversal.ts'
import { type Presented, terminalOf } from './rules/checks.ts'
import { decline } from './rules/decline.ts'
import { hasDailyLimits } from './rules/limits.ts'
import { outcomeOf } from './rules/outcomes.ts'
import { decideTransfer } from './transfer.ts'

export interface BuiltinBankOptions {
  readonly directory: Directory
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly database: Database
  readonly pipeline: PostingPipeline
  readonly inquiries: InquiryDesk
}

/** What of an order differs from kind to kind when it becomes a posting. */
interface Kind<O> {
  decide(order: O, presented: Presented, books: Books): Decision
  readonly fields: Pick<Posting, 'amountMinor' | 'currency'> &
    Partial<
      Pick<
        Posting,
        'feeMinor' | 'cashMinor' | 'beneficiaryAccountId' | 'billerId' | 'original' | 'limitedTerminalId' | 'reasonCode'
      >
    >
}

export class BuiltinBank implements CoreBanking {
  readonly #options: BuiltinBankOptions
  readonly #writeProbe: WriteProbe

  constructor(options: BuiltinBankOptions) {
    this.#options = options
    this.#writeProbe = new WriteProbe(options.database)
  }

  /** A bank whose books cannot be written is down, although it can still be asked for balances. */
  probe(): Promise<void> {
    return this.#writeProbe.check()
  }

  lookUpAccounts(lookup: AccountLookup) {
    const presented = this.#present(lookup)
    return this.#options.inquiries.ask({
      ...this.#asked(lookup, presented),
      ...(lookup.customerId !== undefined && { customerId: lookup.customerId }),
      type: 'ACCOUNTLOOKUP',
      authorised: false,
      answer: (reading) => answerAccountLookup(lookup, presented, reading),
    })
  }

  inquireBalance(inquiry: BalanceInquiry) {
    const presented = this.#present(inquiry)
    return this.#options.inquiries.ask({
      ...this.#asked(inquiry, presented),
      accountId: inquiry.accountId,
      type: 'BALANCEINQUIRY',
      authorised: true,
      answer: (reading) => answerBalanceInquiry(inquiry, presented, reading),
    })
  }

  withdrawCash(order: CashWithdrawalOrder): Promise<Answer> {
    return this.#withdraw(order, decideCashWithdrawal)
  }

  withdrawCardless(order: CashWithdrawalOrder): Promise<Answer> {
    return this.#withdraw(order, decideCardlessWithdrawal)
  }

  deposit(order: DepositOrder): Promise<Answer> {
    return this.#post(order, { decide: decideDeposit, fields: { ...amountOf(order), cashMinor: order.cashMinor } })
  }

  transfer(order: TransferOrder): Promise<Answer> {
    const { beneficiaryAccountId } = order
    return this.#post(order, { decide: decideTransfer, fields: { ...amountOf(order), beneficiaryAccountId } })
  }

  payBill(order: BillPaymentOrder): Promise<Answer> {
    return this.#post(order, { decide: decideBillPayment, fields: { ...amountOf(order), billerId: order.billerId } })
  }

  reverseCashWithdrawal(order: ReversalOrder): Promise<Answer> {
    return this.#reverse(order, decideCashWithdrawalReversal)
  }

  reverseDeposit(order: ReversalOrder): Promise<Answer> {
    return this.#reverse(order, decideDepositReversal)
  }

  reverseTransfer(order: ReversalOrder): Promise<Answer> {
    return this.#reverse(order, decideTransferReversal)
  }

  #withdraw(order: CashWithdrawalOrder, decide: Kind<CashWithdrawalOrder>['decide']): Promise<Answer> {
    const presented = this.#present(order)
    const terminal = terminalOf(presented)
    const fields = {
      ...amountOf(order),
      feeMinor: order.accessFeeMinor,
      cashMinor: order.amount.minor - order.accessFeeMinor,
      ...(terminal !== undefined && hasDailyLimits(terminal.limits) && { limitedTerminalId: terminal.terminalId }),
    }
    return this.#post(order, { decide, fields }, presented)
  }

  #reverse(order: ReversalOrder, decide: Kind<ReversalOrder>['decide']): Promise<Answer> {
    const presented = this.#present(order)
    const { baseCurrency, reversalWindowHours } = presented.institution
    const currency = order.currency ?? baseCurrency
    const amounts = order.amountsIn(currency)
    const fields = {
      // What a decline records; an approval records what it took back, in the original's currency.
      amountMinor: amounts instanceof Problem ? 0n : amounts.reversedMinor,
      currency,
      reasonCode: order.reasonCode,
      original: originalQuery(order, reversalWindowHours, this.#options.clock.now()),
      ...(order.beneficiaryAccountId !== undefined && { beneficiaryAccountId: order.beneficiaryAccountId }),
    }
    return this.#post(order, { decide, fields }, presented)
  }

  #post<O extends AnyOrder>(order: O, kind: Kind<O>, presented = this.#present(order)): Promise<Answer> {
    const { institution } = presented
    return this.#options.pipeline.post({
      ...this.#asked(order, presented),
      feeMinor: 0n,
      cashMinor: 0n,
      fingerprint: order.fingerprint,
      type: order.type,
      accountId: order.accountId,
      ...(order.transactionDate !== undefined && { transactionDate: order.transactionDate }),
      ...kind.fields,
      decide: (books) => this.#decide(order, presented, books, kind),
      answer: (settled) =>
        order.render(outcomeOf(settled, institution, order.accountId, kind.fields.beneficiaryAccountId)),
    })
  }

  #decide<O extends AnyOrder>(order: O, presented: Presented, books: Books, kind: Kind<O>): Decision {
    if (presented.institution.cutoverUntilMs > books.nowMs) {
      const problem = coreProblem('cutover', "the institution's business day is being closed", { retryAfterSeconds: 1 })
      return { kind: 'refuse', problem }
    }
    if (kind.fields.original === undefined && books.hasTombstone(order.partnerId, order.rrn)) {
      return decline(DECLINE.reversedBeforeArrival)
    }
    return kind.decide(order, presented, books)
  }

  #present(order: Asked & { readonly pan?: string }): Presented {
    return {
      institution: this.#institution(order.institutionId),
      directory: this.#options.directory,
      terminalId: order.terminalId,
      pan: order.pan,
      panHash: order.pan === undefined ? undefined : this.#options.secretBox.lookupHash(order.pan, PAN_CONTEXT),
    }
  }

  #asked(order: Asked & { readonly pan?: string }, presented: Presented) {
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

  #institution(institutionId: string): Institution {
    const institution = this.#options.directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution is not known to this core')
    return institution
  }
}

function amountOf(order: Order): Pick<Posting, 'amountMinor' | 'currency'> {
  return { amountMinor: order.amount.minor, currency: order.amount.currency }
}
