// How much a run proves. `npm test` proves every promise once. `npm run test-all` proves it on both engines, with more kills,
// rounds, states of pages, upgrades and sizes; `npm run test-all -- --added` runs what that adds, and no more.
//
// A file that only test-all runs has a comment at the start of a line: `// In test-all only: <why>`.
// Any other that proves more there declares its suites by engine, or asks `provesMore`, `rounds()` or `cases()`.

export type Extent = 'once' | 'all' | 'added'

const VARIABLE = 'TEST_EXTENT'
const ONLY_IN_TEST_ALL = /^\/\/ In test-all only: /m
const ADDS =
  /\b(onDatabase|onDatabaseOfOneServer|onGateway)\(|\b(provesMore|rounds|cases|inTurn|enginesFor)\b.*from '.*\/extent\.ts'/

export function setExtent(extent: Extent): void {
  process.env[VARIABLE] = extent
}

function extent(): Extent {
  const value = process.env[VARIABLE]
  return value === 'all' || value === 'added' ? value : 'once'
}

/** Whether a run of an extent takes a test file, by its text. */
export function takes(wanted: Extent, source: string): boolean {
  if (wanted === 'all') return true
  return ONLY_IN_TEST_ALL.test(source) === (wanted === 'added') || (wanted === 'added' && ADDS.test(source))
}

/** Whether this run looks further than `npm test` does. */
export const provesMore: boolean = extent() !== 'once'

/** How often something is repeated. */
export function rounds(once: number, all: number): number {
  return provesMore ? all : once
}

/** Which rows of a table are taken, where each of `once` proves what the others of `all` prove again. */
export function cases<const Row>(once: readonly Row[], all: readonly Row[]): readonly Row[] {
  return provesMore ? all : once
}

/**
 * A choice among values of which each proves the same of another field: `npm test` takes `count` of them at a time, one after the
 * other, so that every value comes to its turn.
 */
export function inTurn(count: number): <Value>(values: readonly Value[]) => readonly Value[] {
  let next = 0
  return (values) =>
    provesMore || values.length <= count
      ? values
      : Array.from({ length: count }, () => values[next++ % values.length] as (typeof values)[number])
}

/** Which engines of `all` a suite runs on, when `npm test` runs it on those of `once`. */
export function enginesFor<const Engine>(once: readonly Engine[], all: readonly Engine[]): readonly Engine[] {
  if (extent() === 'once') return once
  return extent() === 'all' ? all : all.filter((engine) => !once.includes(engine))
}
