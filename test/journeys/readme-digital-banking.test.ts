// The commands of the README's section on digital banking, as somebody would paste them, against the seeded sandbox.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { control } from '../support/accounts/account-services.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'

const README_URL = 'http://127.0.0.1:8080'
const LIMIT_MS = 120_000
const run = promisify(execFile)
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const isMissing = spawnSync('bash', ['-c', 'command -v curl']).status !== 0

withGatewayOn('postgres', 'the digital banking commands of the README', (running) => {
  test('the commands do what the text says', { skip: isMissing && 'there is no bash with curl' }, async () => {
    const answers = await paste()
    assert.equal(answers.length, 10)
    const [deposit, transfer, balance, redemption, locked] = answers as Five
    const [seenByPayee, committed, validation, found, institution] = answers.slice(5) as Five
    assert.partialDeepStrictEqual(deposit, { state: 'ISSUED', linkedAccount: { id: '1000000001' } })
    assert.equal(transfer.state, 'COMMITTED')
    assert.partialDeepStrictEqual(balance.balances, [{ asset: 379.5, available: 379.5 }])
    assert.partialDeepStrictEqual(redemption, { state: 'COMPLETED', resolvedBy: 'SOLE_ACCOUNT' })
    assert.partialDeepStrictEqual(locked.balances, [{ locked: 75, available: 254.5 }])
    assert.equal(seenByPayee.state, 'RESERVED')
    assert.equal('transaction' in seenByPayee || 'digitalAssetAccount' in seenByPayee, false)
    assert.partialDeepStrictEqual(committed, { id: seenByPayee.id, state: 'COMMITTED' })
    assert.partialDeepStrictEqual(validation, { nameMatch: 'CMTC', suggestedName: 'Bob Meadows', canReceive: true })
    assert.deepEqual(
      (found.content as { id: string }[]).map(({ id }) => id),
      [committed.id, transfer.id],
    )
    assert.deepEqual(institution.positions, [
      { currency: 'USD', supply: 254.5, backing: 254.5, owed: 195.5, reserved: 0 },
    ])
  })

  test('after a reset they can be pasted again', { skip: isMissing && 'there is no bash with curl' }, async () => {
    await control(running.current, '/sandbox/reset')
    const answers = await paste()
    assert.equal(answers.length, 10)
    assert.equal(answers[0]?.state, 'ISSUED')
  })

  /** What the commands print, each a line of JSON. */
  async function paste(): Promise<Answer[]> {
    const section = /## Digital banking\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
    const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands)
    // The last one is an administrator's.
    const script = blocks.slice(0, -1).join('\n').replaceAll(README_URL, running.current.url)
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` },
      timeout: LIMIT_MS,
    })
    const lines = stdout.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as Answer)
  }
})

type Answer = Record<string, unknown>
type Five = [Answer, Answer, Answer, Answer, Answer]
