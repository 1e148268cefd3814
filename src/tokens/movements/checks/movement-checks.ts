// The rules of tokens, for `verify`: what is issued is held and backed, institutions owe each other nothing in sum, each movement
// has posted and holds what its state says, and every journal of tokens belongs to a movement.

import { CARRIED_BALANCES, notArchived, notArchivedAt } from '../../../ledger/verify/archived.ts'
import type { Check } from '../../../ledger/verify/check.ts'
import type { VerifiedConcept } from '../../../ledger/verify/verify.ts'
import { notEntered } from '../../statements/fill-statements.ts'
import { TOKEN_LEDGER } from '../../verify/token-ledger.ts'
import { PAYMENT_KINDS, SETTLEMENT_KINDS, WAY_OUT_CHECKS } from '../../verify/way-out-checks.ts'
import { isEnd, type MovementKind, type MovementState } from '../movement.ts'
import type { JournalKind } from '../saga/steps.ts'

const JOURNAL_KINDS: Readonly<Record<JournalKind, true>> = {
  TOKEN_DEPOSIT: true,
  TOKEN_REDEMPTION: true,
  TOKEN_TRANSFER_OUT: true,
  TOKEN_TRANSFER_IN: true,
  TOKEN_TRANSFER_WITHIN: true,
  TOKEN_FUNDS: true,
  TOKEN_MINT: true,
  TOKEN_BURN: true,
  TOKEN_PAYOUT: true,
  TOKEN_REFUND: true,
  TOKEN_UNCLAIMED: true,
  TOKEN_RETURN: true,
}

const KINDS_OF_MOVEMENTS = `ARRAY[${Object.keys(JOURNAL_KINDS)
  .map((kind) => `'${kind}'`)
  .join(', ')}]`

/** What a movement has posted in its own book, in multiples of its amount: D, S, B, P and U; and whether it holds tokens. */
interface Expected {
  readonly kind: MovementKind
  readonly state: MovementState
  readonly posted: readonly [holding: number, supply: number, backing: number, owed: number, unclaimed: number]
  readonly holds?: boolean
  /** Decisions that lead to this state of a transfer; absent: none is made. */
  readonly decisions?: readonly string[]
  /** Ended without success. */
  readonly isFailure?: boolean
  /** Its outcome is FUNDS_UNCLAIMED: the money is in U, until it is paid. */
  readonly isUnclaimed?: boolean
}

const NOTHING = [0, 0, 0, 0, 0] as const

const EXPECTED: readonly Expected[] = [
  { kind: 'DEPOSIT', state: 'PENDING', posted: NOTHING },
  { kind: 'DEPOSIT', state: 'FUNDS_DEBITED', posted: [0, 0, 1, 0, 0] },
  { kind: 'DEPOSIT', state: 'MINTING', posted: [0, 0, 1, 0, 0] },
  { kind: 'DEPOSIT', state: 'ISSUED', posted: [1, -1, 1, 0, 0] },
  { kind: 'DEPOSIT', state: 'COMPENSATING', posted: [0, 0, 1, 0, 0] },
  { kind: 'DEPOSIT', state: 'FAILED', posted: NOTHING, isFailure: true },
  { kind: 'DEPOSIT', state: 'FAILED', posted: [0, 0, 0, 0, 1], isFailure: true, isUnclaimed: true },

  { kind: 'REDEMPTION', state: 'PENDING', posted: NOTHING },
  { kind: 'REDEMPTION', state: 'LOCKED', posted: NOTHING, holds: true },
  { kind: 'REDEMPTION', state: 'BURNING', posted: NOTHING, holds: true },
  { kind: 'REDEMPTION', state: 'BURNED', posted: [-1, 1, 0, 0, 0] },
  { kind: 'REDEMPTION', state: 'CREDIT_RETRY', posted: [-1, 1, 0, 0, 0] },
  { kind: 'REDEMPTION', state: 'COMPLETED', posted: [-1, 1, -1, 0, 0] },
  { kind: 'REDEMPTION', state: 'RETURNING', posted: [-1, 1, 0, 0, 0] },
  { kind: 'REDEMPTION', state: 'RETURNED', posted: NOTHING, isFailure: true },
  { kind: 'REDEMPTION', state: 'RETURNED', posted: [-1, 1, -1, 0, 1], isFailure: true, isUnclaimed: true },
  { kind: 'REDEMPTION', state: 'FAILED', posted: NOTHING, isFailure: true },

  { kind: 'TRANSFER', state: 'RECEIVED', posted: NOTHING, holds: true },
  { kind: 'TRANSFER', state: 'RESERVED', posted: NOTHING, holds: true },
  { kind: 'TRANSFER', state: 'COMMITTING', posted: NOTHING, holds: true, decisions: ['COMMIT'] },
  { kind: 'TRANSFER', state: 'COMMITTED', posted: [-1, 1, -1, 1, 0], decisions: ['COMMIT'] },
  { kind: 'TRANSFER', state: 'RELEASING', posted: NOTHING, holds: true, decisions: ['ABORT', 'EXPIRE'] },
  { kind: 'TRANSFER', state: 'ABORTED', posted: NOTHING, decisions: ['ABORT'], isFailure: true },
  { kind: 'TRANSFER', state: 'EXPIRED', posted: NOTHING, decisions: ['EXPIRE'], isFailure: true },
  { kind: 'TRANSFER', state: 'REJECTED', posted: NOTHING, isFailure: true },
  { kind: 'TRANSFER', state: 'RETURNING', posted: NOTHING, holds: true, decisions: ['COMMIT'] },
  { kind: 'TRANSFER', state: 'RETURNED', posted: NOTHING, decisions: ['COMMIT'], isFailure: true },
  {
    kind: 'TRANSFER',
    state: 'RETURNED',
    posted: [-1, 1, -1, 0, 1],
    decisions: ['COMMIT'],
    isFailure: true,
    isUnclaimed: true,
  },
]

