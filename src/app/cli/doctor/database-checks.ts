// What the database says: who may do what in it, its clock, its backups.

import { DAY_MS, systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type Check, consider, type Found, mend, when } from './finding.ts'

const MOST_SECONDS_OFF = 5

/** The embedded database has one user and no archive of its own. */
const onServer = (look: (database: Database, nowMs: number) => Promise<readonly Found[]>): Check['look'] => {
  return ({ config, database, nowMs }) => (config.database.url === undefined ? [] : look(database, nowMs))
}

export const DATABASE_CHECKS: readonly Check[] = [
  {
    name: 'database',
    look: ({ config }) =>
      when(
        config.database.url === undefined,
        consider(
          'the books are in the embedded database',
          'use a PostgreSQL server, which can fail over: DATABASE_URL',
        ),
      ),
  },
  {
    name: 'database-role',
    look: onServer(async (database) => {
      const { rows } = await database.query<{ is_super: boolean; is_creator: boolean; is_owner: boolean }>(
        `SELECT r.rolsuper AS is_super, r.rolcreaterole OR r.rolcreatedb AS is_creator,
                pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'accounts'::regclass), 'USAGE') AS is_owner
           FROM pg_roles r WHERE r.rolname = current_user`,
      )
      const role = rows[0]
      if (role === undefined) return []
      const serving = 'serve with a role that owns nothing (docs/operations/install.md)'
      if (role.is_super) return [mend('the role of the gateway is a superuser', serving)]
      return [
        ...when(role.is_creator, mend('the role of the gateway may make roles or databases', serving)),
        ...when(role.is_owner, consider('the role of the gateway owns the tables, so it could drop them', serving)),
      ]
    }),
  },
  {
    name: 'clock',
    look: onServer(async (database, nowMs) => {
      const startedMs = systemClock.now()
      const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now')
      const passedMs = systemClock.now() - startedMs
      const offSeconds = Math.round(Math.abs((rows[0]?.now.getTime() ?? nowMs) - startedMs - passedMs / 2) / 1000)
      return when(
        offSeconds >= MOST_SECONDS_OFF,
        mend(`this machine's clock is ${offSeconds} seconds off the database's`, 'repair NTP on both'),
      )
    }),
  },
  {
    name: 'backups',
    look: onServer(async (database, nowMs) => {
      const { rows } = await database.query<{ mode: string; archived: Date | null; failed: Date | null }>(
        `SELECT current_setting('archive_mode') AS mode, last_archived_time AS archived, last_failed_time AS failed
           FROM pg_stat_archiver`,
      )
      const { mode = 'off', archived, failed } = rows[0] ?? {}
      if (mode === 'off') {
        return [
          consider(
            'the server archives no WAL: what was done since the last dump cannot be restored',
            'archive it (docs/operations/backup.md)',
          ),
        ]
      }
      const age = archived == null ? undefined : Math.floor((nowMs - archived.getTime()) / DAY_MS)
      return [
        ...when(
          failed != null && (archived == null || failed > archived),
          mend('the last try to archive WAL failed', "read the server's log"),
        ),
        ...when(
          age === undefined || age >= 1,
          mend(
            age === undefined ? 'no WAL was ever archived' : `the last WAL was archived ${age} days ago`,
            'see to archive_command and archive_timeout',
          ),
        ),
      ]
    }),
  },
]
