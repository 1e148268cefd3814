// STANs of requests that are not recorded. They come from the sequence that all nodes share, some at a time.

import { sharedRun } from '../../../../platform/kernel/work/shared-run.ts'
import type { Database } from '../../../../platform/storage/database.ts'

const AT_ONCE = 50

export class Stans {
  readonly #database: Database
  #free: string[] = []
  readonly #fill = sharedRun(() => this.#read())

  constructor(database: Database) {
    this.#database = database
  }

  async next(): Promise<string> {
    for (;;) {
      const stan = this.#free.pop()
      if (stan !== undefined) return stan
      await this.#fill()
    }
  }

  async #read(): Promise<void> {
    const { rows } = await this.#database.query<{ stan: string }>(
      `SELECT lpad(nextval('iso8583_stans')::text, 6, '0') AS stan FROM generate_series(1, $1::integer)`,
      [AT_ONCE],
    )
    this.#free = rows.map(({ stan }) => stan)
  }
}
