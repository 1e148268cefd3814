// tillgate core-check: holds a bank's own core against contract/core.json, over the network, and prints one line per
// rule. Exits 1 when one is broken.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertUsableUrl } from '../../../administration/institutions/connectivity/usable-address.ts'
import { type CheckFixture, readFixture } from '../../../channels/core/rest-check/check-fixture.ts'
import { type CheckResult, runCheck } from '../../../channels/core/rest-check/run-check.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readLine } from '../prompts/read-line.ts'
import type { Shell } from '../shell.ts'

export interface CoreCheckOptions {
  readonly url: string
  readonly user?: string
  readonly passwordStdin?: boolean
  readonly fixture?: string
  readonly timeout: number
}

/** What the example of a core holds. */
const EXAMPLE_FIXTURE = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'rest-core', 'fixture.json')

const MARKS = { passed: '✓', failed: '✗', 'not checked': '–' } as const

export async function coreCheck(options: CoreCheckOptions, shell: Shell): Promise<void> {
  const { url, user, passwordStdin, fixture = EXAMPLE_FIXTURE, timeout } = options
  const password = passwordStdin === true ? await readLine(shell.input) : undefined
  const target = {
    url: usableUrl(url),
    ...(user !== undefined && { userName: user }),
    ...(password !== undefined && { password }),
    fixture: fixtureIn(fixture),
    timeoutMs: timeout,
  }
  const counts = { passed: 0, failed: 0, 'not checked': 0 }
  for await (const result of runCheck(target)) {
    counts[result.result]++
    shell.print(lineOf(result))
  }
  shell.print(`${counts.passed} kept, ${counts.failed} broken, ${counts['not checked']} not checked`)
  if (counts.failed > 0) process.exitCode = 1
}

function lineOf(result: CheckResult): string {
  const line = `${MARKS[result.result]} ${result.title}`
  return result.result === 'passed' ? line : `${line}\n    ${result.why}`
}

// The check moves money of test accounts only, so http is allowed here as it is in the sandbox.
function usableUrl(url: string): URL {
  try {
    return assertUsableUrl(url, 'sandbox')
  } catch (error) {
    throw new ConfigError('--url', `is not usable: ${(error as Error).message}`)
  }
}

function fixtureIn(file: string): CheckFixture {
  try {
    return readFixture(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError('--fixture', `is not usable: ${(error as Error).message}`)
  }
}
