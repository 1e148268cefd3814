// The rules of cash of terminals, for `verify`: a movement that is posted here has its journal, a difference is that of its count, a
// write-off has its journal, and the other way round.

import { notArchived, notArchivedAt } from '../../ledger/verify/archived.ts'
import type { VerifiedConcept } from '../../ledger/verify/verify.ts'
import { CASH_ACCOUNTS, CASH_JOURNALS, CASH_WRITE_OFF } from './cash-movement.ts'

const KINDS = Object.values(CASH_JOURNALS)

/** What a movement brings into the vault. */
const BROUGHT = `CASE m.kind WHEN 'LOAD' THEN m.amount_minor WHEN 'UNLOAD' THEN -m.amount_minor
                             ELSE m.amount_minor - m.expected_minor END`
const AGAINST = `CASE WHEN m.kind <> 'COUNT' THEN '${CASH_ACCOUNTS.transit}' WHEN m.is_first THEN 'opening'
                      ELSE '${CASH_ACCOUNTS.suspense}' END`

export const CASH_VERIFIED: VerifiedConcept = {
  journalKinds: [...KINDS, CASH_WRITE_OFF],
  checks: [
    {
      name: 'movement of cash has its journal',
      text: `
        SELECT m.institution_id, 'movement of cash ' || m.movement_id AS subject,
               m.kind || ' of ' || m.amount_minor || ' brought ' || coalesce(-a.amount_minor, 0) || ' against '
                 || coalesce(b.amount_minor, 0) AS detail
          FROM cash_movements m
          LEFT JOIN journals j ON j.institution_id = m.institution_id AND j.journal_id = m.movement_id AND j.kind = 'CASH_' || m.kind
          LEFT JOIN entries a ON a.institution_id = m.institution_id AND a.journal_id = j.journal_id
                             AND a.account = 'vault:' || m.terminal_id AND a.currency = m.currency
          LEFT JOIN entries b ON b.institution_id = m.institution_id AND b.journal_id = j.journal_id
                             AND b.account = ${AGAINST} AND b.currency = m.currency
         WHERE ${notArchivedAt('m.institution_id', 'm.recorded_at')}
           AND (CASE WHEN m.is_posted THEN ${BROUGHT} ELSE 0 END <> coalesce(-a.amount_minor, 0)
                OR coalesce(-a.amount_minor, 0) <> coalesce(b.amount_minor, 0))`,
    },
    {
      name: 'journal of cash has its movement',
      text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without a movement of cash' AS detail
          FROM journals j
         WHERE j.kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) AND ${notArchived('j.institution_id', 'j.effective_date')}
           AND NOT EXISTS (SELECT FROM cash_movements m
                            WHERE m.institution_id = j.institution_id AND m.movement_id = j.journal_id
                              AND m.is_posted AND j.kind = 'CASH_' || m.kind)`,
    },
    {
      // Or it settled others in place of being one.
      name: 'difference of a count is an exception',
      text: `
        SELECT m.institution_id, 'count of cash ' || m.movement_id AS subject,
               'counted ' || (m.amount_minor - m.expected_minor) || ' beyond what was expected, exception of '
                 || coalesce(d.difference_minor, 0) || ', settled ' || coalesce(s.amount_minor, 0) AS detail
          FROM cash_movements m
          LEFT JOIN cash_differences d ON d.institution_id = m.institution_id AND d.movement_id = m.movement_id
          LEFT JOIN (SELECT institution_id, settled_by, sum(difference_minor) AS amount_minor FROM cash_differences
                      WHERE settled_by IS NOT NULL GROUP BY institution_id, settled_by) s
            ON s.institution_id = m.institution_id AND s.settled_by = m.movement_id
         WHERE m.kind = 'COUNT'
           AND (CASE WHEN m.is_first THEN 0 ELSE m.amount_minor - m.expected_minor END
                  <> coalesce(d.difference_minor, 0) - coalesce(s.amount_minor, 0)
                OR d.movement_id IS NOT NULL AND s.settled_by IS NOT NULL)`,
    },
    {
      name: 'exception of cash is of a count',
      text: `
        SELECT d.institution_id, 'difference of cash ' || d.movement_id AS subject, d.difference_minor || ' of no count' AS detail
          FROM cash_differences d
          LEFT JOIN cash_movements m ON m.institution_id = d.institution_id AND m.movement_id = d.movement_id
         WHERE m.kind IS DISTINCT FROM 'COUNT'`,
    },
    {
      name: 'write-off of cash has its journal',
      text: `
        SELECT d.institution_id, 'difference of cash ' || d.movement_id AS subject,
               'written off ' || d.difference_minor || ', posted ' || coalesce(e.amount_minor, 0) AS detail
          FROM cash_differences d
          LEFT JOIN journals j ON j.institution_id = d.institution_id AND j.journal_id = d.journal_id AND j.kind = '${CASH_WRITE_OFF}'
          LEFT JOIN entries e ON e.institution_id = d.institution_id AND e.journal_id = j.journal_id
                             AND e.account = '${CASH_ACCOUNTS.expense}'
         WHERE d.action = 'WRITE_OFF' AND ${notArchivedAt('d.institution_id', 'd.resolved_at')}
           AND d.difference_minor IS DISTINCT FROM e.amount_minor`,
    },
    {
      name: 'journal of a write-off of cash has its difference',
      text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without a difference of cash' AS detail
          FROM journals j
         WHERE j.kind = '${CASH_WRITE_OFF}' AND ${notArchived('j.institution_id', 'j.effective_date')}
           AND NOT EXISTS (SELECT FROM cash_differences d
                            WHERE d.institution_id = j.institution_id AND d.journal_id = j.journal_id AND d.action = 'WRITE_OFF')`,
    },
  ],
}
