// The client that checks a core: it makes orders on the fixture's accounts, sends them through the port, and compares
// the answers with the contract.

import { inspect, isDeepStrictEqual } from 'node:util'
import { newCorrelationId, newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { AccountBalances, CoreApproval } from '../outcome.ts'
import type {
  OrderOrigin,
  RemoteBillPayment,
  RemoteCore,
  RemoteDeposit,
  RemoteOrder,
  RemoteReversal,
  RemoteTransfer,
  RemoteWithdrawal,
} from '../remote-core.ts'
import type { CheckFixture } from './check-fixture.ts'

/** A rule of the contract that a core must follow. */
export interface CheckCase {
  readonly title: string
  /** Throws CheckFailed, NotChecked, or a Problem of the port. */
  run(desk: CheckDesk): Promise<void>
}

/** The core does not do what the contract says. */
export class CheckFailed extends Error {}

/** The fixture lacks what the case needs. */
export class NotChecked extends Error {}

/** A server's reply to a raw HTTP request. */
export interface RawReply {
  readonly status: number
  readonly body: unknown
}

export type SendRaw = (method: 'GET' | 'PUT' | 'POST', path: string, body?: string) => Promise<RawReply>

export interface DeskOptions {
  readonly core: RemoteCore
  readonly fixture: CheckFixture
  readonly sendRaw: SendRaw
  /** Index of the first plain account to use. Runs start at a random one, because each run uses accounts up. */
  readonly startAt: number
}

type Own<O> = Omit<O, 'kind' | 'reference' | 'origin' | 'accountId' | 'amount'>
type Changes<O> = Partial<Omit<O, 'kind' | 'origin' | 'amount'>> & {
  readonly currency?: string
  readonly terminalId?: string
}

export class CheckDesk {
  readonly core: RemoteCore
  readonly fixture: CheckFixture
  readonly sendRaw: SendRaw
  #accountsUsed: number
  #rrn = 0

  constructor({ core, fixture, sendRaw, startAt }: DeskOptions) {
    this.core = core
    this.fixture = fixture
    this.sendRaw = sendRaw
    this.#accountsUsed = startAt
  }

  /** A part of the fixture that the case needs; throws NotChecked when it is absent. */
  given<T>(part: T | undefined, name: string): T {
    if (part === undefined) throw new NotChecked(`the fixture has no ${name}`)
    return part
  }

  /** A new plain account at every call; starts over when they run out. */
  newAccount(): string {
    const { plainAccounts } = this.fixture
    const n = this.#accountsUsed++
    if (Array.isArray(plainAccounts)) return plainAccounts[n % plainAccounts.length] as string
    const { first, count } = plainAccounts
    return String(BigInt(first) + BigInt(n % count)).padStart(first.length, '0')
  }

  newReference(): string {
    return newId(systemClock.now())
  }

  origin(terminalId = this.fixture.terminal?.terminalId): OrderOrigin {
    const { institutionId, partnerId, businessDate } = this.fixture
    return {
      institutionId,
      partnerId,
      rrn: String(++this.#rrn).padStart(12, '0'),
      correlationId: newCorrelationId(),
      ...(terminalId !== undefined && { terminalId }),
      businessDate,
    }
  }

  withdrawal(accountId: string, minor: bigint, changes: Changes<RemoteWithdrawal> = {}): RemoteWithdrawal {
    return this.#order<RemoteWithdrawal>('CASH_WITHDRAWAL', accountId, minor, { accessFeeMinor: 0n }, changes)
  }

  cardless(accountId: string, minor: bigint, changes: Changes<RemoteWithdrawal> = {}): RemoteWithdrawal {
    return this.#order<RemoteWithdrawal>('CARDLESS_WITHDRAWAL', accountId, minor, { accessFeeMinor: 0n }, changes)
  }

  deposit(accountId: string, cashMinor: bigint, checkMinor = 0n, checkAvailableMinor = 0n): RemoteDeposit {
    const own = { cashMinor, checkMinor, checkAvailableMinor }
    return this.#order<RemoteDeposit>('DEPOSIT', accountId, cashMinor + checkMinor, own, {})
  }

  transfer(accountId: string, to: string, minor: bigint, changes: Changes<RemoteTransfer> = {}): RemoteTransfer {
    return this.#order<RemoteTransfer>('TRANSFER', accountId, minor, { beneficiaryAccountId: to }, changes)
  }

  billPayment(accountId: string, minor: bigint, changes: Changes<RemoteBillPayment> = {}): RemoteBillPayment {
    const { billerId, bin } = this.given(this.fixture.billers, 'billers').active
    return this.#order<RemoteBillPayment>('BILL_PAYMENT', accountId, minor, { billerId, billerBin: bin }, changes)
  }

  /** Reverses `minor` of an order of which `leftMinor` is not reversed yet. */
  reversal(of: RemoteOrder, minor: bigint, leftMinor = of.amount.minor, forced = false): RemoteReversal {
    const own = { originalReference: of.reference, reasonCode: '4000', complete: minor === leftMinor, forced }
    return this.#order<RemoteReversal>('REVERSAL', of.accountId, minor, own, { currency: of.amount.currency })
  }

  #order<O extends RemoteOrder>(
    kind: O['kind'],
    accountId: string,
    minor: bigint,
    own: Own<O>,
    { currency = this.fixture.currency, terminalId, ...changes }: Changes<O>,
  ): O {
    const reference = this.newReference()
    const amount = { minor, currency }
    const origin = this.origin(terminalId)
    // Callers check the parts; TypeScript cannot rebuild the union from them.
    return { kind, reference, origin, accountId, amount, ...own, ...changes } as unknown as O
  }

  async approve(order: RemoteOrder): Promise<CoreApproval> {
    const outcome = await this.core.execute(order)
    if (!('balances' in outcome)) throw new CheckFailed(`${order.kind}: expected an approval, seen ${outcome.code}`)
    return outcome
  }

  /** The order is declined with this code, moves nothing, and gets the same decline again. */
  async decline(order: RemoteOrder, code: string): Promise<void> {
    const outcome = await this.core.execute(order)
    this.expect(`the outcome of ${order.kind}`, outcome.code, code)
    this.expect('the outcome of the same reference again', (await this.core.execute(order)).code, code)
  }

  async balances(accountId: string): Promise<AccountBalances> {
    const outcome = await this.core.inquireBalance({ origin: this.origin(), accountId })
    if (!('balances' in outcome))
      throw new CheckFailed(`the balance inquiry: expected an approval, seen ${outcome.code}`)
    return outcome.balances
  }

  /** Asserts how balance and available balance of accounts change while `doing` runs. */
  async moves(accountIds: readonly string[], expected: readonly [bigint, bigint][], doing: () => Promise<unknown>) {
    const before = await Promise.all(accountIds.map((accountId) => this.balances(accountId)))
    await doing()
    const after = await Promise.all(accountIds.map((accountId) => this.balances(accountId)))
    const moved = after.map(({ balanceMinor, availableMinor }, i) => [
      balanceMinor - (before[i]?.balanceMinor ?? 0n),
      availableMinor - (before[i]?.availableMinor ?? 0n),
    ])
    this.expect('by how much balance and available have moved', moved, expected)
  }

  expect(what: string, seen: unknown, expected: unknown): void {
    if (isDeepStrictEqual(seen, expected)) return
    throw new CheckFailed(`${what}: expected ${shown(expected)}, seen ${shown(seen)}`)
  }

  /** The call must reject with a Problem of this kind. */
  async expectProblem(what: string, kind: 'unavailable' | 'internal', call: Promise<unknown>): Promise<void> {
    const seen = await call.then(shown, (error: unknown) => {
      if (error instanceof Problem) return error.kind
      throw error
    })
    this.expect(what, seen, kind)
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY })
}
