// The tables and accounts of savings clubs: a concept that exists only in tests, to prove that others can join the posting
// pipeline. Members pay into a club's pot; the bank advances money to a club, which contributions pay back first.

import type { Sql } from '../../src/platform/storage/database.ts'

export interface ClubKey {
  readonly institutionId: string
  readonly clubId: string
}

/** What the club owns: never below zero. */
export function potOf(clubId: string): string {
  return `${clubId}-POT`
}

/** What the club owes: never above zero, and no limit below. */
export function advanceOf(clubId: string): string {
  return `${clubId}-ADVANCE`
}

export async function createClubTables(sql: Sql): Promise<void> {
  await sql.query(
    `CREATE TABLE savings_clubs (
       institution_id text COLLATE "C" NOT NULL,
       club_id        text COLLATE "C" NOT NULL,
       status         text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CLOSED')),
       event_count    integer NOT NULL DEFAULT 0,
       moved_minor    bigint NOT NULL DEFAULT 0,
       PRIMARY KEY (institution_id, club_id))`,
  )
  await sql.query(
    `CREATE TABLE club_events (
       institution_id             text COLLATE "C" NOT NULL,
       event_id                   text COLLATE "C" NOT NULL,
       club_id                    text COLLATE "C" NOT NULL,
       kind                       text NOT NULL,
       amount_minor               bigint NOT NULL,
       journal_id                 uuid,
       counterpart_institution_id text COLLATE "C",
       recorded_at                timestamptz NOT NULL,
       PRIMARY KEY (institution_id, event_id))`,
  )
  // The owner does not look whether a club was closed before by another event: the index is the last line of defence.
  await sql.query(
    `CREATE UNIQUE INDEX club_closed_once ON club_events (institution_id, club_id) WHERE kind = 'CLUB_CLOSE'`,
  )
}

export async function openClub(sql: Sql, { institutionId, clubId }: ClubKey): Promise<void> {
  await sql.query('INSERT INTO savings_clubs (institution_id, club_id) VALUES ($1, $2)', [institutionId, clubId])
  await sql.query(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                           branch_id, overdraft_minor, ceiling_minor)
     VALUES ($1, $2, $4, 'DDA', 'Pot', 'USD', '06', '001', 0, NULL),
            ($1, $3, $4, 'DDA', 'Advance', 'USD', '06', '001', NULL, 0)`,
    [institutionId, potOf(clubId), advanceOf(clubId), clubId],
  )
}
