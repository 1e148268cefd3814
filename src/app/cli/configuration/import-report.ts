// What an import prints: each change, what is left to people, and how much there was.

import { named } from './config-diff.ts'
import type { ImportReport, LeftWork } from './import-records.ts'
import { RULES_SECTION, type RulesPlan } from './rule-files.ts'

/** `dryRunId` is set by a dry run. */
export function reportLines(report: ImportReport, rules: RulesPlan, dryRunId: string | undefined): string[] {
  const dryRun = dryRunId !== undefined
  const diffs = [...report.diffs, ...rules.diffs]
  const unchanged = new Map([...report.unchanged, [RULES_SECTION, rules.unchanged]])
  return [
    ...diffs.flatMap(({ section, label, change, lines }) => [
      `${change === 'added' ? '+' : '~'} ${section} ${label}`,
      ...lines.map((line) => `    ${line}`),
    ]),
    ...leftLines(report.left),
    ...countLine('unchanged', unchanged),
    ...countLine('only here, and kept', report.onlyHere),
    ...(dryRun ? [`dry run ${dryRunId}: an import that must do exactly this takes --following ${dryRunId}`] : []),
    summary(named(diffs, 'added').length, named(diffs, 'changed').length, dryRun),
    ...(dryRun || rules.diffs.length === 0 ? [] : ['gateways read the rules at their next start, or by refreshRules']),
  ]
}

/** One line for all records of a section of which the same is to be done. */
function leftLines(left: readonly LeftWork[]): string[] {
  const alike = Map.groupBy(left, ({ section, what }) => `! ${section}: ${what}`)
  return Array.from(alike, ([line, records]) => `${line}: ${records.map(({ label }) => label).join(', ')}`)
}

function countLine(title: string, counts: ReadonlyMap<string, number>): string[] {
  const some = Array.from(counts).filter(([, count]) => count > 0)
  return some.length === 0 ? [] : [`${title}: ${some.map(([section, count]) => `${count} ${section}`).join(', ')}`]
}

function summary(added: number, changed: number, dryRun: boolean): string {
  if (added + changed === 0) return 'no change'
  return `${added} added, ${changed} changed${dryRun ? '; dry run, nothing was written' : ''}`
}