const EXPECTED_ROWS = EXPECTED.map(
  ({ kind, state, posted, holds = false, decisions = [], isFailure = false, isUnclaimed = false }) =>
    `('${kind}', '${state}', ${posted.join(', ')}, ${holds}, '{${decisions.join(',')}}'::text[], ${isFailure}, ${isUnclaimed}, ${!isEnd(state)})`,
).join(', ')

const EXPECTATIONS = `(VALUES ${EXPECTED_ROWS})
  AS x (kind, state, holding, supply, backing, owed, unclaimed, holds, decisions, is_failure, is_unclaimed, is_open)`

const IS_EXPECTED = `x.kind = m.kind AND x.state = m.state
   AND x.is_unclaimed = (m.outcome_code IS NOT DISTINCT FROM 'FUNDS_UNCLAIMED')`

const HOLDINGS = `
  SELECT d.book_id AS institution_id, d.institution_id::text AS issuer, d.currency, sum(a.balance_minor) AS amount_minor
    FROM digital_accounts d
    JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
   GROUP BY d.book_id, d.institution_id, d.currency`

/** Money that is in backing while the tokens for it are not in the supply. */
const UNDER_WAY = `
  SELECT m.institution_id, m.issuer_id::text AS issuer, m.currency, sum(m.amount_minor) AS amount_minor
    FROM token_movements m
    JOIN ${EXPECTATIONS} ON ${IS_EXPECTED}
   WHERE m.is_open AND x.supply + x.backing = 1
   GROUP BY m.institution_id, m.issuer_id, m.currency`

/** Which movement a journal belongs to; `side` is the book that it is posted in. */
const JOURNALS_OF_MOVEMENTS = `
  SELECT institution_id, unnest(journal_ids) AS journal_id, movement_id, 'OWN' AS side, created_at FROM token_movements
  UNION ALL
  SELECT payee_book_id, payee_journal_id, movement_id, 'PAYEE', created_at FROM token_movements WHERE payee_journal_id IS NOT NULL`

/** 0 for a transfer within one institution: it changes neither supply nor backing nor debts. */
const BETWEEN = '(CASE WHEN m.payee_issuer_id = m.issuer_id THEN 0 ELSE 1 END)'

/** What a statement adds up: the holding at the last cut, and the entries after it. */
const STATEMENT_LINES = `
  SELECT d.account_id, c.balance_minor AS amount_minor
    FROM digital_accounts d
    JOIN (${CARRIED_BALANCES}) c ON c.institution_id = d.book_id AND c.book = 'C' AND c.account = d.account_id::text
  UNION ALL
  SELECT e.account_id, e.amount_minor
    FROM token_entries e
    JOIN digital_accounts d ON d.account_id = e.account_id
    LEFT JOIN archive_cuts cut ON cut.institution_id = d.book_id
    LEFT JOIN journals j ON j.institution_id = d.book_id AND j.journal_id = e.journal_id
   WHERE cut.through IS NULL OR j.effective_date > cut.through`

