// Reads what actuator-info.ts shows: package.json, and the commit when running from a checkout.

import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { BuildFacts } from './actuator-info.ts'

const GIT_LIMIT_MS = 2_000

export async function readBuildFacts(root: string): Promise<BuildFacts> {
  const manifestFile = join(root, 'package.json')
  const { name, version } = JSON.parse(await readFile(manifestFile, 'utf8')) as { name: string; version: string }
  const git = await readCommit(root)
  // There is no build step, so the build time is that of the commit, or of the unpacked files.
  const time = git?.commit.time ?? isoTimestamp(statSync(manifestFile).mtimeMs)
  return { build: { name, version, time }, ...(git !== undefined && { git }) }
}

async function readCommit(root: string): Promise<BuildFacts['git']> {
  // Otherwise git would search the parent folders for a repository.
  if (!existsSync(join(root, '.git'))) return undefined
  try {
    // One process for all: each takes as long as several queries of the start. The files often belong to another user,
    // which git rejects by default.
    const args = ['-c', 'safe.directory=*', 'log', '-1', '--decorate=short', '--format=%H%n%ct%n%D']
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, timeout: GIT_LIMIT_MS })
    const [id = '', seconds = '0', names = ''] = stdout.split('\n')
    // "HEAD -> main, tag: 1.0.0", and without a branch only "HEAD".
    const branch = /^HEAD -> ([^,]+)/.exec(names)?.[1] ?? 'HEAD'
    return { branch, commit: { id, time: isoTimestamp(Number(seconds) * 1000) } }
  } catch {
    // No git on this machine, or no commit yet.
    return undefined
  }
}
