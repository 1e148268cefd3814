// Runs a campaign on a copy of the source for every mutation, outside the repository, and reports in which round the
// defect was found.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutate } from '../mutations/source-change.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** What gateways and campaigns need. Templates of the console and of documents are not among it. */
const COPIED = ['bin', 'contract', 'dialects', 'examples', 'package.json', 'rules.d', 'sdk', 'src', 'test']

export interface MutationRun {
  readonly rounds: number
  readonly seed: number
  /** Only these; all without any. */
  readonly names: readonly string[]
  report(line: string): void
}

/** Resolves to the names of the mutations that were not found. */
export async function runMutations({ rounds, seed, names, report }: MutationRun): Promise<string[]> {
  const unknown = names.filter((name) => MUTATIONS[name] === undefined)
  if (unknown.length > 0) throw new Error(`there is no mutation ${unknown.join(', ')}`)
  const missed: string[] = []
  for (const [name, mutation] of Object.entries(MUTATIONS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const { round, reason } = await runMutation(mutation, rounds, seed)
    if (round === undefined) missed.push(name)
    report(round === undefined ? `${name}: NOT FOUND: ${reason}` : `${name}: found in round ${round}: ${reason}`)
  }
  return missed
}

interface Found {
  /** Undefined when it was not found. */
  readonly round: number | undefined
  readonly reason: string
}

async function runMutation(mutation: Mutation, rounds: number, seed: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-mutation-'))
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const file = join(folder, mutation.file)
    writeFileSync(file, mutate(readFileSync(file, 'utf8'), mutation))
    const faults = mutation.faults.flatMap((fault) => ['--fault', fault])
    const args = ['--rounds', String(rounds), '--seed', String(seed), '--verify-rounds', ...faults]
    const child = spawn(process.execPath, [join(folder, 'test', 'chaos', 'run.ts'), ...args], { cwd: folder })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    await once(child, 'close')
    return foundIn(output, child.exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A campaign that does not come as far as its first round proves nothing. */
function foundIn(output: string, exitCode: number | null): Found {
  const passed = output.match(/^round \d+: /gm)?.length ?? 0
  const reason = /^.*(?:Error|error)\b.*$/m.exec(output)?.[0].trim() ?? output.trim().split('\n').at(-1) ?? ''
  if (exitCode === 0) return { round: undefined, reason: `${passed} rounds passed` }
  if (!output.includes('the rounds begin')) return { round: undefined, reason: `no round began: ${reason}` }
  return { round: passed + 1, reason }
}
