// The channel to the built-in bank. It turns orders into postings of the ledger, which commit together with their
// records. Every decision is made by the operation's file in core/builtin.

import type { Directory } from '../../../administration/institutions/directory.ts'
import type { PostingPipeline } from '../../../ledger/post.ts'
import type { Owner } from '../../../ledger/posting.ts'
import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { WriteProbe } from '../../../platform/storage/connections/write-probe.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { answerAccountLookup } from '../../core/builtin/account-lookup.ts'
import { answerBalanceInquiry } from '../../core/builtin/balance-inquiry.ts'
import type { BankAccount } from '../../core/builtin/books/bank-account.ts'
import type { BankBooks } from '../../core/builtin/books/bank-books.ts'
import type { OpenedReversal } from '../../core/builtin/reversals/reversal-checks.ts'
import { hasDailyLimits } from '../../core/builtin/rules/limits.ts'
import { shownAccounts } from '../../core/builtin/rules/outcomes.ts'
import type {
  AccountLookup,
  AnyOrder,
  BalanceInquiry,
  BillPaymentOrder,
  CashWithdrawalOrder,
  DepositOrder,
  Order,
  ReversalOrder,
  TransferOrder,
} from '../../core/core.ts'
import type { Outcome } from '../../core/outcome.ts'
import { type Presented, terminalOf } from '../../core/presented.ts'
import type { Answer, Channel, Sent } from '../channel.ts'
import { checkInquiry } from '../gateway-checks.ts'
import type { InFlightOrders } from '../in-flight-orders.ts'
import type { InquiryDesk } from '../inquiries/inquire.ts'
import { postPrepared, type RulesForOrders, withRules } from '../order-facts.ts'
import { amountFields, askedFields, type KindFields, orderFields, present } from '../order-fields.ts'
import { UNKNOWN_OUTCOME } from '../record/order-record.ts'
import type { Records } from '../record/record-book.ts'
import { reversalFields } from '../reversals/reversal-fields.ts'
import {
  type ChannelDecision,
  decideOrder,
  decideReversal,
  type OrderRules,
  type ReversalRules,
} from './decide-order.ts'
import {
  BILL_PAYMENT,
  BILL_PAYMENT_REVERSAL,
  CARDLESS_WITHDRAWAL,
  CASH_WITHDRAWAL,
  CASH_WITHDRAWAL_REVERSAL,
  DEPOSIT,
  DEPOSIT_REVERSAL,
  TRANSFER,
  TRANSFER_REVERSAL,
} from './order-kinds.ts'
import type { OrderPosting, OrderRecords } from './order-records.ts'
import { ORDER_WRITES } from './order-writes.ts'

export interface BuiltinChannelOptions {
  readonly directory: Directory
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly database: Database
  readonly pipeline: PostingPipeline<BankAccount>
  readonly records: OrderRecords
  readonly inFlight: InFlightOrders
  readonly inquiries: InquiryDesk
  readonly rules?: RulesForOrders | undefined
  /** Takes part in transfers: the other account may be that of a loan. */
  readonly loans?: Owner | undefined
  /** Sandbox: the first order of each RRN is recorded, and lost before it reaches the bank. */
  readonly losesFirst?: boolean | undefined
}

/** How an order is decided, and which terminal row that needs. */
interface Deciding {
  readonly limitedTerminalId?: string
  decide(books: BankBooks, records: Records): ChannelDecision
}

export class BuiltinChannel implements Channel {
  readonly #options: BuiltinChannelOptions
  readonly #writeProbe: WriteProbe

  constructor(options: BuiltinChannelOptions) {
    this.#options = options
    // A server of distributed books that is down holds up its own institutions alone: the probe asks the coordinator.
    this.#writeProbe = new WriteProbe(options.database, options.database.isDistributed ? [] : ORDER_WRITES)
  }

  /** Sandbox: the same bank behind a line that loses the first order of each RRN. */
  behindLossyLine(): Channel {
    return new BuiltinChannel({ ...this.#options, losesFirst: true })
  }

  /** A bank whose books cannot be written is down, although it still answers inquiries. */
  probe(): Promise<void> {
    return this.#writeProbe.check()
  }

  lookUpAccounts(lookup: AccountLookup) {
    const presented = this.#present(lookup)
    return this.#options.inquiries.ask({
      ...askedFields(lookup, presented),
      ...(lookup.customerId !== undefined && { customerId: lookup.customerId }),
      type: 'ACCOUNTLOOKUP',
      authorised: false,
      answer: (reading) => {
        return checkInquiry(lookup, presented, 'LOOKUP') ?? answerAccountLookup(lookup, presented, reading)
      },
    })
  }

