// Checks that the database takes writes. An open connection is not enough: the server may be a standby, read-only, waiting
// for a replica, or out of disk, and then nothing can be posted.

import { monotonicMs } from '../../kernel/time/clock.ts'
import type { Database } from '../database.ts'
import { sqlStateOf } from '../statements/sqlstate.ts'

/** Health is open to everybody: a flood of requests must not become a flood of writes. */
const KEPT_MS = 1_000

// Committed, because only a commit waits for the disk and for synchronous replicas.
const COMMITTED_WRITE = `
  INSERT INTO settings (key, value) VALUES ('writeProbe', to_jsonb(now()))
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`

// Updating one row succeeds on a full disk. This needs new space, in a temporary file of half a megabyte.
const TAKE_SPACE = `
  SET LOCAL statement_timeout = '1s';
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 20000)`
/** temp_file_limit forbids temporary files; that says nothing about the disk. */
const TEMPORARY_FILE_LIMIT = '53400'

export class WriteProbe {
  readonly #database: Database
  readonly #write: string
  readonly #nowMs: () => number
  #latest: Promise<void> | undefined
  #validUntilMs = Number.NEGATIVE_INFINITY

  /** `writes`: statements that write nothing but need the rights of what they stand for. */
  constructor(database: Database, writes: readonly string[] = [], nowMs: () => number = monotonicMs) {
    this.#database = database
    this.#write = ["SET LOCAL statement_timeout = '1s'", ...writes, COMMITTED_WRITE].join(';\n')
    this.#nowMs = nowMs
  }

  /** Rejects with a Problem `unavailable` when the database takes no writes. Callers share one probe, and its result for a second. */
  check(): Promise<void> {
    if (this.#latest === undefined || this.#nowMs() >= this.#validUntilMs) {
      this.#validUntilMs = Number.POSITIVE_INFINITY
      this.#latest = this.#probe().finally(() => {
        this.#validUntilMs = this.#nowMs() + KEPT_MS
      })
    }
    return this.#latest
  }

  async #probe(): Promise<void> {
    await this.#database.query(this.#write)
    try {
      await this.#database.query(TAKE_SPACE)
    } catch (error) {
      if (sqlStateOf(error) !== TEMPORARY_FILE_LIMIT) throw error
    }
  }
}
