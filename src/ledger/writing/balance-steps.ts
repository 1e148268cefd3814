// What a batch writes of balances and of the usage that is counted against limits.

import { plainArray, textArray } from '../../storage/batches/array-literal.ts'
import type { Statement, Step } from '../../storage/database.ts'
import type { Account } from '../account.ts'
import type { UsageGivenBack } from '../posting.ts'
import type { WorkingBooks } from '../working-books.ts'
import { type BatchHead, step } from './batch-step.ts'

// unnest() in the list of columns, because a table of several unnest() is first written out a column at a time.
const UPDATE_ACCOUNTS: Statement = {
  name: 'update-accounts',
  text: `UPDATE accounts AS a
            SET balance_minor = n.balance_minor, held_minor = n.held_minor, forced_minor = n.forced_minor,
                payment_paid_minor = n.payment_paid_minor,
                usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM (SELECT unnest($2::text[]) AS account_id, unnest($3::bigint[]) AS balance_minor,
                        unnest($4::bigint[]) AS held_minor, unnest($5::bigint[]) AS forced_minor,
                        unnest($6::bigint[]) AS payment_paid_minor, unnest($7::text[]) AS usage_date,
                        unnest($8::bigint[]) AS used_minor, unnest($9::integer[]) AS used_count) AS n
          WHERE a.institution_id = $1 AND a.account_id = n.account_id`,
}

// These touch few rows. The keys as arrays beside the join keep the plan on them even while a table is small.
const UPDATE_CARDS: Statement = {
  name: 'update-cards',
  text: `UPDATE cards AS c
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (pan_hash, usage_date, used_minor, used_count)
          WHERE c.institution_id = $1 AND c.pan_hash = ANY ($2::text[]) AND c.pan_hash = n.pan_hash`,
}

const UPDATE_TERMINALS: Statement = {
  name: 'update-terminals',
  text: `UPDATE terminal_usage AS t
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (terminal_id, usage_date, used_minor, used_count)
          WHERE t.institution_id = $1 AND t.terminal_id = ANY ($2::text[]) AND t.terminal_id = n.terminal_id`,
}

const GIVE_BACK_CARD_USAGE: Statement = {
  name: 'give-back-card-usage',
  text: `UPDATE cards SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND pan_hash = $2 AND usage_date = $3`,
}

const GIVE_BACK_TERMINAL_USAGE: Statement = {
  name: 'give-back-terminal-usage',
  text: `UPDATE terminal_usage SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND terminal_id = $2 AND usage_date = $3`,
}

/** Balances, with the usage of the account itself. */
export function accountSteps(head: BatchHead, changed: Iterable<Account>): Step[] {
  const accounts = [...changed]
  if (accounts.length === 0) return []
  return [
    step(
      head,
      UPDATE_ACCOUNTS,
      textArray(accounts.map((a) => a.accountId)),
      plainArray(accounts.map((a) => a.balanceMinor)),
      plainArray(accounts.map((a) => a.heldMinor)),
      plainArray(accounts.map((a) => a.forcedMinor)),
      plainArray(accounts.map((a) => a.paymentPaidMinor)),
      textArray(accounts.map((a) => a.usage.date)),
      plainArray(accounts.map((a) => a.usage.minor)),
      plainArray(accounts.map((a) => a.usage.count)),
    ),
  ]
}

/** The usage of cards and terminals: those the batch has locked, then those whose figures are lowered where they stand. */
export function usageSteps(head: BatchHead, books: WorkingBooks): Step[] {
  const steps: Step[] = []
  const cards = [...books.cards()].filter((card) => books.changedUsages.has(card.usage))
  if (cards.length > 0) {
    steps.push(
      step(
        head,
        UPDATE_CARDS,
        textArray(cards.map((c) => c.panHash)),
        textArray(cards.map((c) => c.usage.date)),
        plainArray(cards.map((c) => c.usage.minor)),
        plainArray(cards.map((c) => c.usage.count)),
      ),
    )
  }
  const terminals = [...books.terminalUsages()].filter(([, usage]) => books.changedUsages.has(usage))
  if (terminals.length > 0) {
    steps.push(
      step(
        head,
        UPDATE_TERMINALS,
        textArray(terminals.map(([terminalId]) => terminalId)),
        textArray(terminals.map(([, usage]) => usage.date)),
        plainArray(terminals.map(([, usage]) => usage.minor)),
        plainArray(terminals.map(([, usage]) => usage.count)),
      ),
    )
  }
  for (const given of books.usageGivenBack.toSorted(byLockOrder)) steps.push(givenBackStep(head, given))
  return steps
}

/** Rows that were not read are locked here, in the same order as everywhere: cards, then terminals, each by key. */
function byLockOrder(a: UsageGivenBack, b: UsageGivenBack): number {
  const [left, right] = [lockKey(a), lockKey(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function lockKey({ of }: UsageGivenBack): string {
  return 'panHash' in of ? `1 ${of.panHash}` : `2 ${of.terminalId}`
}

function givenBackStep(head: BatchHead, { of, date, minor, count }: UsageGivenBack): Step {
  return 'panHash' in of
    ? step(head, GIVE_BACK_CARD_USAGE, of.panHash, date, String(minor), String(count))
    : step(head, GIVE_BACK_TERMINAL_USAGE, of.terminalId, date, String(minor), String(count))
}
