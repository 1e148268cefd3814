// The rules of unclaimed money and settlements, for `verify`: U is what open exceptions have not paid, X is what was settled outside,
// and every journal of a payment or settlement belongs to one.

import { notArchivedAt } from '../../ledger/verify/archived.ts'
import type { Check } from '../../ledger/verify/check.ts'
import { PAYMENT_JOURNALS } from '../exceptions/payment-records.ts'
import { SETTLEMENT_JOURNALS } from '../settlements/settlement-records.ts'
import { TOKEN_LEDGER } from './token-ledger.ts'

export const PAYMENT_KINDS: readonly string[] = Object.values(PAYMENT_JOURNALS)
export const SETTLEMENT_KINDS: readonly string[] = Object.values(SETTLEMENT_JOURNALS)

/** Money that waits for its owner: an exception for each movement, until it is paid. */
const WAITING = `
  SELECT m.institution_id, m.issuer_id::text AS issuer, m.currency, sum(m.amount_minor) AS amount_minor
    FROM token_movements m
    LEFT JOIN (SELECT DISTINCT movement_id FROM token_exceptions
                WHERE kind = 'FUNDS_UNCLAIMED' AND ended_at IS NOT NULL) e ON e.movement_id = m.movement_id
   WHERE m.outcome_code = 'FUNDS_UNCLAIMED' AND e.movement_id IS NULL
   GROUP BY m.institution_id, m.issuer_id, m.currency`

const SETTLED_OUTSIDE = `
  SELECT m.institution_id, m.issuer_id::text AS issuer, m.currency, m.amount_minor
    FROM token_exceptions e JOIN token_movements m ON m.movement_id = e.movement_id
   WHERE e.kind = 'FUNDS_UNCLAIMED' AND e.ended_at IS NOT NULL AND e.action = 'SETTLED_OUTSIDE'
   UNION ALL
  SELECT payer_book_id, payer_institution_id::text, currency, amount_minor FROM digital_settlements
   UNION ALL
  SELECT payee_book_id, payee_institution_id::text, currency, -amount_minor FROM digital_settlements`

/** Compares an account of the general ledger with what it should be. */
function accountIs(name: string, account: string, expected: string, label: string): Check {
  return {
    name,
    text: `
      SELECT coalesce(l.institution_id, w.institution_id) AS institution_id,
             'digital institution ' || coalesce(l.issuer, w.issuer) AS subject,
             coalesce(l.currency, w.currency) || ' ${account} ' || coalesce(l.amount_minor, 0) || ', ${label} '
               || coalesce(w.amount_minor, 0) AS detail
        FROM (SELECT * FROM (${TOKEN_LEDGER}) t WHERE name = '${account}') l
        FULL JOIN (SELECT institution_id, issuer, currency, sum(amount_minor) AS amount_minor
                     FROM (${expected}) parts GROUP BY institution_id, issuer, currency) w
          ON w.institution_id = l.institution_id AND w.issuer = l.issuer AND w.currency = l.currency
       WHERE coalesce(l.amount_minor, 0) <> coalesce(w.amount_minor, 0)`,
  }
}

const OWNED_JOURNALS = `
  SELECT institution_id, journal_id FROM token_exceptions WHERE journal_id IS NOT NULL
   UNION ALL
  SELECT payer_book_id, payer_journal_id FROM digital_settlements
   UNION ALL
  SELECT payee_book_id, payee_journal_id FROM digital_settlements`

export const WAY_OUT_CHECKS: readonly Check[] = [
  accountIs('unclaimed money is that of open exceptions', 'unclaimed', WAITING, 'waiting'),
  accountIs('settlement cash is what was settled outside', 'cash', SETTLED_OUTSIDE, 'settled outside'),
  {
    name: 'unclaimed money is paid once, by its journal',
    text: `
      SELECT e.institution_id, 'exception ' || e.exception_id AS subject,
             coalesce(e.action, 'no action') || coalesce(' has posted ' || p.unclaimed, ' has posted nothing')
               || CASE WHEN e.payment IS NULL THEN '' ELSE ', with a payment under way' END AS detail
        FROM token_exceptions e
        JOIN token_movements m ON m.institution_id = e.institution_id AND m.movement_id = e.movement_id
        LEFT JOIN (SELECT n.institution_id, n.journal_id, sum(n.amount_minor) AS unclaimed
                     FROM entries n
                    WHERE n.book = 'G' AND n.account LIKE 'tokens:%:unclaimed'
                    GROUP BY n.institution_id, n.journal_id) p
          ON p.institution_id = m.institution_id AND p.journal_id = e.journal_id
       WHERE e.kind = 'FUNDS_UNCLAIMED' AND ${notArchivedAt('e.institution_id', 'e.ended_at')}
         AND CASE WHEN e.ended_at IS NULL THEN e.journal_id IS NOT NULL
                  ELSE e.payment IS NOT NULL OR p.unclaimed IS DISTINCT FROM -m.amount_minor END`,
  },
  {
    name: 'settlement of tokens has its journals',
    text: `
      SELECT s.payer_book_id AS institution_id, 'digital settlement ' || s.settlement_id AS subject,
             'paid ' || coalesce(a.amount_minor, 0) || ', received ' || coalesce(b.amount_minor, 0) || ' of ' || s.amount_minor AS detail
        FROM digital_settlements s
        LEFT JOIN entries a ON a.institution_id = s.payer_book_id AND a.journal_id = s.payer_journal_id
                           AND a.account = 'tokens:' || s.payer_institution_id || ':owed'
        LEFT JOIN entries b ON b.institution_id = s.payee_book_id AND b.journal_id = s.payee_journal_id
                           AND b.account = 'tokens:' || s.payee_institution_id || ':owed'
       WHERE (a.amount_minor IS DISTINCT FROM -s.amount_minor OR b.amount_minor IS DISTINCT FROM s.amount_minor)
         AND ${notArchivedAt('s.payer_book_id', 's.created_at')} AND ${notArchivedAt('s.payee_book_id', 's.created_at')}`,
  },
  {
    name: 'a settlement is undone once, by its opposite',
    text: `
      SELECT r.payer_book_id AS institution_id, 'digital settlement ' || r.settlement_id AS subject,
             'undoes ' || r.reverses || coalesce(', which is undone by ' || s.reversed_by, ', which does not know it') AS detail
        FROM digital_settlements r LEFT JOIN digital_settlements s ON s.settlement_id = r.reverses
       WHERE r.reverses IS NOT NULL
         AND (s.reversed_by IS DISTINCT FROM r.settlement_id OR s.amount_minor <> r.amount_minor OR s.currency <> r.currency
              OR s.payer_institution_id <> r.payee_institution_id OR s.payee_institution_id <> r.payer_institution_id)`,
  },
  {
    name: 'journal of a payment or settlement belongs to one',
    text: `
      SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' belongs to ' || count(o.journal_id) AS detail
        FROM journals j
        LEFT JOIN (${OWNED_JOURNALS}) o ON o.institution_id = j.institution_id AND o.journal_id = j.journal_id
       WHERE j.kind IN (${[...PAYMENT_KINDS, ...SETTLEMENT_KINDS].map((kind) => `'${kind}'`).join(', ')})
       GROUP BY j.institution_id, j.journal_id, j.kind
      HAVING count(o.journal_id) <> 1`,
  },
]
