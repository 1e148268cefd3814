// STANs of requests that are not recorded. They come from the sequence that all nodes share, some at a time.

import type { Database } from '../../../../platform/storage/database.ts'

const AT_ONCE = 50

export class Stans {
  readonly #database: Database
  #free: string[] = []
  #reading: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async next(): Promise<string> {
    for (;;) {
      const stan = this.#free.pop()
      if (stan !== undefined) return stan
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
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
