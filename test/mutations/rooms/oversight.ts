import type { Defects } from '../defect.ts'

export const OVERSIGHT: Defects = {
  'cutover-after-failure': {
    breaks: 'an institution goes on working when the end of its day has failed',
    file: 'src/oversight/business-days/end-of-day.ts',
    find: "await database.query('UPDATE institutions SET cutover_until = NULL WHERE institution_id = $1', [institutionId])\n",
    replace: '\n',
  },
  'restored-snapshot-used': {
    breaks: 'after a restore from a dump transactions are counted from the start',
    file: 'src/oversight/transactions/rollups/rollups.ts',
    find: 'if (snapshot !== null && isRestored !== true) return snapshot',
    replace: 'if (snapshot !== null) return snapshot',
  },
  'replaced-run-writes': {
    breaks: 'a run of an export that was replaced by another writes nothing',
    file: 'src/oversight/transactions/exports/export-progress.ts',
    find: 'AND run = $2 AND',
    replace: 'AND run >= $2 AND',
  },
  'formula-with-at': {
    breaks: 'no text of an export is taken for a formula',
    file: 'src/oversight/transactions/spreadsheet-text.ts',
    find: '[=+\\-@\\t',
    replace: '[=+\\-\\t',
  },
  'previous-period-short': {
    breaks: 'a range of days is compared with as many days before it',
    file: 'src/oversight/dashboard/dashboard-range.ts',
    find: 'return addDays(from, -days)',
    replace: 'return addDays(from, 1 - days)',
  },
  'cursor-of-other-account': {
    breaks: 'a cursor goes on in the list of the account that gave it',
    file: 'src/oversight/customers/entries/account-entries.ts',
    find: "searchOf('entries', { id: account.id })",
    replace: "searchOf('entries', {})",
  },
  'terminals-of-all-found': {
    breaks: 'the search finds terminals in the scope of the caller only',
    file: 'src/oversight/search/administration-sources.ts',
    find: ` AND \${TERMINALS.inScope(scope, parameters)}\n`,
    replace: '\n',
  },
  'beneficiary-not-compared': {
    breaks: 'a reversal is settled with an original of the same beneficiary only',
    file: 'src/oversight/exceptions/decide-resolution.ts',
    find: "if (original.beneficiaryAccountId !== reversal.beneficiaryAccountId) return 'the original is of another beneficiary'\n",
    replace: '\n',
  },
}
