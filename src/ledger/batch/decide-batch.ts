// Between the two round trips: decides the units of a batch in order, in memory. Units are independent: a refusal does
// not affect the others, and a later unit sees the effects of the earlier ones.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Account } from '../account.ts'
import type { Journal } from '../journal.ts'
import type { Posting, Refused, Settled } from '../posting.ts'
import type { OpenedBooks } from './read-batch.ts'
import type { WorkingBooks } from './working-books.ts'

/** Postings that commit together or not at all. Most units hold one; no two of a unit are in the same institution. */
export type Unit = readonly Posting[]

/** The code threw while it handled this unit. The batch must be read again and run without it. */
export class PoisonedUnit extends Error {
  readonly unit: Unit

  constructor(unit: Unit, cause: unknown) {
    super('a posting could not be decided', { cause })
    this.name = 'PoisonedUnit'
    this.unit = unit
  }
}

/** The institutions of a batch by id. */
export type OpenedBatch<A extends Account> = ReadonlyMap<string, OpenedBooks<A>>

/** What the owners of a unit answer, in the order of its postings, and what its first posting records or repeats. */
export type DecidedUnit = PromiseSettledResult<unknown[]> & Pick<Settled<unknown>, 'records' | 'repeats'>

export function decideBatch<A extends Account>(units: readonly Unit[], opened: OpenedBatch<A>): DecidedUnit[] {
  return units.map((unit) => {
    try {
      return decideUnit(unit, opened)
    } catch (cause) {
      throw new PoisonedUnit(unit, cause)
    }
  })
}

function decideUnit<A extends Account>(unit: Unit, opened: OpenedBatch<A>): DecidedUnit {
  const verdicts: Settled<unknown>[] = []
  for (const posting of unit) {
    const verdict = decided(posting, opened)
    if ('problem' in verdict) return { status: 'rejected', reason: verdict.problem, ...marksOf(verdict) }
    verdicts.push(verdict)
  }
  // Nothing has been changed so far: a refusal of the second posting leaves no trace of the first.
  const value: unknown[] = []
  for (const [i, { journal, answer }] of verdicts.entries()) {
    if (journal !== undefined) applyJournal(journal, booksOf(unit[i] as Posting, opened).books)
    value.push(answer())
  }
  return { status: 'fulfilled', value, ...marksOf(verdicts[0]) }
}

function marksOf({ records, repeats }: Pick<Settled<unknown>, 'records' | 'repeats'> = {}) {
  return { ...(records !== undefined && { records }), ...(repeats !== undefined && { repeats }) }
}

function applyJournal<A extends Account>(journal: Journal, books: WorkingBooks<A>): void {
  books.apply(journal, () => newId(books.nowMs))
}

function decided<A extends Account>(posting: Posting, opened: OpenedBatch<A>): Settled<unknown> | Refused {
  const { books, owned } = booksOf(posting, opened)
  const batch = owned.get(posting.owner)
  if (batch === undefined) throw new Error('the owner of a posting is not one of the pipeline')
  return batch.decide(posting, books, (owner) => owned.get(owner))
}

function booksOf<A extends Account>({ institutionId }: Posting, opened: OpenedBatch<A>): OpenedBooks<A> {
  const books = opened.get(institutionId)
  if (books === undefined) throw new Error(`the books of ${institutionId} are not open`)
  return books
}
