// A test client of the Channel port: it knows the core's test data, makes and sends orders, and reads balances through
// the port, as every caller does.

import assert from 'node:assert/strict'
import { fingerprintOf } from '../../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type {
  AnyOrder,
  BillPaymentOrder,
  CashWithdrawalOrder,
  DepositOrder,
  Order,
  ReversalOrder,
  TransferOrder,
} from '../../core/core.ts'
import { type AccountBalances, type Approved, isApproved, type Outcome } from '../../core/outcome.ts'
import type { Answer, Channel, Sent } from '../channel.ts'

/** The test data of a core. All accounts are of one institution and one currency unless a name says otherwise. */
export interface Fixture {
  readonly channel: Channel
  readonly institutionId: string
  readonly partnerIds: readonly [string, string]
  readonly currency: string
  /** An open checking account without limits that holds `openingMinor`; a new one at every call. */
  newAccount(): string
  readonly openingMinor: bigint
  readonly terminals: {
    /** Has every service; dispenses multiples of `noteMinor`. */
    readonly active: string
    readonly noteMinor: bigint
    readonly inactive: string
    /** Cannot dispense cash. */
    readonly cashless: string
  }
  readonly limits: {
    readonly accessFeeMinor: bigint
    readonly perTransactionMinor: bigint
    readonly perDayMinor: bigint
    readonly countPerDay: number
  }
  readonly card: {
    readonly pan: string
    readonly customerId: string
    /** Checking, savings and loan, in the order they are shown. */
    readonly accountIds: readonly [string, string, string]
  }
  /** Cards that decline, each with the code they decline with. */
  readonly uselessCards: readonly { readonly pan: string; readonly code: string }[]
  readonly accounts: {
    readonly inquiryOnly: string
    readonly frozen: string
    readonly closed: string
    readonly doNotHonour: string
    readonly suspectedFraud: string
    readonly inOtherCurrency: { readonly accountId: string; readonly currency: string }
  }
  readonly billers: {
    readonly active: { readonly billerId: string; readonly bin: string }
    readonly inactive: { readonly billerId: string; readonly bin: string }
  }
  /** Another institution of the same core that offers no cardless withdrawal, and one that is suspended. */
  readonly withoutCardless: OtherInstitution
  readonly suspended: OtherInstitution
}

interface OtherInstitution {
  readonly institutionId: string
  readonly terminalId: string
  readonly accountId: string
}

/** What a test may change about an order before it is sent. */
type Changes<O> = Partial<Omit<O, 'amount'>> & { readonly currency?: string }

interface Reversed {
  readonly authId?: string
  readonly rrn?: string
  /** Less than the whole amount. */
  readonly part?: bigint
}

export class ChannelClient {
  readonly at: Fixture
  #rrn = 0

  constructor(fixture: Fixture) {
    this.at = fixture
  }

  /** For a client that follows another one of the same partners. */
  skipTo(rrn: number): void {
    this.#rrn = rrn
  }

  get channel(): Channel {
    return this.at.channel
  }

  withdrawal(accountId: string, minor: bigint, changes: Changes<CashWithdrawalOrder> = {}): Sent<CashWithdrawalOrder> {
    const accessFeeMinor = changes.accessFeeMinor ?? 0n
    return this.#order('CASHWITHDRAWAL', accountId, minor, { accessFeeMinor, ...changes })
  }

  cardless(accountId: string, minor: bigint, changes: Changes<CashWithdrawalOrder> = {}): Sent<CashWithdrawalOrder> {
    return this.#order('CARDLESSWITHDRAWAL', accountId, minor, { accessFeeMinor: 0n, ...changes })
  }

  cashDeposit(accountId: string, minor: bigint, changes: Changes<DepositOrder> = {}): Sent<DepositOrder> {
    const checks = { cashMinor: minor, checkMinor: 0n, checkAvailableMinor: 0n }
    return this.#order('CASHDEPOSIT', accountId, minor, { ...checks, ...changes })
  }

  checkDeposit(accountId: string, checkMinor: bigint, checkAvailableMinor: bigint, cashMinor = 0n): Sent<DepositOrder> {
    const type = cashMinor === 0n ? 'CHECKDEPOSIT' : 'CASHCHECKDEPOSIT'
    return this.#order(type, accountId, cashMinor + checkMinor, { cashMinor, checkMinor, checkAvailableMinor })
  }

  transfer(accountId: string, to: string, minor: bigint, changes: Changes<TransferOrder> = {}): Sent<TransferOrder> {
    return this.#order('TRANSFER', accountId, minor, { beneficiaryAccountId: to, ...changes })
  }

  billPayment(accountId: string, minor: bigint, changes: Changes<BillPaymentOrder> = {}): Sent<BillPaymentOrder> {
    const { billerId, bin } = this.at.billers.active
    return this.#order('BILLPAYMENT', accountId, minor, { billerId, billerBin: bin, ...changes })
  }

