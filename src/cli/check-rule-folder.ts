// Reads the decision tables of a folder as the gateway does, and runs their examples.

import { systemClock } from '../kernel/clock.ts'
import { checkExamples, type ExampleResult } from '../rules/check-examples.ts'
import { RuleBook } from '../rules/rule-book.ts'
import { ZenProcess } from '../rules/zen/zen-process.ts'

export async function* checkRuleFolder(folder: string): AsyncGenerator<ExampleResult> {
  const zen = new ZenProcess()
  const book = new RuleBook({ folder, clock: systemClock, zen, lockedInputs: ['usedToday'] })
  try {
    yield* checkExamples(folder, book)
  } finally {
    zen.close()
  }
}
