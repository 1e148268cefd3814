// The groups of tables that leave the database month by month, each put together from what its concepts state.

import { AUDIT_HISTORY } from '../../../administration/audit/audit-history.ts'
import {
  firstMonthOfInquiries,
  INQUIRIES_HISTORY,
  referredOriginals,
  SWITCH_MESSAGES_HISTORY,
  TOMBSTONES_HISTORY,
  TRANSACTIONS_HISTORY,
} from '../../../channels/channel/record/record-history.ts'
import { closeMonth, firstMonthOfBooks, HOLDS_HISTORY, journalsHistory } from '../../../ledger/history/book-history.ts'
import {
  APPLICATIONS_HISTORY,
  CLOSINGS_HISTORY,
  firstMonthOfLending,
  REPLAYS_HISTORY,
  SCHEDULES_HISTORY,
} from '../../../loans/history/loan-history.ts'
import { LENDING_KEYS_HISTORY, pendingRequests } from '../../../loans/keys/key-history.ts'
import { unclosedDays } from '../../../oversight/business-days/closed-days.ts'
import { carryCash } from '../../../oversight/cash/cash-history.ts'
import { correctedTransactions } from '../../../oversight/corrections/correction-history.ts'
import { unlistedEntries } from '../../../oversight/customers/entries/entry-obstacles.ts'
import { removeEntries } from '../../../oversight/customers/entries/remove-entries.ts'
import {
  ADVICES_HISTORY,
  ordersOfExceptions,
  RESOLUTIONS_HISTORY,
} from '../../../oversight/exceptions/exception-history.ts'
import { uncountedDays } from '../../../oversight/transactions/rollups/rollup-obstacles.ts'
import type { Cut, ExportedRow, HistoryGroup } from '../../../platform/history/history-group.ts'
import { monthOf } from '../../../platform/history/month.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import {
  firstMonthOfTokens,
  keptTokens,
  LEDGER_HOLDS_HISTORY,
  LEDGER_OPERATIONS_HISTORY,
  MOVEMENTS_HISTORY,
  removeTokenEntries,
  TOKEN_EXCEPTIONS_HISTORY,
  unfilledStatements,
} from '../../../tokens/history/token-history.ts'
import { REFERENCES_HISTORY } from '../../../tokens/references/reference-history.ts'

const OBSTACLES_OF_BOOKS = [unclosedDays, uncountedDays, unlistedEntries, unfilledStatements]

/** In the order in which they are archived: movements of tokens and days of loans leave after their journals. */
export function historyGroups(clock: Clock): HistoryGroup[] {
  const books: HistoryGroup = {
    name: 'books',
    isOfInstitutions: true,
    firstMonth: firstMonthOfBooks,
    obstacles: (sql, cut) => allObstacles(sql, cut),
    keeps: async (sql, cut) => [
      ...(await ordersOfExceptions(sql, cut, clock.now())),
      ...(await referredOriginals(sql, cut)),
      ...(await correctedTransactions(sql, cut)),
    ],
    tables: [
      RESOLUTIONS_HISTORY,
      ADVICES_HISTORY,
      { ...TRANSACTIONS_HISTORY, onRemoved: transactionsRemoved },
      SWITCH_MESSAGES_HISTORY,
      TOMBSTONES_HISTORY,
      HOLDS_HISTORY,
      journalsHistory([removeEntries, removeTokenEntries]),
    ],
    onCut: closeMonth,
  }
  const inquiries: HistoryGroup = {
    name: 'inquiries',
    isOfInstitutions: true,
    firstMonth: firstMonthOfInquiries,
    obstacles: unclosedDays,
    tables: [INQUIRIES_HISTORY],
  }
  const tokens: HistoryGroup = {
    name: 'tokens',
    isOfInstitutions: true,
    firstMonth: firstMonthOfTokens,
    keeps: keptTokens,
    tables: [TOKEN_EXCEPTIONS_HISTORY, MOVEMENTS_HISTORY, LEDGER_HOLDS_HISTORY, LEDGER_OPERATIONS_HISTORY],
  }
  const keys: HistoryGroup = {
    name: 'keys',
    isOfInstitutions: false,
    firstMonth: firstMonthOfKeys,
    keeps: pendingRequests,
    tables: [LENDING_KEYS_HISTORY, REFERENCES_HISTORY],
  }
  const lending: HistoryGroup = {
    name: 'lending',
    isOfInstitutions: true,
    firstMonth: firstMonthOfLending,
    tables: [...APPLICATIONS_HISTORY, CLOSINGS_HISTORY, REPLAYS_HISTORY, SCHEDULES_HISTORY],
  }
  return [books, inquiries, tokens, keys, lending, AUDIT_HISTORY]
}

async function transactionsRemoved(sql: Sql, cut: Cut, rows: readonly ExportedRow[]): Promise<void> {
  await TRANSACTIONS_HISTORY.onRemoved?.(sql, cut, rows)
  await carryCash(sql, cut, rows)
}

async function allObstacles(sql: Sql, cut: Cut): Promise<string[]> {
  const found: string[] = []
  for (const obstacles of OBSTACLES_OF_BOOKS) found.push(...(await obstacles(sql, cut)))
  return found
}

async function firstMonthOfKeys(sql: Sql): Promise<string | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>(
    'SELECT least((SELECT min(created_at) FROM lending_keys), (SELECT min(created_at) FROM digital_references)) AS at',
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? undefined : monthOf(at.getTime())
}
