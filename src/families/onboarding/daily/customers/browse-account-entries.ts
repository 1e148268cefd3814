// The entries of an account, newest first, by page or by cursor.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { cursorExamples, cursorQuery, cursorReply, cursorReplyOf } from '../../../../edge/resource/cursor-pages.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import type { AccountEntry } from '../../../../oversight/customers/entries/account-entries.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const entry = Type.Object(
  {
    at: chosen(timestamp('When it was posted')),
    businessDate: chosen(Type.String({ description: 'The business date it counts for', format: 'date' })),
    journalId: chosen(uuid('The journal')),
    kind: chosen(Type.String({ description: 'The kind of journal, such as `CASHWITHDRAWAL` or `OPENING_BALANCE`' })),
    amount: chosen(Type.Number({ description: 'In major units; credits are positive' })),
    balance: chosen(
      Type.Number({
        description: 'Balance of the account after the entry, in major units; what is owed on a loan is negative',
      }),
    ),
    transactionId: Type.Optional(chosen(uuid('The transaction it was posted for'))),
    correctionId: Type.Optional(chosen(uuid('The correction that it was posted by'))),
  },
  { component: 'AccountEntry' },
)

const ENTRY = {
  at: '2026-01-15T10:00:00.000Z',
  businessDate: '2026-01-15',
  journalId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71',
  kind: 'CASHWITHDRAWAL',
  amount: -102.5,
  balance: 2397.5,
  transactionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71',
}

export const browseAccountEntries = onboardingOperation({
  id: 'BrowseAccountEntries',
  route: 'GET /accounts/:id/entries',
  access: may('ACCOUNTS', 'VIEW'),
  basis: 'chosen',
  tag: 'Accounts',
  summary: 'List the entries of an account',
  description:
    'Newest first, at most five seconds old. After an upgrade from a version without this list, older entries appear step by ' +
    'step, from the newest to the oldest. Entries of archived months are not listed: `archivedThrough` says up to when.',
  query: cursorQuery,
  reply: cursorReply(entry, {
    archivedThrough: Type.Optional(
      chosen(
        Type.String({
          description: 'Entries up to this business date are archived; absent when none are',
          format: 'date',
        }),
      ),
    ),
  }),
  replyExamples: cursorExamples(ENTRY),
  handle(ask) {
    const { scope } = ask.principal
    const { accountEntries } = ask.services
    const id = idOf(ask)
    const withArchived = async <Found>(found: Promise<Found>) => {
      const [list, through] = await Promise.all([found, accountEntries.archivedThrough(scope, id)])
      return { ...list, more: through === undefined ? {} : { archivedThrough: dashedDate(through) } }
    }
    const search = {
      page: (page: { readonly page: number; readonly size: number }) =>
        withArchived(accountEntries.page(scope, id, page)),
      after: (cursor: string, size: number) => withArchived(accountEntries.after(scope, id, cursor, size)),
    }
    return cursorReplyOf(ask, search, entryReply)
  },
})

function entryReply({ currency, ...entry }: AccountEntry) {
  return {
    at: isoTimestamp(entry.atMs),
    businessDate: dashedDate(entry.businessDate),
    journalId: entry.journalId,
    kind: entry.kind,
    amount: numberFromMinor(entry.amountMinor, currency),
    balance: numberFromMinor(entry.balanceMinor, currency),
    ...(entry.transactionId !== undefined && { transactionId: entry.transactionId }),
    ...(entry.correctionId !== undefined && { correctionId: entry.correctionId }),
  }
}
