// What savings clubs contribute to `verify`: each event has its journal and the other way round.

import { VERIFIED_CONCEPTS } from '../../src/app/wire/verification.ts'
import { checksOf, type Finding, type VerifiedConcept, verify } from '../../src/ledger/verify/verify.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { CLUB_JOURNAL_KINDS } from './club-events.ts'

const KINDS = CLUB_JOURNAL_KINDS.map((kind) => `'${kind}'`).join(', ')

export const CLUBS_VERIFIED: VerifiedConcept = {
  journalKinds: CLUB_JOURNAL_KINDS,
  checks: [
    {
      name: 'club event has its journal',
      text: `
        SELECT e.institution_id, 'event ' || e.event_id AS subject, e.kind || ' posted nothing' AS detail
          FROM club_events e
         WHERE e.kind IN (${KINDS})
           AND NOT EXISTS (SELECT FROM journals j
                            WHERE j.institution_id = e.institution_id AND j.journal_id = e.journal_id AND j.kind = e.kind)`,
    },
    {
      name: 'club journal has its event',
      text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without an event' AS detail
          FROM journals j
         WHERE j.kind IN (${KINDS})
           AND NOT EXISTS (SELECT FROM club_events e
                            WHERE e.institution_id = j.institution_id AND e.journal_id = j.journal_id AND e.kind = j.kind)`,
    },
    {
      name: 'club journal credits the amount of its event',
      text: `
        SELECT e.institution_id, 'event ' || e.event_id AS subject,
               'amount ' || e.amount_minor || ', journal ' || j.amount_minor AS detail
          FROM club_events e
          JOIN (SELECT institution_id, journal_id, sum(amount_minor) AS amount_minor
                  FROM entries WHERE amount_minor > 0 GROUP BY institution_id, journal_id) j
            ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
         WHERE j.amount_minor <> e.amount_minor`,
    },
    {
      name: 'club counts its events',
      text: `
        SELECT c.institution_id, 'club ' || c.club_id AS subject,
               c.event_count || ' events of ' || c.moved_minor || ', recorded ' || coalesce(e.event_count, 0) || ' of '
                 || coalesce(e.moved_minor, 0) AS detail
          FROM savings_clubs c
          LEFT JOIN (SELECT institution_id, club_id, count(*) AS event_count, sum(amount_minor) AS moved_minor
                       FROM club_events GROUP BY institution_id, club_id) e
            ON e.institution_id = c.institution_id AND e.club_id = c.club_id
         WHERE c.event_count <> coalesce(e.event_count, 0) OR c.moved_minor <> coalesce(e.moved_minor, 0)`,
    },
    {
      name: 'club settlement has both sides',
      text: `
        SELECT e.institution_id, 'event ' || e.event_id AS subject,
               'no counterpart at ' || e.counterpart_institution_id AS detail
          FROM club_events e
         WHERE e.kind IN ('CLUB_SETTLEMENT_OUT', 'CLUB_SETTLEMENT_IN')
           AND NOT EXISTS (SELECT FROM club_events o
                            WHERE o.institution_id = e.counterpart_institution_id AND o.event_id = e.event_id
                              AND o.counterpart_institution_id = e.institution_id AND o.amount_minor = e.amount_minor
                              AND o.kind LIKE 'CLUB_SETTLEMENT%' AND o.kind <> e.kind)`,
    },
  ],
}

/** The checks of the gateway and of the clubs. */
export const CHECKS_WITH_CLUBS = checksOf([...VERIFIED_CONCEPTS, CLUBS_VERIFIED])

export function verifyWithClubs(database: Database): Promise<Finding[]> {
  return database.transaction((sql) => verify(sql, CHECKS_WITH_CLUBS))
}
