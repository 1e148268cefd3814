// Makes sure that all have heard. Whoever has committed a change asks every listener of the channel, itself included, to
// say so; notices arrive in the order of their commits, so whoever answers has heard of the change before.
//
//   round:<id>   to all: has everybody heard what came before this?
//   heard:<id>   from each
//
// Everyone who listens to the channel must answer.

import { newCorrelationId } from '../../kernel/ids.ts'
import type { Database } from '../../storage/database.ts'

interface HearingRoundsParts {
  readonly database: Database
  readonly channel: string
  /** How long a node that does not answer can hold up a round. */
  readonly timeoutMs: number
}

interface Round {
  answers: number
  /** Known once the database has told how many listen. */
  expected: number
  readonly finish: () => void
}

export class HearingRounds {
  readonly #database: Database
  readonly #channel: string
  readonly #timeoutMs: number
  readonly #rounds = new Map<string, Round>()

  constructor({ database, channel, timeoutMs }: HearingRoundsParts) {
    this.#database = database
    this.#channel = channel
    this.#timeoutMs = timeoutMs
  }

  /** Returns when every listener has heard of what was committed before, or has had the time to. Never fails. */
  async run(): Promise<void> {
    const id = newCorrelationId()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const round: Round = { answers: 0, expected: Number.POSITIVE_INFINITY, finish }
    this.#rounds.set(id, round)
    const timer = setTimeout(finish, this.#timeoutMs)
    this.#ask(id).then((listeners) => {
      // At least this node, also where the database does not show what others do.
      round.expected = Math.max(listeners, 1)
      finishIfComplete(round)
    }, finish)
    await finished
    clearTimeout(timer)
    this.#rounds.delete(id)
  }

  /** Deals with a notice that belongs to a round; false for any other. */
  hear(notice: string): boolean {
    const [kind, id = ''] = notice.split(':', 2)
    if (kind === 'round') {
      this.#database.query('SELECT pg_notify($1, $2)', [this.#channel, `heard:${id}`]).catch(() => {})
      return true
    }
    if (kind !== 'heard') return false
    const round = this.#rounds.get(id)
    if (round !== undefined) {
      round.answers++
      finishIfComplete(round)
    }
    return true
  }

  /** A listening connection does nothing else, so its last statement tells what it listens to. */
  async #ask(id: string): Promise<number> {
    const { rows } = await this.#database.query<{ listeners: number }>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query = $3) AS listeners,
              pg_notify($1, $2)`,
      [this.#channel, `round:${id}`, `LISTEN "${this.#channel}"`],
    )
    return rows[0]?.listeners ?? 0
  }
}

function finishIfComplete(round: Round): void {
  if (round.answers >= round.expected) round.finish()
}
