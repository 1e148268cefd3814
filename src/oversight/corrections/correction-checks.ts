// The rules of corrections, for `verify`: each has its journal with the same amount, and the other way round; what they have given
// back of access fees is what their transactions say.

import { notArchived, notArchivedAt } from '../../ledger/verify/archived.ts'
import type { VerifiedConcept } from '../../ledger/verify/verify.ts'
import { CORRECTION_JOURNAL } from './correction.ts'

/** What counts as reversed because of corrections, for the check of reversed amounts: institution, original, amount. */
export const REVERSED_BY_CORRECTIONS = `SELECT institution_id, transaction_id, counted_minor FROM corrections
    WHERE counted_minor <> 0 AND ${notArchivedAt('corrections.institution_id', 'created_at')}`

export const CORRECTIONS_VERIFIED: VerifiedConcept = {
  journalKinds: [CORRECTION_JOURNAL],
  checks: [
    {
      name: 'correction has its journal',
      text: `
        SELECT c.institution_id, 'correction ' || c.correction_id AS subject,
               CASE WHEN j.journal_id IS NULL THEN c.kind || ' posted nothing'
                    ELSE c.direction || ' of ' || c.amount_minor || ' moved ' || coalesce(a.amount_minor, 0) || ' against '
                      || coalesce(b.amount_minor, 0) END AS detail
          FROM corrections c
          LEFT JOIN journals j ON j.institution_id = c.institution_id AND j.journal_id = c.correction_id
                              AND j.kind = '${CORRECTION_JOURNAL}' AND j.reverses_id IS NOT DISTINCT FROM c.reverses
          LEFT JOIN entries a ON a.institution_id = c.institution_id AND a.journal_id = c.correction_id
                             AND a.account = coalesce(c.account_id, c.suspense_account) AND a.currency = c.currency
          LEFT JOIN entries b ON b.institution_id = c.institution_id AND b.journal_id = c.correction_id
                             AND b.account = c.against AND b.currency = c.currency
         WHERE ${notArchivedAt('c.institution_id', 'c.created_at')}
           AND (j.journal_id IS NULL
                OR a.amount_minor IS DISTINCT FROM CASE c.direction WHEN 'CREDIT' THEN c.amount_minor ELSE -c.amount_minor END
                OR b.amount_minor IS DISTINCT FROM -a.amount_minor)`,
    },
    {
      name: 'journal of a correction has its record',
      text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without a correction' AS detail
          FROM journals j
         WHERE j.kind = '${CORRECTION_JOURNAL}' AND ${notArchived('j.institution_id', 'j.effective_date')}
           AND NOT EXISTS (SELECT FROM corrections c
                            WHERE c.institution_id = j.institution_id AND c.correction_id = j.journal_id)`,
    },
    {
      name: 'correction is undone once, whole',
      text: `
        SELECT c.institution_id, 'correction ' || c.correction_id AS subject,
               'undone by ' || coalesce(c.reversed_by::text, 'none') || ', which '
                 || coalesce('undoes ' || u.amount_minor || ' of ' || c.amount_minor, 'does not exist') AS detail
          FROM corrections c
          FULL JOIN corrections u ON u.institution_id = c.institution_id AND u.reverses = c.correction_id
         WHERE c.correction_id IS NOT NULL
           AND (c.reversed_by IS DISTINCT FROM u.correction_id
                OR u.correction_id IS NOT NULL
                   AND (u.amount_minor, u.currency, u.against, u.counted_minor)
                       IS DISTINCT FROM (c.amount_minor, c.currency, c.against, -c.counted_minor))`,
    },
    {
      name: 'access fee is refunded by corrections',
      text: `
        SELECT t.institution_id, 'transaction ' || t.transaction_id AS subject,
               'fee refunded ' || t.fee_refunded_minor || ' of ' || t.fee_minor || ', corrections ' || coalesce(c.amount_minor, 0) AS detail
          FROM transactions t
          LEFT JOIN (SELECT institution_id, transaction_id, sum(counted_minor) AS amount_minor FROM corrections
                      WHERE kind = 'FEE_REFUND' AND counted_minor <> 0 GROUP BY institution_id, transaction_id) c
            ON c.institution_id = t.institution_id AND c.transaction_id = t.transaction_id
         WHERE (t.fee_refunded_minor <> 0 OR c.amount_minor IS NOT NULL)
           AND (t.fee_refunded_minor <> coalesce(c.amount_minor, 0) OR t.fee_refunded_minor NOT BETWEEN 0 AND t.fee_minor)`,
    },
  ],
}
