// The rules of the rollups, for `verify`: what they hold, plus what the next refresh will add, is what the transactions add
// up to. Days that are still queued to be counted are left out.

import { lastArchived } from '../../../ledger/verify/archived.ts'
import type { VerifiedConcept } from '../../../ledger/verify/verify.ts'
import {
  ALL_FACTS,
  changedFacts,
  groupsOf,
  LATENCIES,
  latencyOf,
  MARKED_CHANGES,
  MARKED_FACTS,
  NEW_FACTS,
  type RollupTable,
  TERMINAL_TOTALS,
  totalsOf,
  VOLUMES,
  volumeOf,
} from './rollup-sql.ts'

const SNAPSHOT = '(SELECT snapshot FROM rollup_state)'

/** Days whose transactions are archived are left out, and with them the sums over all institutions. */
const IS_STILL_THERE = `
  kept.business_date > coalesce(CASE kept.institution_id WHEN '*' THEN (SELECT max(through) FROM archive_cuts)
                                                         ELSE ${lastArchived('kept.institution_id')} END, '')`

export const ROLLUPS_VERIFIED: VerifiedConcept = {
  journalKinds: [],
  checks: [
    check('rolled-up volume is that of the transactions', VOLUMES, (facts) => volumeOf(grouped(facts), 'everywhere')),
    check('rolled-up latency is that of the transactions', LATENCIES, (facts) =>
      latencyOf(grouped(facts), 'everywhere'),
    ),
    check('totals of a terminal are those of its transactions', TERMINAL_TOTALS, totalsOf),
  ],
}

function grouped(facts: string): string {
  return `(${groupsOf(facts)}) AS grouped`
}

function check(name: string, { name: table, key, sums }: RollupTable, rollUp: (facts: string) => string) {
  const keys = key.join(', ')
  const columns = [...key, ...sums].join(', ')
  const negated = [...key, ...sums.map((sum) => `-${sum} AS ${sum}`)].join(', ')
  return {
    name,
    text: `
      WITH pending AS (${NEW_FACTS} UNION ALL ${changedFacts('transaction_changes')}
                       UNION ALL ${MARKED_FACTS} UNION ALL ${MARKED_CHANGES}),
           every AS (${ALL_FACTS}),
           kept AS (SELECT ${columns} FROM ${table}
                    UNION ALL SELECT ${columns} FROM (${rollUp('pending')}) AS p
                    UNION ALL SELECT ${negated} FROM (${rollUp('every')}) AS e)
      SELECT institution_id, 'business date ' || business_date AS subject,
             concat_ws(', ', ${key
               .slice(2)
               .map((column) => `'${column} ' || ${column}`)
               .join(', ')}) || ': '
               || concat_ws(', ', ${sums.map((sum) => `'${sum} is off by ' || sum(${sum})`).join(', ')}) AS detail
        FROM kept
       WHERE ${SNAPSHOT} IS NOT NULL
         AND NOT EXISTS (SELECT FROM rollup_rebuilds q
                          WHERE q.business_date = kept.business_date
                            AND kept.institution_id IN (q.institution_id, '*'))
         AND ${IS_STILL_THERE}
       GROUP BY ${keys}
      HAVING ${sums.map((sum) => `sum(${sum}) <> 0`).join(' OR ')}`.replaceAll('$1', SNAPSHOT),
  }
}
