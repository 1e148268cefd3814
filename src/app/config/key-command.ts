// Runs the program that prints the master key: the command line of a key service or of an HSM. What it prints is shown nowhere,
// not even when it fails.

import { spawnSync } from 'node:child_process'
import { ConfigError } from './config-error.ts'

/** A start waits no longer for a key service that does not answer. */
const TIMEOUT_MS = 30_000
const MOST_BYTES = 4_096

/** What `/bin/sh -c COMMAND` has printed. Throws a ConfigError without its output. */
export function runKeyCommand(variable: string, command: string, timeoutMs = TIMEOUT_MS): string {
  const run = spawnSync('/bin/sh', ['-c', command], {
    // It gets no input. What it prints as errors is dropped: it could quote a secret.
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    // A group of its own, so that what the shell has started ends with it.
    detached: true,
  } as Parameters<typeof spawnSync>[2] & { detached: true })
  if (run.error !== undefined) {
    endGroup(run.pid)
    throw new ConfigError(variable, `failed: ${reasonOf(run.error, timeoutMs)}`)
  }
  const text = String(run.stdout).trim()
  if (run.signal !== null) throw new ConfigError(variable, `failed: it was ended by ${run.signal}`)
  if (run.status !== 0)
    throw new ConfigError(variable, `failed: it ended with exit code ${run.status}; run it by hand to see why`)
  if (text === '') throw new ConfigError(variable, 'failed: it printed nothing')
  return text
}

function reasonOf(error: Error, timeoutMs: number): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ETIMEDOUT') return `it took longer than ${timeoutMs / 1_000} s`
  if (code === 'ENOBUFS') return `it printed more than ${MOST_BYTES} bytes, and a key is shorter`
  return `/bin/sh could not be started (${code})`
}

function endGroup(pid: number): void {
  if (pid <= 0) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