  inquireBalance(inquiry: BalanceInquiry) {
    const presented = this.#present(inquiry)
    return this.#options.inquiries.ask({
      ...askedFields(inquiry, presented),
      accountId: inquiry.accountId,
      type: 'BALANCEINQUIRY',
      authorised: true,
      answer: (reading, authId) => {
        const declined = checkInquiry(inquiry, presented, 'BALANCE')
        if (declined !== undefined) return declined
        const outcome = answerBalanceInquiry(inquiry, presented, reading)
        return 'balances' in outcome ? { ...outcome, authId, businessDate: reading.businessDate } : outcome
      },
    })
  }

  withdrawCash(order: Sent<CashWithdrawalOrder>): Promise<Answer> {
    return this.#withdraw(order, CASH_WITHDRAWAL)
  }

  withdrawCardless(order: Sent<CashWithdrawalOrder>): Promise<Answer> {
    return this.#withdraw(order, CARDLESS_WITHDRAWAL)
  }

  deposit(order: Sent<DepositOrder>): Promise<Answer> {
    return this.#order(order, DEPOSIT, { ...amountFields(order), cashMinor: order.cashMinor })
  }

  transfer(order: Sent<TransferOrder>): Promise<Answer> {
    const { beneficiaryAccountId } = order
    return this.#order(order, TRANSFER, { ...amountFields(order), beneficiaryAccountId })
  }

  payBill(order: Sent<BillPaymentOrder>): Promise<Answer> {
    return this.#order(order, BILL_PAYMENT, { ...amountFields(order), billerId: order.billerId })
  }

  reverseCashWithdrawal(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, CASH_WITHDRAWAL_REVERSAL)
  }

  reverseDeposit(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, DEPOSIT_REVERSAL)
  }

  reverseTransfer(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, TRANSFER_REVERSAL)
  }

  reverseCardless(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, CASH_WITHDRAWAL_REVERSAL)
  }

  reverseBillPayment(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, BILL_PAYMENT_REVERSAL)
  }

  #withdraw(order: Sent<CashWithdrawalOrder>, rules: OrderRules<CashWithdrawalOrder>): Promise<Answer> {
    const fields = {
      ...amountFields(order),
      feeMinor: order.accessFeeMinor,
      cashMinor: order.amount.minor - order.accessFeeMinor,
    }
    return this.#order(order, rules, fields)
  }

  #order<O extends Order>(order: Sent<O>, rules: OrderRules<O>, fields: KindFields): Promise<Answer> {
    const presented = withRules(order, this.#present(order), this.#options)
    const terminal = rules.limitedByTerminal === true ? terminalOf(presented) : undefined
    return this.#post(order, presented, fields, {
      ...(terminal !== undefined && hasDailyLimits(terminal.limits) && { limitedTerminalId: terminal.terminalId }),
      decide: (books, records) => decideOrder(rules, order, presented, books, records),
    })
  }

  #reverse<Opened extends OpenedReversal>(order: Sent<ReversalOrder>, rules: ReversalRules<Opened>): Promise<Answer> {
    const presented = this.#present(order)
    const fields = reversalFields(order, presented.institution, this.#options.clock.now())
    return this.#post(order, presented, fields, {
      decide: (books, records) => decideReversal(rules, order, presented, books, records),
    })
  }

  #post<O extends AnyOrder>(
    order: Sent<O>,
    presented: Presented,
    fields: KindFields,
    deciding: Deciding,
  ): Promise<Answer> {
    const { pipeline, records, inFlight, loans, losesFirst } = this.#options
    const { accountId } = order
    const { beneficiaryAccountId } = fields
    const posting: OrderPosting = Object.assign(orderFields(order, presented, fields), {
      owner: records,
      accountIds: beneficiaryAccountId === undefined ? [accountId] : [accountId, beneficiaryAccountId],
      joins:
        loans === undefined || beneficiaryAccountId === undefined
          ? undefined
          : [{ owner: loans, accountIds: [beneficiaryAccountId] }],
      limitedTerminalId: deciding.limitedTerminalId,
      decide: deciding.decide,
      show: (books: BankBooks) => shownAccounts(books, presented, accountId, beneficiaryAccountId),
      render: (outcome: Outcome) => order.render(outcome),
      losesFirst,
    })
    const post = () => postPrepared(presented, () => pipeline.post(posting))
    return inFlight.answer(posting, losesFirst === true ? () => post().then(refuseLost) : post)
  }

  #present(order: Parameters<typeof present>[0]): Presented {
    return present(order, this.#options)
  }
}

function refuseLost(answer: Answer): Answer {
  if (answer.code === UNKNOWN_OUTCOME) throw timedOut('the order was lost before it reached the core')
  return answer
}
