// Collects the statements of a round trip. Each gets its own promise; all are sent together.

import type { Rows, Session, Statement, Step } from '../database.ts'

interface Asked {
  readonly step: Step
  resolve(rows: Rows<unknown>): void
  reject(error: unknown): void
}

export class Trip {
  readonly #session: Session
  readonly #asked: Asked[] = []
  readonly #askedLast: Asked[] = []
  #sent = false

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Adds a statement. Its promise settles once send() has been called and answered. Rejects after send(): the statement
   * would never be answered.
   */
  ask<Row>(statement: Statement, values: readonly (string | null)[] = []): Promise<Rows<Row>> {
    return this.#add(this.#asked, { statement, values })
  }

  /** The same, after the statements of everybody: for a lock that must be taken last. */
  askLast<Row>(statement: Statement, values: readonly (string | null)[] = []): Promise<Rows<Row>> {
    return this.#add(this.#askedLast, { statement, values })
  }

  #add<Row>(list: Asked[], step: Step): Promise<Rows<Row>> {
    if (this.#sent)
      return Promise.reject(new Error(`${step.statement.name} was asked after its round trip had been sent`))
    return new Promise<Rows<Row>>((resolve, reject) => {
      list.push({ step, resolve: resolve as Asked['resolve'], reject })
    })
  }

  /** Sends the statements. Failures reject the promises of ask(), so nothing is thrown here. */
  send(): void {
    this.#sent = true
    const all = [...this.#asked, ...this.#askedLast]
    this.#session.roundTrip(all.map(({ step }) => step)).then(
      (results) => {
        for (const [i, asked] of all.entries()) asked.resolve(results[i] as Rows<unknown>)
      },
      (error: unknown) => {
        for (const asked of all) asked.reject(error)
      },
    )
  }
}
