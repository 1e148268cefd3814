// Runs `tillgate config` in the test process, on files that a test writes.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndedCommand, runInProcess } from './in-process-command.ts'

type Env = Readonly<Record<string, string>>

export class ConfigCommand {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tillgate-config-'))
  /** An empty folder for decision tables. */
  readonly rulesDir = join(this.#folder, 'rules')

  constructor() {
    mkdirSync(this.rulesDir)
  }

  run(env: Env, ...args: readonly string[]): Promise<EndedCommand> {
    return runInProcess(['config', ...args], { RULES_DIR: this.rulesDir, ...env })
  }

  /** What the command prints; it must succeed. */
  async print(env: Env, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(env, ...args)
    assert.equal(code, 0, stderr)
    assert.equal(stderr, '')
    return stdout
  }

  /** The lines of a refusal: standard error without the last line, which says that nothing was written. */
  async refusal(env: Env, ...args: readonly string[]): Promise<string[]> {
    const { code, stdout, stderr } = await this.run(env, ...args)
    assert.equal(code, 1, stdout)
    const lines = stderr.trimEnd().split('\n')
    assert.match(lines.at(-1) ?? '', /^tillgate: \d+ faults?; nothing was written$/, stderr)
    return lines.slice(0, -1)
  }

  /** Writes a file and returns its path. */
  file(text: string | Buffer): string {
    const path = join(this.#folder, 'config.yaml')
    writeFileSync(path, text)
    return path
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
