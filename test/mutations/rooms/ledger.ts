import type { Defects } from '../defect.ts'

export const LEDGER: Defects = {
  'hold-day-late': {
    breaks: 'a hold is released on its day, by the first posting that touches the account',
    file: 'src/ledger/batch/working-books.ts',
    find: 'if (hold.releaseOn > this.businessDate) {',
    replace: 'if (hold.releaseOn >= this.businessDate) {',
  },
  'forced-debt-stays': {
    breaks: 'a forced debt shrinks as money comes in, and may not be used again',
    file: 'src/ledger/batch/working-books.ts',
    find: 'if (journal.forced === true || account.forcedMinor > 0n) {',
    replace: 'if (journal.forced === true) {',
  },
  'ceiling-not-reached': {
    breaks: 'a balance may rise to its ceiling',
    file: 'src/ledger/batch/working-books.ts',
    find: 'balance > ceilingMinor) {',
    replace: 'balance >= ceilingMinor) {',
  },
  'unconfirmed-answer-lost': {
    breaks: 'a posting whose unconfirmed commit had happened gets the first answer, not that of a repetition',
    file: 'src/ledger/batch/retries.ts',
    find: 'return before !== undefined && before.records === one.repeats ? before : one',
    replace: 'return one',
  },
  'released-holds-read': {
    breaks: 'a batch reads the open holds of an account only, so that none is released twice',
    file: 'src/ledger/batch/read-batch.ts',
    find: 'account_id = ANY ($2::text[]) AND released_at IS NULL',
    replace: 'account_id = ANY ($2::text[])',
  },
  'accounts-locked-unordered': {
    breaks: 'every batch locks accounts in key order, so that two never deadlock',
    file: 'src/ledger/batch/read-batch.ts',
    find: 'ORDER BY account_id\n',
    replace: '\n',
  },
  'last-closed-day-open': {
    breaks: 'nothing posts on the last day that was closed',
    file: 'src/ledger/book-days.ts',
    find: `d.ended_through >= \${businessDate}`,
    replace: `d.ended_through > \${businessDate}`,
  },
  'entries-without-account': {
    breaks: '`verify` finds entries whose account does not exist',
    file: 'src/ledger/verify/book-checks.ts',
    find: 'WHERE a.currency IS DISTINCT FROM e.currency',
    replace: 'WHERE a.currency <> e.currency',
  },
  'ledger-total-replaced': {
    breaks: 'deltas of the general ledger are added to its total',
    file: 'src/ledger/sweeps/fold-general-ledger.ts',
    find: '      DO UPDATE SET amount_minor = t.amount_minor + excluded.amount_minor',
    replace: '      DO UPDATE SET amount_minor = excluded.amount_minor',
  },
  'oldest-month-carried': {
    breaks: 'the balances of an archived month are carried from the month before it',
    file: 'src/ledger/history/book-history.ts',
    find: 'ORDER BY b.month DESC',
    replace: 'ORDER BY b.month',
  },
}
