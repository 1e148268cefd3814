// Whether the tests notice broken contracts: each mutation in a copy of this folder, with the tests of one file.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactFileOf, artifactOf } from './artifact-file.ts'
import { compileContracts, readSource, SETTINGS } from './compile.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const ROOT = join(import.meta.dirname, '..')
/** Compiles in a third of the time; costs a little more gas, which the rules do not depend on. */
const QUICK = { ...SETTINGS, viaIR: false }
/** Those of the chain that is fast, without the figures of the page. */
const TESTS = 'Hardhat, Osaka|of seed 1'

/** Those of some test files, or all. Returns how many went unnoticed. */
export function tryMutations(files: readonly string[]): number {
  const asked = MUTATIONS.filter(({ noticedBy }) => files.length === 0 || files.includes(noticedBy))
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-mutations-'))
  try {
    mkdirSync(join(copy, 'contracts'))
    for (const part of ['test', 'artifacts', 'README.md'])
      cpSync(join(ROOT, 'contracts', part), join(copy, 'contracts', part), { recursive: true })
    cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'))
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    return asked.filter((mutation) => !isNoticed(copy, mutation)).length
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function isNoticed(copy: string, mutation: Mutation): boolean {
  const { noticedBy, change } = mutation
  const { contracts } = compileContracts(QUICK, mutated(mutation))
  for (const [name, contract] of Object.entries(contracts))
    writeFileSync(join(copy, 'contracts', 'artifacts', artifactFileOf(name)), artifactOf(name, contract))
  const file = join('contracts', 'test', `${noticedBy}.test.ts`)
  const args = ['--test', '--test-force-exit', `--test-name-pattern=${TESTS}`, file]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  const failed = [...stdout.matchAll(/^\s+✖ (.+?)(?: \(\d.*)?$/gm)].map(([, title]) => title)
  const isSeen = status !== 0 && failed.length > 0
  console.log(`${isSeen ? 'noticed ' : 'UNNOTICED'} ${change[0]}${isSeen ? `: ${failed[0]}` : ''}`)
  return isSeen
}

/** The changed source by its name. */
export function mutated({ source, change: [rule, from, to] }: Mutation): Record<string, string> {
  const name = `contracts/src/${source}.sol`
  const parts = readSource(name).split(from)
  if (parts.length !== 2) throw new Error(`The text of "${rule}" is ${parts.length - 1} times in ${name}.`)
  return { [name]: parts.join(to) }
}
