import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { mayRunAgain } from './test-results.ts'

const root = mkdtempSync(join(tmpdir(), 'tillgate-test-results-'))
after(() => rmSync(root, { recursive: true, force: true }))

const ROWS: [file: string, text: string, again: boolean][] = [
  ['src/ledger/post.test.ts', '', true],
  ['test/journeys/property-pages.test.ts', '', true],
  ['test/crash/workers.test.ts', '', false],
  ['test/chaos/campaign.test.ts', '', false],
  ['test/property/tokens/tokens.test.ts', '', false],
  ['test/concurrency/two-gateways.test.ts', '', false],
  ['test/concept/gateway-killed.test.ts', '', false],
  ['src/loans/engine/fold/fold-loan.property.test.ts', '', false],
  ['src/platform/kernel/money/money.test.ts', "import fc from 'fast-check'", false],
]

describe('which failed files run again', () => {
  for (const [path, text, again] of ROWS) {
    test(`${path} ${text}`, () => {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      assert.equal(mayRunAgain(file, root), again)
    })
  }
})
