// The decision tables: read from their folder at the start, and again when an operator asks for it.

import type { Logger } from 'pino'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { RuleBook } from '../../../rules/rule-book.ts'
import { SeenRefreshes } from '../../../rules/rule-refreshes.ts'
import { ZenProcess } from '../../../rules/zen/zen-process.ts'
import type { Wiring } from '../wiring.ts'

export interface OpenRules {
  readonly book: RuleBook
  readonly seenRefreshes: SeenRefreshes
  close(): void
}

/** A file that cannot be used is reported and its rules stay off. */
export async function openRules(
  folder: string,
  database: Database,
  logger: Logger,
  wiring: Wiring,
): Promise<OpenRules> {
  const seenRefreshes = wiring.make(SeenRefreshes)
  // Before the files are read, so that a request in between is not missed.
  await seenRefreshes.missed(database)
  const zen = wiring.make(ZenProcess)
  const book = wiring.make(RuleBook, {
    folder,
    clock: systemClock,
    zen,
    lockedInputs: ['usedToday'],
    onFailure: (name, error) =>
      logger.error({ err: error, rules: name }, 'rules cannot be evaluated: orders are refused'),
  })
  const { refreshed, failed } = await book.refresh()
  if (refreshed.length > 0) logger.debug({ rules: refreshed }, 'rules are active')
  for (const { name, reason } of failed) logger.error({ rules: name, reason }, 'rules are off: their file is invalid')
  return { book, seenRefreshes, close: () => zen.close() }
}
