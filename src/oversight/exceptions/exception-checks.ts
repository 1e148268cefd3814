// The rules of resolutions, for `verify`: each posted one has its journal, with the same amount, and the other way round.

import { notArchived, notArchivedAt } from '../../ledger/verify/archived.ts'
import type { VerifiedConcept } from '../../ledger/verify/verify.ts'
import { SUSPENSE } from './decide-resolution.ts'
import { EXCEPTION_JOURNALS } from './resolution-records.ts'

const KINDS = Object.values(EXCEPTION_JOURNALS)

/** What resolutions have reversed, for the check of reversed amounts: institution, original, amount. */
export const REVERSED_BY_RESOLUTIONS = `SELECT institution_id, original_id, amount_minor FROM exception_resolutions
    WHERE original_id IS NOT NULL AND ${notArchivedAt('exception_resolutions.institution_id', 'resolved_at')}
    UNION ALL
   SELECT institution_id, original_id, amount_minor FROM reconciliation_exceptions
    WHERE original_id IS NOT NULL AND ${notArchivedAt('reconciliation_exceptions.institution_id', 'resolved_at')}`

export const EXCEPTIONS_VERIFIED: VerifiedConcept = {
  journalKinds: KINDS,
  checks: [
    {
      // A match moves the account of the transaction by the amount, a write-off the suspense account.
      name: 'resolution of an exception has its journal',
      text: `
        SELECT e.institution_id, 'exception ' || e.transaction_id AS subject,
               CASE WHEN j.journal_id IS NULL THEN e.action || ' posted nothing'
                    ELSE 'reversed ' || e.amount_minor || ' but moved ' || coalesce(m.amount_minor, 0) END AS detail
          FROM exception_resolutions e
          LEFT JOIN journals j ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
                              AND j.kind = 'EXCEPTION_' || e.action AND j.reverses_id = e.original_id
          LEFT JOIN transactions t ON t.institution_id = e.institution_id AND t.partner_id = e.partner_id AND t.rrn = e.rrn
          LEFT JOIN (SELECT institution_id, journal_id, account, abs(sum(amount_minor)) AS amount_minor
                       FROM entries GROUP BY institution_id, journal_id, account) m
            ON m.institution_id = e.institution_id AND m.journal_id = e.journal_id
           AND m.account = CASE e.action WHEN 'MATCH' THEN t.account_id ELSE '${SUSPENSE}' END
         WHERE (e.journal_id IS NOT NULL OR e.action IN ('MATCH', 'WRITE_OFF') AND e.kind <> 'UNKNOWN')
           AND (j.journal_id IS NULL OR e.amount_minor IS DISTINCT FROM m.amount_minor)
           AND ${notArchivedAt('e.institution_id', 'e.resolved_at')}`,
    },
    {
      // Either the account of the order moves by the amount or the suspense account does.
      name: 'resolution of an advice has its journal',
      text: `
        SELECT d.institution_id, 'declined advice ' || d.transaction_id AS subject,
               CASE WHEN j.journal_id IS NULL THEN d.action || ' posted nothing'
                    ELSE 'posted ' || d.amount_minor || ' but moved ' || coalesce(m.amount_minor, 0) END AS detail
          FROM declined_advices d
          LEFT JOIN journals j ON j.institution_id = d.institution_id AND j.journal_id = d.journal_id
                              AND j.kind = 'EXCEPTION_' || d.action
          LEFT JOIN transactions t ON t.institution_id = d.institution_id AND t.partner_id = d.partner_id AND t.rrn = d.rrn
          LEFT JOIN (SELECT n.institution_id, n.journal_id, n.account, abs(sum(n.amount_minor)) AS amount_minor
                       FROM declined_advices o
                       JOIN entries n ON n.institution_id = o.institution_id AND n.journal_id = o.journal_id
                      GROUP BY n.institution_id, n.journal_id, n.account) m
            ON m.institution_id = d.institution_id AND m.journal_id = d.journal_id
           AND m.account IN (t.account_id, '${SUSPENSE}')
         WHERE d.journal_id IS NOT NULL
           AND (j.journal_id IS NULL OR d.amount_minor IS DISTINCT FROM m.amount_minor)
           AND ${notArchivedAt('d.institution_id', 'd.resolved_at')}`,
    },
    {
      name: 'resolution of a reconciliation has its journal',
      text: `
        SELECT r.institution_id, 'reconciliation exception ' || r.exception_id AS subject,
               CASE WHEN j.journal_id IS NULL THEN r.action || ' posted nothing'
                    ELSE 'posted ' || r.amount_minor || ' but moved ' || coalesce(m.amount_minor, 0) END AS detail
          FROM reconciliation_exceptions r
          LEFT JOIN journals j ON j.institution_id = r.institution_id AND j.journal_id = r.journal_id AND j.kind = 'EXCEPTION_MATCH'
                              AND j.reverses_id IS NOT DISTINCT FROM r.original_id
          LEFT JOIN (SELECT n.institution_id, n.journal_id, n.account, abs(sum(n.amount_minor)) AS amount_minor
                       FROM reconciliation_exceptions o
                       JOIN entries n ON n.institution_id = o.institution_id AND n.journal_id = o.journal_id
                      GROUP BY n.institution_id, n.journal_id, n.account) m
            ON m.institution_id = r.institution_id AND m.journal_id = r.journal_id AND m.account = r.posted_account_id
         WHERE r.journal_id IS NOT NULL
           AND (j.journal_id IS NULL OR r.amount_minor IS DISTINCT FROM m.amount_minor)
           AND ${notArchivedAt('r.institution_id', 'r.resolved_at')}`,
    },
    {
      name: 'journal of an exception has its resolution',
      text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without a resolution' AS detail
          FROM journals j
         WHERE j.kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')})
           AND NOT EXISTS (SELECT FROM exception_resolutions e
                            WHERE e.institution_id = j.institution_id AND e.journal_id = j.journal_id)
           AND NOT EXISTS (SELECT FROM declined_advices d
                            WHERE d.institution_id = j.institution_id AND d.journal_id = j.journal_id)
           AND NOT EXISTS (SELECT FROM reconciliation_exceptions r
                            WHERE r.institution_id = j.institution_id AND r.journal_id = j.journal_id)
           AND ${notArchived('j.institution_id', 'j.effective_date')}`,
    },
  ],
}