  /** Reverses an order, named by authorization id, by RRN, or not named. */
  reversal(of: Order | TransferOrder, { authId, rrn, part }: Reversed = {}): Sent<ReversalOrder> {
    const originalMinor = of.amount.minor
    const reversedMinor = part ?? originalMinor
    const { amount: _, ...order } = this.#order(`${of.type}REVERSAL`, of.accountId, originalMinor, {
      originalType: of.type,
      reasonCode: '4000',
      ...(authId !== undefined && { originalAuthId: authId }),
      ...(rrn !== undefined && { originalRrn: rrn }),
      ...('beneficiaryAccountId' in of && { beneficiaryAccountId: of.beneficiaryAccountId }),
      currency: of.amount.currency,
    })
    return {
      ...order,
      partnerId: of.partnerId,
      fingerprint: fingerprintOf(`${order.fingerprint} ${reversedMinor}`),
      amountsIn: () => ({ originalMinor, reversedMinor }),
    }
  }

  /** Sends an order to the operation of its type. */
  send(order: Sent<AnyOrder>): Promise<Answer> {
    const operation = OPERATIONS[order.type]
    if (operation === undefined) throw new TypeError(`no operation takes ${order.type}`)
    return operation(this.channel, order)
  }

  async approve(order: Sent<AnyOrder>): Promise<Approved> {
    const answer = await this.send(order)
    assert.equal(answer.code, '000')
    assert.equal(answer.replayed, false)
    const outcome = outcomeIn(answer)
    assert.ok(isApproved(outcome))
    return outcome
  }

  async decline(order: Sent<AnyOrder>, code: string): Promise<void> {
    const answer = await this.send(order)
    assert.equal(answer.code, code)
    assert.equal(answer.replayed, false)
    assert.deepEqual(outcomeIn(answer), { code })
  }

  async balances(
    accountId: string,
  ): Promise<Pick<Approved['balances'], 'balanceMinor' | 'availableMinor' | 'paymentDue'>> {
    const outcome = await this.channel.inquireBalance({ ...this.asked(), accountId })
    if (!isApproved(outcome)) throw new assert.AssertionError({ message: `${accountId} declined with ${outcome.code}` })
    const { currency: _, ...balances } = figuresOf(outcome.balances)
    return balances
  }

  /** How balance and available balance of accounts changed while `doing` ran, as `[balance, available]` each. */
  async moved(accountIds: readonly string[], doing: () => Promise<unknown>): Promise<[bigint, bigint][]> {
    const before = await Promise.all(accountIds.map((accountId) => this.balances(accountId)))
    await doing()
    const after = await Promise.all(accountIds.map((accountId) => this.balances(accountId)))
    return after.map((now, i) => [
      now.balanceMinor - (before[i]?.balanceMinor ?? 0n),
      now.availableMinor - (before[i]?.availableMinor ?? 0n),
    ])
  }

  asked() {
    return {
      institutionId: this.at.institutionId,
      partnerId: this.at.partnerIds[0],
      rrn: String(++this.#rrn).padStart(12, '0'),
      correlationId: '00000000-0000-4000-8000-000000000000',
      terminalId: this.at.terminals.active,
      receivedAtMs: systemClock.now(),
    }
  }

  #order<Own extends object>(
    type: string,
    accountId: string,
    minor: bigint,
    own: Own & { readonly currency?: string },
  ) {
    const { currency = this.at.currency, ...rest } = own
    const amount = { minor, currency }
    // The content that makes two orders of one RRN the same, without the RRN and the origin.
    const content = { ...rest, type, accountId, amount, rrn: undefined, terminalId: undefined }
    return {
      ...this.asked(),
      type,
      accountId,
      amount,
      ...rest,
      currency,
      fingerprint: fingerprintOf(JSON.stringify(content, bigintAsText)),
      render,
    }
  }
}

type Operation = (channel: Channel, order: Sent<AnyOrder>) => Promise<Answer>

const withdraw: Operation = (channel, order) => channel.withdrawCash(order as Sent<CashWithdrawalOrder>)
const withdrawCardless: Operation = (channel, order) => channel.withdrawCardless(order as Sent<CashWithdrawalOrder>)
const deposit: Operation = (channel, order) => channel.deposit(order as Sent<DepositOrder>)
const reverseDeposit: Operation = (channel, order) => channel.reverseDeposit(order as Sent<ReversalOrder>)

const OPERATIONS: Readonly<Record<string, Operation>> = {
  CASHWITHDRAWAL: withdraw,
  CARDLESSWITHDRAWAL: withdrawCardless,
  CASHDEPOSIT: deposit,
  CHECKDEPOSIT: deposit,
  CASHCHECKDEPOSIT: deposit,
  TRANSFER: (channel, order) => channel.transfer(order as Sent<TransferOrder>),
  BILLPAYMENT: (channel, order) => channel.payBill(order as Sent<BillPaymentOrder>),
  CASHWITHDRAWALREVERSAL: (channel, order) => channel.reverseCashWithdrawal(order as Sent<ReversalOrder>),
  CASHDEPOSITREVERSAL: reverseDeposit,
  CHECKDEPOSITREVERSAL: reverseDeposit,
  CASHCHECKDEPOSITREVERSAL: reverseDeposit,
  TRANSFERREVERSAL: (channel, order) => channel.reverseTransfer(order as Sent<ReversalOrder>),
}

const BIGINT = /^-?\d+n$/

function render(outcome: Outcome): string {
  return JSON.stringify({ outcome, status: { responseCode: outcome.code } }, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** The outcome that was rendered into an answer. */
/** Without which of them callers see: that is a setting of the account's type, which a remote core does not name. */
export function figuresOf({ returned: _, ...figures }: AccountBalances): Omit<AccountBalances, 'returned'> {
  return figures
}

export function outcomeIn(answer: Answer): Outcome {
  const { outcome } = JSON.parse(answer.reply, (_key, value: unknown) =>
    typeof value === 'string' && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
  return outcome
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
