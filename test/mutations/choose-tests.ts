// The tests that are likely to notice a defect, in the order in which they are tried: of the folder, of the room, of other rooms,
// journeys; nearest by import first.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testsByDistance } from '../support/runner/changed-tests.ts'
import { takes } from '../support/runner/extent.ts'
import type { Defect } from './defect.ts'

/** Tests that run together: a few at first, because most defects are noticed beside them. */
const ROUND_SIZES = [1, 5, 12]
const TYPESCRIPT = /\.ts$/
/** Who imports a file over so many others starts the whole gateway. */
const FAR = 5
/** They take minutes, and look at a defect from afar. */
const LAST = /^test\/(console|browser|chaos|crash|upgrades|structure)\//

/** At most `most` tests; without one that reaches the file, none. */
export function testChooser(root: string): (defect: Defect, most: number) => readonly (readonly string[])[] {
  const distancesTo = testsByDistance(root)
  return ({ file, noticedBy }, most) => {
    if (noticedBy !== undefined) return [[noticedBy]]
    const distances = distancesTo(file)
    const rank = (test: string) => {
      const distance = distances.get(test) ?? 0
      return (nearness(test, file) + (distance > FAR ? 3 : 0)) * 1000 + distance
    }
    // The test of the same name, even if it reaches the file only through a process.
    const namesake = file.replace(TYPESCRIPT, '.test.ts')
    const reached = existsSync(join(root, namesake)) ? new Set([namesake, ...distances.keys()]) : distances.keys()
    const tests = [...reached]
      .filter((test) => takes('once', readFileSync(join(root, test), 'utf8')))
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    return inRounds(tests.slice(0, most))
  }
}

function nearness(test: string, file: string): number {
  if (test === file.replace(TYPESCRIPT, '.test.ts')) return 0
  if (dirname(test) === dirname(file)) return 1
  if (roomOf(test) === roomOf(file)) return 2
  if (!test.startsWith('test/')) return 3
  return LAST.test(test) ? 5 : 4
}

function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

function inRounds(tests: readonly string[]): string[][] {
  const rounds: string[][] = []
  for (let start = 0; start < tests.length; ) {
    const size = ROUND_SIZES[Math.min(rounds.length, ROUND_SIZES.length - 1)] ?? 1
    rounds.push(tests.slice(start, start + size))
    start += size
  }
  return rounds
}
