// Collects the statements of a round trip. Each gets its own promise; all are sent together.

import type { Rows, Session, Statement, Step } from '../database.ts'
import { textArray } from './array-literal.ts'

interface Asked {
  readonly step: Step
  resolve(rows: Rows<unknown>): void
  reject(error: unknown): void
}

/** A statement that several callers add keys to. */
interface Together {
  readonly columns: readonly string[][]
  /** The step's own; filled when the trip is sent. */
  readonly values: string[]
  readonly rows: Promise<Rows<unknown>>
}

export class Trip {
  readonly #session: Session
  readonly #asked: Asked[] = []
  readonly #askedLast: Asked[] = []
  readonly #together = new Map<Statement, Together>()
  #sent = false

  constructor(session: Session) {
    this.#session = session
  }

  /** Whether statements must name one institution each: its rows are on a server of their own. */
  get isDistributed(): boolean {
    return this.#session.shards !== undefined
  }

  /** Adds a statement on what only the central database has, such as a sequence. A trip to a worker asks the central database beside it. */
  askCentral<Row>(statement: Statement): Promise<Rows<Row>> {
    return this.#session.shards?.central.query<Row>(statement) ?? this.ask<Row>(statement)
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

  /**
   * Adds keys to a statement that callers share: it is sent once, where the first of them asked, and each gets the rows of
   * all. The statement's parameters are the columns of the keys, as arrays. So a batch of many institutions sends as few
   * statements as a batch of one.
   */
  askTogether<Row>(statement: Statement, columns: readonly (readonly string[])[]): Promise<Rows<Row>> {
    let together = this.#together.get(statement)
    if (together === undefined || this.#sent) {
      const values: string[] = []
      together = { columns: columns.map(() => []), values, rows: this.#add(this.#asked, { statement, values }) }
      this.#together.set(statement, together)
    }
    for (const [i, keys] of columns.entries()) for (const key of keys) together.columns[i]?.push(key)
    return together.rows as Promise<Rows<Row>>
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
    for (const { columns, values } of this.#together.values()) values.push(...columns.map(textArray))
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