const NAMES = ['supply', 'backing', 'owed', 'unclaimed'] as const

function postedColumns(issuer: string, account: string): string {
  const ledger = NAMES.map(
    (name) =>
      `coalesce(sum(e.amount_minor) FILTER (WHERE e.book = 'G' AND e.account = 'tokens:' || ${issuer} || ':${name}'), 0) AS ${name}`,
  )
  return [
    `coalesce(sum(e.amount_minor) FILTER (WHERE e.book = 'C' AND e.account = ${account}::text), 0) AS holding`,
    ...ledger,
  ].join(', ')
}

const CHECKS: readonly Check[] = [
  {
    name: 'tokens issued are tokens held',
    text: `
      SELECT coalesce(s.institution_id, d.institution_id) AS institution_id,
             'digital institution ' || coalesce(s.issuer, d.issuer) AS subject,
             coalesce(s.currency, d.currency) || ' supply ' || coalesce(s.amount_minor, 0) || ', holdings '
               || coalesce(d.amount_minor, 0) AS detail
        FROM (SELECT * FROM (${TOKEN_LEDGER}) l WHERE name = 'supply') s
        FULL JOIN (${HOLDINGS}) d
          ON d.institution_id = s.institution_id AND d.issuer = s.issuer AND d.currency = s.currency
       WHERE coalesce(s.amount_minor, 0) + coalesce(d.amount_minor, 0) <> 0`,
  },
  {
    name: 'tokens are backed one to one',
    text: `
      SELECT institution_id, 'digital institution ' || issuer AS subject,
             currency || ' backing ' || backing || ', supply ' || supply || ', under way ' || under_way AS detail
        FROM (SELECT institution_id, issuer, currency,
                     coalesce(sum(amount_minor) FILTER (WHERE name = 'backing'), 0) AS backing,
                     coalesce(sum(amount_minor) FILTER (WHERE name = 'supply'), 0) AS supply,
                     coalesce(sum(amount_minor) FILTER (WHERE name = 'under way'), 0) AS under_way
                FROM (SELECT institution_id, issuer, name, currency, amount_minor FROM (${TOKEN_LEDGER}) l
                      UNION ALL
                      SELECT institution_id, issuer, 'under way', currency, amount_minor FROM (${UNDER_WAY}) w) lines
               GROUP BY institution_id, issuer, currency) sums
       WHERE backing + supply <> under_way`,
  },
  {
    name: 'institutions owe each other no tokens in sum',
    text: `
      SELECT '*' AS institution_id, 'currency ' || currency AS subject, 'owed in sum ' || sum(amount_minor) AS detail
        FROM (${TOKEN_LEDGER}) l
       WHERE name = 'owed'
       GROUP BY currency
      HAVING sum(amount_minor) <> 0`,
  },
  {
    name: 'digital account has its holding of tokens',
    text: `
      SELECT coalesce(d.book_id, a.institution_id) AS institution_id,
             'digital asset account ' || coalesce(d.account_id::text, a.account_id) AS subject,
             CASE WHEN a.account_id IS NULL THEN d.state || ' without a holding'
                  WHEN d.account_id IS NULL THEN 'a holding without the account'
                  ELSE 'in ' || d.currency || ', its holding in ' || a.currency END AS detail
        FROM digital_accounts d
        FULL JOIN (SELECT institution_id, account_id, currency FROM accounts WHERE account_type = 'TOKENS') a
          ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
       WHERE d.currency IS DISTINCT FROM a.currency
         AND NOT (a.account_id IS NULL AND d.state IN ('PROVISIONING', 'FAILED'))`,
  },
  {
    name: 'token movement is of its accounts',
    text: `
      SELECT m.institution_id, 'token movement ' || m.movement_id AS subject,
             CASE WHEN own.account_id IS NULL THEN 'its account is another one''s'
                  ELSE 'the account of its payee is another one''s' END AS detail
        FROM token_movements m
        LEFT JOIN digital_accounts own
          ON own.book_id = m.institution_id AND own.account_id = m.account_id AND own.institution_id = m.issuer_id
         AND own.currency = m.currency AND own.partner_id = m.partner_id
        LEFT JOIN digital_accounts payee
          ON payee.book_id = m.payee_book_id AND payee.account_id = m.payee_account_id
         AND payee.institution_id = m.payee_issuer_id AND payee.currency = m.currency
         AND payee.partner_id = m.payee_partner_id
       WHERE own.account_id IS NULL OR (m.kind = 'TRANSFER' AND payee.account_id IS NULL)`,
  },
  {
    name: 'token movement has its journals',
    text: `
      SELECT o.institution_id, 'token movement ' || o.movement_id AS subject,
             'its journal ' || o.journal_id || coalesce(' is ' || j.kind, ' does not exist') AS detail
        FROM (${JOURNALS_OF_MOVEMENTS}) o
        LEFT JOIN journals j ON j.institution_id = o.institution_id AND j.journal_id = o.journal_id
       WHERE (j.kind IS NULL OR j.kind <> ALL (${KINDS_OF_MOVEMENTS}) OR (j.kind = 'TOKEN_TRANSFER_IN') <> (o.side = 'PAYEE'))
         AND ${notArchivedAt('o.institution_id', 'o.created_at')}`,
  },
  {
    name: 'journal of tokens has its movement',
    text: `
      SELECT j.institution_id, 'journal ' || j.journal_id AS subject,
             j.kind || ' belongs to ' || count(o.journal_id) || ' movements' AS detail
        FROM journals j
        LEFT JOIN (${JOURNALS_OF_MOVEMENTS}) o
          ON o.institution_id = j.institution_id AND o.journal_id = j.journal_id
       WHERE j.kind = ANY (${KINDS_OF_MOVEMENTS}) AND ${notArchived('j.institution_id', 'j.effective_date')}
       GROUP BY j.institution_id, j.journal_id, j.kind
      HAVING count(o.journal_id) <> 1`,
  },
  {
    name: 'token movement has posted what its state says',
    text: `
      SELECT m.institution_id, 'token movement ' || m.movement_id AS subject,
             m.kind || ' ' || m.state || ' of ' || m.amount_minor || coalesce(' has posted holding ' || p.holding || ', supply '
               || p.supply || ', backing ' || p.backing || ', owed ' || p.owed || ', unclaimed ' || p.unclaimed, '') AS detail
        FROM token_movements m
        LEFT JOIN ${EXPECTATIONS} ON ${IS_EXPECTED}
        LEFT JOIN (SELECT o.institution_id, o.movement_id, ${postedColumns('o.issuer_id::text', 'o.account_id')}
                     FROM (SELECT institution_id, movement_id, issuer_id, account_id, unnest(journal_ids) AS journal_id
                             FROM token_movements) o
                     JOIN entries e ON e.institution_id = o.institution_id AND e.journal_id = o.journal_id
                    GROUP BY o.institution_id, o.movement_id) p
          ON p.institution_id = m.institution_id AND p.movement_id = m.movement_id
       WHERE (x.state IS NULL
              OR coalesce(p.holding, 0) <> x.holding * m.amount_minor
              OR coalesce(p.supply, 0) <> x.supply * m.amount_minor * ${BETWEEN}
              OR coalesce(p.backing, 0) <> x.backing * m.amount_minor * ${BETWEEN}
              OR coalesce(p.owed, 0) <> x.owed * m.amount_minor * ${BETWEEN}
              OR coalesce(p.unclaimed, 0) <> x.unclaimed * m.amount_minor)
         AND ${notArchivedAt('m.institution_id', 'm.created_at')}`,
  },
  {
    name: 'token transfer reaches its payee when it is committed',
    text: `
      SELECT m.institution_id, 'token movement ' || m.movement_id AS subject,
             m.state || ' of ' || m.amount_minor || ', the payee''s holding ' || coalesce(p.holding, 0) || ', supply '
               || coalesce(p.supply, 0) || ', backing ' || coalesce(p.backing, 0) || ', owed ' || coalesce(p.owed, 0) AS detail
        FROM token_movements m
        LEFT JOIN (SELECT o.movement_id, ${postedColumns('o.payee_issuer_id::text', 'o.payee_account_id')}
                     FROM token_movements o
                     JOIN entries e ON e.institution_id = o.payee_book_id
                      AND e.journal_id = CASE WHEN o.payee_issuer_id = o.issuer_id THEN o.journal_ids[1] ELSE o.payee_journal_id END
                    GROUP BY o.movement_id) p
          ON p.movement_id = m.movement_id
       WHERE (m.state = 'COMMITTED' AND m.payee_issuer_id <> m.issuer_id) <> (m.payee_journal_id IS NOT NULL)
          OR (m.state = 'COMMITTED' AND ${notArchivedAt('m.payee_book_id', 'm.created_at')}
              AND (coalesce(p.holding, 0) <> m.amount_minor OR coalesce(p.supply, 0) <> -m.amount_minor * ${BETWEEN}
                   OR coalesce(p.backing, 0) <> m.amount_minor * ${BETWEEN}
                   OR coalesce(p.owed, 0) <> -m.amount_minor * ${BETWEEN}))`,
  },
  {
    name: 'statement of a digital account adds up to its holding',
    text: `
      SELECT d.book_id AS institution_id, 'digital asset account ' || d.account_id AS subject,
             'holding ' || a.balance_minor || ', entries ' || coalesce(e.amount_minor, 0) AS detail
        FROM digital_accounts d
        JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
        LEFT JOIN (SELECT account_id, sum(amount_minor) AS amount_minor FROM (${STATEMENT_LINES}) AS lines GROUP BY account_id) e
          ON e.account_id = d.account_id
        LEFT JOIN (SELECT account_id FROM (${notEntered()}) AS o GROUP BY account_id) n ON n.account_id = d.account_id
       WHERE d.has_statement AND n.account_id IS NULL AND a.balance_minor <> coalesce(e.amount_minor, 0)`,
  },
  {
    name: 'tokens on hold are those of open movements',
    text: `
      SELECT coalesce(h.institution_id, m.institution_id) AS institution_id,
             'digital asset account ' || coalesce(h.account_id, m.account_id) AS subject,
             'movement ' || coalesce(m.movement_id, h.transaction_id) || ' locks ' || coalesce(m.amount_minor, 0)
               || ', on hold ' || coalesce(h.amount_minor, 0) AS detail
        FROM (SELECT m.institution_id, m.account_id::text AS account_id, m.movement_id, m.amount_minor
                FROM token_movements m
                JOIN ${EXPECTATIONS} ON ${IS_EXPECTED}
               WHERE m.is_open AND x.holds) m
        FULL JOIN (SELECT o.institution_id, o.account_id, o.transaction_id, sum(o.amount_minor) AS amount_minor
                     FROM holds o
                     JOIN accounts a ON a.institution_id = o.institution_id AND a.account_id = o.account_id
                    WHERE o.released_at IS NULL AND a.account_type = 'TOKENS'
                    GROUP BY o.institution_id, o.account_id, o.transaction_id) h
          ON h.institution_id = m.institution_id AND h.account_id = m.account_id AND h.transaction_id = m.movement_id
       WHERE coalesce(h.amount_minor, 0) <> coalesce(m.amount_minor, 0)`,
  },
  {
    // An open movement has a time at which the coordinator looks at it, or waits for a resolution.
    name: 'token movement goes on until it is over',
    text: `
      SELECT m.institution_id, 'token movement ' || m.movement_id AS subject,
             m.kind || ' ' || m.state || CASE WHEN m.is_open THEN ', open' ELSE ', over' END
               || coalesce(', final at ' || m.final_at, '') || coalesce(', next at ' || m.next_at, '')
               || coalesce(', outcome ' || m.outcome_code, '') AS detail
        FROM token_movements m
        JOIN ${EXPECTATIONS} ON ${IS_EXPECTED}
       WHERE m.is_open <> x.is_open
          OR (m.final_at IS NULL) <> x.is_open
          OR (m.next_at IS NOT NULL AND NOT x.is_open)
          OR (m.next_at IS NULL AND x.is_open AND NOT (m.kind = 'TRANSFER' AND m.state = 'RESERVED' AND m.is_two_phase))
          OR (m.outcome_code IS NOT NULL) <> x.is_failure`,
  },
  {
    name: 'token transfer is where its decision leads',
    text: `
      SELECT m.institution_id, 'token movement ' || m.movement_id AS subject,
             m.kind || ' ' || m.state || coalesce(', decided ' || m.decision, ', not decided') AS detail
        FROM token_movements m
        JOIN ${EXPECTATIONS} ON ${IS_EXPECTED}
       WHERE CASE WHEN m.decision IS NULL THEN cardinality(x.decisions) > 0
                  ELSE m.decision <> ALL (x.decisions) OR m.decided_at IS NULL OR m.decided_by IS NULL END`,
  },
]

export const TOKENS_VERIFIED: VerifiedConcept = {
  journalKinds: [...Object.keys(JOURNAL_KINDS), ...PAYMENT_KINDS, ...SETTLEMENT_KINDS],
  checks: [...CHECKS, ...WAY_OUT_CHECKS],
}
