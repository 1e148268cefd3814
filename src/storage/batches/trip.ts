// Collects the statements of a round trip. Each gets its own promise; all are sent together.

import type { Rows, Session, Statement, Step } from '../database.ts'

interface Asked {
  resolve(rows: Rows<unknown>): void
  reject(error: unknown): void
}

export class Trip {
  readonly #session: Session
  readonly #steps: Step[] = []
  readonly #asked: Asked[] = []
  #sent = false

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Adds a statement. Its promise settles once send() has been called and answered. Rejects after send(): the statement
   * would never be answered.
   */
  ask<Row>(statement: Statement, values: readonly (string | null)[] = []): Promise<Rows<Row>> {
    if (this.#sent) return Promise.reject(new Error(`${statement.name} was asked after its round trip had been sent`))
    this.#steps.push({ statement, values })
    return new Promise<Rows<Row>>((resolve, reject) => {
      this.#asked.push({ resolve: resolve as Asked['resolve'], reject })
    })
  }

  /** Sends the statements. Failures reject the promises of ask(), so nothing is thrown here. */
  send(): void {
    this.#sent = true
    this.#session.roundTrip(this.#steps).then(
      (results) => {
        for (const [i, asked] of this.#asked.entries()) asked.resolve(results[i] as Rows<unknown>)
      },
      (error: unknown) => {
        for (const asked of this.#asked) asked.reject(error)
      },
    )
  }
}
