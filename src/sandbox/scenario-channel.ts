// A channel that misbehaves on purpose: it passes everything on to a real one, except what touches a scenario account.
//
//   account      scenario          what the caller meets
//   9000000500   CORE_FAULT        500/909, nothing posted
//   9000000503   CORE_DOWN         503/907, nothing posted
//   9000000504   ANSWERS_TOO_LATE  504/911, posted; the same RRN again returns the stored approval
//   9000000505   LOST_BEFORE_CORE  504/911, recorded as unknown, nothing posted; the same RRN again posts
//   9000000906   CUTOVER           503/906, nothing posted
//
// A transfer meets the scenario of either side, the source's first. Inquiries move nothing: only a core that fails or is
// down refuses them, so that after a timeout a balance shows whether the order was posted.

import type { Answer, Channel } from '../channels/channel/channel.ts'
import type { BalanceInquiry } from '../channels/core/core.ts'
import { coreProblem } from '../channels/core/core-problems.ts'
import type { Outcome } from '../channels/core/outcome.ts'
import { Problem, timedOut, unavailable } from '../platform/kernel/problems/problem.ts'
import { ACCOUNTS, type Scenario } from './seeding/sandbox-accounts.ts'

const APPROVED: Outcome['code'] = '000'
const CUTOVER_SECONDS = 30

const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  ACCOUNTS.flatMap(({ accountId, scenario }) => (scenario === undefined ? [] : [[accountId, scenario] as const])),
)

export function scenarioOfAccount(accountId: string): Scenario | undefined {
  return SCENARIOS.get(accountId)
}

/** The part of an order that a scenario looks at; orders and reversals both have it. */
interface Posting {
  readonly accountId: string
  readonly beneficiaryAccountId?: string
}

/** `lossy` is the same channel behind a line that loses the first order of each RRN. */
export function scenarioChannel(channel: Channel, lossy: Channel): Channel {
  /** Puts an operation that moves money under the scenarios. */
  function staged<Order extends Posting>(
    post: (to: Channel, order: Order) => Promise<Answer>,
  ): (order: Order) => Promise<Answer> {
    return (order) => play(scenarioOf(order), (to) => post(to, order), channel, lossy)
  }

  return {
    probe: () => channel.probe(),
    lookUpAccounts: (lookup) => channel.lookUpAccounts(lookup),
    inquireBalance: (inquiry) => inquire(channel, inquiry),
    withdrawCash: staged((to, order) => to.withdrawCash(order)),
    withdrawCardless: staged((to, order) => to.withdrawCardless(order)),
    deposit: staged((to, order) => to.deposit(order)),
    transfer: staged((to, order) => to.transfer(order)),
    payBill: staged((to, order) => to.payBill(order)),
    reverseCashWithdrawal: staged((to, order) => to.reverseCashWithdrawal(order)),
    reverseDeposit: staged((to, order) => to.reverseDeposit(order)),
    reverseTransfer: staged((to, order) => to.reverseTransfer(order)),
    reverseCardless: staged((to, order) => to.reverseCardless(order)),
    reverseBillPayment: staged((to, order) => to.reverseBillPayment(order)),
  }
}

function scenarioOf(order: Posting): Scenario | undefined {
  return SCENARIOS.get(order.accountId) ?? SCENARIOS.get(order.beneficiaryAccountId ?? '')
}

async function play(
  scenario: Scenario | undefined,
  post: (to: Channel) => Promise<Answer>,
  channel: Channel,
  lossy: Channel,
): Promise<Answer> {
  switch (scenario) {
    case undefined:
      return post(channel)
    case 'CORE_FAULT':
      throw coreFault()
    case 'CORE_DOWN':
      throw coreDown()
    case 'ANSWERS_TOO_LATE': {
      const answer = await post(channel)
      // Sleeping past the deadline would look the same to the caller and only cost everybody time. What was not
      // posted now, because it was posted before or declined, is answered.
      if (answer.replayed || answer.code !== APPROVED) return answer
      throw timedOut('the core answered too late')
    }
    case 'LOST_BEFORE_CORE':
      return post(lossy)
    case 'CUTOVER':
      throw coreProblem('cutover', 'the business day is being closed', { retryAfterSeconds: CUTOVER_SECONDS })
  }
}

async function inquire(channel: Channel, inquiry: BalanceInquiry): Promise<Outcome> {
  switch (SCENARIOS.get(inquiry.accountId)) {
    case 'CORE_FAULT':
      throw coreFault()
    case 'CORE_DOWN':
      throw coreDown()
    default:
      return channel.inquireBalance(inquiry)
  }
}

function coreFault(): Problem {
  return new Problem('internal', 'the core failed')
}

function coreDown(): Problem {
  return unavailable('the core cannot be reached')
}
