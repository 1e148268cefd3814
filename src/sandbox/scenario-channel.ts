// A channel that misbehaves on purpose: it passes everything on to a real one, except what touches a scenario account.
//
//   account      scenario          what the caller meets
//   9000000500   CORE_FAULT        500/909, nothing posted
//   9000000503   CORE_DOWN         503/907, nothing posted
//   9000000504   ANSWERS_TOO_LATE  504/911, posted; the same RRN again returns the stored approval
//   9000000505   LOST_BEFORE_CORE  504/911, nothing posted; the same RRN again posts
//   9000000906   CUTOVER           503/906, nothing posted
//
// A transfer meets the scenario of either side, the source's first. Inquiries move nothing: only a core that fails or is
// down refuses them, so that after a timeout a balance shows whether the order was posted.

import type { Answer, Channel } from '../channel/channel.ts'
import type { BalanceInquiry } from '../core/core.ts'
import { coreProblem } from '../core/core-problems.ts'
import type { Outcome } from '../core/outcome.ts'
import { Problem, timedOut, unavailable } from '../kernel/problem.ts'
import type { Sql } from '../storage/database.ts'
import { ACCOUNTS, type Scenario } from './sandbox-data.ts'

const APPROVED: Outcome['code'] = '000'
const CUTOVER_SECONDS = 30

const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  ACCOUNTS.flatMap(({ accountId, scenario }) => (scenario === undefined ? [] : [[accountId, scenario] as const])),
)

/** The part of an order that a scenario looks at; orders and reversals both have it. */
interface Posting {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly accountId: string
  readonly beneficiaryAccountId?: string
}

export function scenarioChannel(channel: Channel, sql: Sql): Channel {
  /** Puts an operation that moves money under the scenarios. */
  function staged<Order extends Posting>(post: (order: Order) => Promise<Answer>): (order: Order) => Promise<Answer> {
    return (order) => play(scenarioOf(order), order, () => post(order), sql)
  }

  return {
    probe: () => channel.probe(),
    lookUpAccounts: (lookup) => channel.lookUpAccounts(lookup),
    inquireBalance: (inquiry) => inquire(channel, inquiry),
    withdrawCash: staged((order) => channel.withdrawCash(order)),
    withdrawCardless: staged((order) => channel.withdrawCardless(order)),
    deposit: staged((order) => channel.deposit(order)),
    transfer: staged((order) => channel.transfer(order)),
    payBill: staged((order) => channel.payBill(order)),
    reverseCashWithdrawal: staged((order) => channel.reverseCashWithdrawal(order)),
    reverseDeposit: staged((order) => channel.reverseDeposit(order)),
    reverseTransfer: staged((order) => channel.reverseTransfer(order)),
  }
}

function scenarioOf(order: Posting): Scenario | undefined {
  return SCENARIOS.get(order.accountId) ?? SCENARIOS.get(order.beneficiaryAccountId ?? '')
}

async function play(
  scenario: Scenario | undefined,
  order: Posting,
  post: () => Promise<Answer>,
  sql: Sql,
): Promise<Answer> {
  switch (scenario) {
    case undefined:
      return post()
    case 'CORE_FAULT':
      throw coreFault()
    case 'CORE_DOWN':
      throw coreDown()
    case 'ANSWERS_TOO_LATE': {
      const answer = await post()
      // Sleeping past the deadline would look the same to the caller and only cost everybody time. What was not
      // posted now, because it was posted before or declined, is answered.
      if (answer.replayed || answer.code !== APPROVED) return answer
      throw timedOut('the core answered too late')
    }
    case 'LOST_BEFORE_CORE':
      if (await isLost(order, sql)) throw timedOut('the order was lost before it reached the core')
      return post()
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

/** True the first time an RRN is seen. The database remembers, so that any node knows the second time. */
async function isLost({ institutionId, partnerId, rrn }: Posting, sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO sandbox_lost_orders (institution_id, partner_id, rrn) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [institutionId, partnerId, rrn],
  )
  return rowCount === 1
}
