// `npm run bench`: what the gateway achieves on this machine, as ratios measured in one run. bench/README.md says how
// to read them. Missing a target is a result; a lost, duplicate or wrong answer is a failure.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describeMachine, warningsAbout } from './figures/machine.ts'
import { linesOf, tableOf } from './figures/report.ts'
import { chooseLoadGenerator } from './load/load-generator.ts'
import { readOptions } from './options.ts'
import { profileGateway } from './profile-run.ts'
import { type Outcome, runScenarios } from './scenarios.ts'
import { openTestBed } from './servers/test-bed.ts'

const RESULTS = join(import.meta.dirname, 'results')

const startedAt = new Date()
const options = readFlags()
const machine = describeMachine()
const generator = chooseLoadGenerator(options.generator)
say('bench', `${generator.name}, ${options.connections} connections, ${options.seconds} s a run, ${machine.model}`)
for (const warning of warningsAbout(machine)) say('warning', warning)

const cleanup = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanup.disposeAsync().finally(() => process.exit(130))
  })
}
try {
  const bed = await openTestBed()
  cleanup.defer(() => bed.close())
  const bench = { bed, options, generator, cleanup, say }
  if (options.profile) console.log(`\n${await profileGateway(bench)}`)
  else report(await runScenarios(bench), bed.server.version)
} finally {
  await cleanup.disposeAsync()
}

function report(outcome: Outcome, postgres: string): void {
  const { subjects, ...flags } = options
  const lines = linesOf(outcome)
  console.log(`\n${tableOf(lines)}\n`)
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${startedAt.toISOString().replaceAll(':', '-')}.json`)
  const content = {
    startedAt: startedAt.toISOString(),
    machine,
    postgres,
    generator: generator.name,
    options: { ...flags, subjects: [...subjects] },
    lines,
    ...outcome,
  }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
  console.log(`written to ${relative(process.cwd(), file)}`)
  for (const fault of outcome.faults) console.error(`FAULT  ${fault}`)
  if (outcome.faults.length > 0) process.exitCode = 1
}

function readFlags() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

function say(step: string, text: string): void {
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000)
  console.log(`${String(seconds).padStart(5)} s  ${step.padEnd(22)} ${text}`)
}
