// Every command of the README, of docs/guides and of docs/cores.md, pasted into a shell as a newcomer does, against one seeded sandbox. A
// command that fails, or that the gateway answers with an error, fails its page.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createStore, type Store } from '../support/gateways/gateway.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { freePort } from '../support/machine/free-port.ts'
import { type Block, readBlocks } from '../support/pages/page-blocks.ts'
import { provesMore } from '../support/runner/extent.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LIMIT_MS = 300_000
const PASSWORD = 'Sandbox-Admin-1!'
/** Printed between blocks. */
const SEPARATOR = '\x1e'
const run = promisify(execFile)
const canPaste = spawnSync('bash', ['-c', 'command -v curl']).status === 0

/** Blocks that are run by other tests. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci && npm start\n': 'test/journeys/npm-start.test.ts',
  'npm ci && npm test\n': 'this run',
}

const BLOCKS = readBlocks([join(ROOT, 'README.md'), ...globSync(join(ROOT, 'docs', 'guides', '*.md')).sort()]).filter(
  ({ text }) => !(text in ELSEWHERE),
)
/** The rest of these pages is messages, settings and SQL. */
BLOCKS.push(
  ...readBlocks([join(ROOT, 'docs', 'cores.md'), join(ROOT, 'docs', 'operations', 'runbook.md')]).filter(
    ({ language }) => language === 'sh',
  ),
)

/** What each page must have printed, block by block. */
const EXPECTED: Readonly<Record<string, (printed: readonly string[]) => void>> = {
  'README.md'([withdrawal = '', reversal = '']) {
    for (const answer of [withdrawal, reversal]) {
      assert.partialDeepStrictEqual(JSON.parse(answer), { status: { responseCode: '000' } })
    }
  },
  'signing-in.md'([prompted = '', scripted = '', program = '', mails = '', created = '']) {
    assert.match(prompted, /admin@sandbox\.example/)
    assert.match(scripted, /viewer@sandbox\.example/)
    assert.match(program, /admin@sandbox\.example/)
    assert.ok(Array.isArray(JSON.parse(mails).mails))
    assert.match(created, /you@bank\.example/)
  },
  'taking-a-bank-on.md'([, , institution = '', connected = '', , , loaded = '', withdrawal = '', found = '']) {
    assert.partialDeepStrictEqual(answersIn(institution).at(-1), { data: { ready: false } })
    assert.partialDeepStrictEqual(answersIn(connected).at(-1), { data: { status: 'ACTIVE' } })
    assert.match(loaded, /accounts of FI777: 1 added[\s\S]*cards of FI777: 1 added/)
    const { status, balances } = JSON.parse(withdrawal)
    assert.equal(status.responseCode, '000')
    assert.equal(balances.find(({ type }: { type: string }) => type === 'Balance').amount, 700)
    assert.partialDeepStrictEqual(answersIn(found), [{ data: { totalElements: 1 } }])
  },
  'customers.md'([, account = '', card = '', moves = '', hot = '', corrected = '', entries = '']) {
    assert.partialDeepStrictEqual(answersIn(account), [
      { data: { accountId: '1000000042', version: 1, status: 'OPEN' } },
    ])
    assert.equal(card.trim(), '400000******0101')
    assert.deepEqual(moves.trim().split(/\s+/), ['STOLEN', 'FROZEN', 'OPEN'])
    assert.deepEqual(hot.trim().split(/\s+/), ['400000******9995', 'LIFTED'])
    assert.deepEqual(corrected.trim().split(/\s+/), ['suspense:corrections', 'suspense:corrections'])
    assert.match(entries, /^\d+\s*$/)
  },
  'runbook.md'([, begin = '', core = '', unknown = '', hot = '', lifted = '', ...parts]) {
    assert.match(begin, /^\{"status":"UP"[\s\S]*\}\s*\d+\s*$/)
    assert.partialDeepStrictEqual(answersIn(core), [{ data: { lastTest: { status: 'PASSED' } } }])
    assert.partialDeepStrictEqual(answersIn(unknown), [{ success: true }])
    assert.deepEqual([hot.trim(), lifted.trim()], ['ACTIVE', 'LIFTED'])
    const [off = '', on = '', day = '', held = '', closed = '', client = '', user = '', account = '', ...looks] = parts
    assert.deepEqual([off.trim(), on.trim()], ['INACTIVE', 'ACTIVE'])
    assert.match(day, /"state":"OPEN"/)
    assert.deepEqual(held.trim().split('\n'), ['The last file is late', 'OPEN'])
    assert.match(closed, /^CLOS(ED|ING)\s*$/)
    assert.deepEqual(client.trim().split(/\s+/), ['true', 'true'])
    assert.deepEqual(user.trim().split(/\s+/), ['false', 'true', 'true'])
    assert.deepEqual(account.trim().split(/\s+/), ['FROZEN', 'true', 'OPEN'])
    assert.equal(looks.join('\n').match(/^UP$/gm)?.length, 6)
    const [books = '', corrections = '', cash = '', writtenOff = '', emergency = '', reconciled = ''] = looks.slice(-6)
    assert.match(books, /^the books are right/m)
    assert.deepEqual(corrections.trim().split(/\s+/), ['true', 'true'])
    assert.deepEqual(cash.trim().split(/\s+/), ['true', '20000', '-20'])
    assert.equal(writtenOff.trim(), 'RESOLVED')
    assert.deepEqual(emergency.trim().split(/\s+/), ['0', 'UP'])
    assert.deepEqual(reconciled.trim().split(/\s+/), ['1', '1', '1'])
  },
  'stops.md'([, made = '', ended = '']) {
    assert.match(made, /^\d+\s*$/)
    assert.deepEqual(ended.trim().split(/\s+/), ['ACTIVE', 'LIFTED'])
  },
  'lending.md'([loan = '']) {
    const [signals, decision, accepted, disbursed, repaid, schedule, prepaid, settled, ...rest] = answersIn(loan)
    assert.deepEqual(rest, [])
    assert.partialDeepStrictEqual(signals, { riskGrade: 'A', recommendation: 'APPROVE' })
    assert.partialDeepStrictEqual(decision, { decision: 'APPROVE' })
    assert.partialDeepStrictEqual(accepted, { status: 'ACCEPTED' })
    for (const answer of [disbursed, repaid, schedule, prepaid, settled]) assert.ok(answer)
  },
  'digital-banking.md'([immediate = '', twoPhases = '', searched = '', afterwards = '', failures = '', settings = '']) {
    const [deposit, transfer, balance, redemption] = answersIn(immediate)
    assert.partialDeepStrictEqual(deposit, { state: 'ISSUED', linkedAccount: { id: '1000000001' } })
    assert.partialDeepStrictEqual(transfer, { state: 'COMMITTED' })
    assert.partialDeepStrictEqual(balance, { balances: [{ asset: 379.5, available: 379.5 }] })
    assert.partialDeepStrictEqual(redemption, { state: 'COMPLETED', resolvedBy: 'SOLE_ACCOUNT' })
    const [locked, seenByPayee, committed] = answersIn(twoPhases)
    assert.partialDeepStrictEqual(locked, { balances: [{ locked: 75, available: 254.5 }] })
    assert.partialDeepStrictEqual(seenByPayee, { state: 'RESERVED' })
    assert.equal('transaction' in (seenByPayee ?? {}) || 'digitalAssetAccount' in (seenByPayee ?? {}), false)
    assert.partialDeepStrictEqual(committed, { id: seenByPayee?.id, state: 'COMMITTED' })
    const [validation, found, institution] = answersIn(searched)
    assert.partialDeepStrictEqual(validation, { nameMatch: 'CMTC', suggestedName: 'Bob Meadows', canReceive: true })
    assert.deepEqual(
      ((found?.content ?? []) as { id: string }[]).map(({ id }) => id),
      [committed?.id, transfer?.id],
    )
    const positions = [{ currency: 'USD', supply: 254.5, backing: 254.5, owed: 195.5, reserved: 0, unclaimed: 0 }]
    assert.deepEqual(institution?.positions, positions)
    const [given, returned, relinked, statement] = answersIn(afterwards)
    assert.partialDeepStrictEqual(given, { state: 'COMMITTED', returnOf: { id: committed?.id } })
    assert.partialDeepStrictEqual(returned, { id: committed?.id, returned: 25 })
    assert.partialDeepStrictEqual(relinked, { linkedAccount: { id: '1000000002' }, account: { label: 'Savings' } })
    assert.partialDeepStrictEqual(statement, { content: [{ amount: 25, asset: 279.5 }, {}] })
    const [down, refused, unknown] = answersIn(failures.replaceAll(/^ACTIVE$/gm, ''))
    assert.partialDeepStrictEqual(down, { status: 503, code: 'CORE_UNAVAILABLE' })
    assert.partialDeepStrictEqual(refused, { state: 'RETURNED' })
    assert.partialDeepStrictEqual(unknown, { state: 'CREDIT_RETRY' })
    assert.equal(answersIn(settings).length, 2)
  },
  'rules.md'([checked = '']) {
    assert.match(checked, /limits/)
    assert.match(checked, /"failed": ?\[\]/)
  },
  'configuration-files.md'([, changed = '', carried = '']) {
    const diff = '~ billers FI001 BILLER01\n    name: "City Power" → "City Power and Light"\n'
    const [dry = '', imported = '', ...rest] = changed.split(diff).slice(1)
    assert.deepEqual(rest, [])
    assert.match(dry, /\n0 added, 1 changed; dry run, nothing was written\n$/)
    assert.match(imported, /\n0 added, 1 changed\n$/)
    assert.match(carried, /\n\d+ added, 0 changed; dry run, nothing was written\n[\s\S]*\n\d+ added, 0 changed\n$/)
  },
  'your-own-core.md'([health = '', checked = '', connected = '', withdrawal = '']) {
    assert.match(health, /"UP"/)
    assert.partialDeepStrictEqual(answersIn(connected), [
      { data: { lastTest: { status: 'PASSED' } } },
      { data: { status: 'ACTIVE' } },
    ])
    assert.partialDeepStrictEqual(JSON.parse(withdrawal), { status: { responseCode: '000' } })
    assert.match(checked, /^[1-9]\d* kept, 0 broken, 0 not checked$/m)
  },
  'cores.md'([, connected = '', withdrawal = '']) {
    assert.partialDeepStrictEqual(answersIn(connected), [
      { data: { lastTest: { status: 'PASSED' } } },
      { data: { status: 'ACTIVE' } },
    ])
    assert.partialDeepStrictEqual(JSON.parse(withdrawal), { status: { responseCode: '000' } })
  },
  // Last: it moves the clock and resets what the other pages made, such as the REST core of FI001.
  'sandbox.md'([shown = '', reset = '']) {
    assert.match(shown, /sandbox-atm/)
    assert.match(shown, /"now"/)
    assert.equal(reset.match(/"reset": ?true/g)?.length, 2)
  },
}

withGatewayOn('postgres', 'the guides', (running) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-guides-'))
  /** A database of another environment, without users. */
  let production: Store
  let replaced: readonly (readonly [from: string, to: string])[]

  before(async () => {
    production = await createStore('postgres')
    const key = join(folder, 'master.key')
    writeFileSync(key, randomBytes(32).toString('base64'))
    const { url, managementUrl } = running.current
    const corePort = String(await freePort())
    const hostPort = String(await freePort())
    replaced = [
      ['http://127.0.0.1:8080', url],
      ['http://127.0.0.1:9090', managementUrl],
      ['127.0.0.1:8081', `127.0.0.1:${corePort}`],
      ['--port 8081', `--port ${corePort}`],
      ['./core-data', join(folder, 'core-data')],
      ['8584', hostPort],
      ['./host-data', join(folder, 'host-data')],
      // More patience than people have.
      ['--retry 10', '--retry 120'],
      ['core-check --url', 'core-check --timeout 60000 --url'],
      ['tillgate.js token ', `tillgate.js token --url ${url} `],
      // Without a terminal the password comes from standard input, without echo in any case.
      ['--email admin@sandbox.example)', `--email admin@sandbox.example --password-stdin <<< '${PASSWORD}')`],
      ['stty -echo; ', ''],
      ['stty echo; ', ''],
      ['postgres://…', production.env.DATABASE_URL ?? ''],
      ['/path/to/master.key', key],
    ]
  })

  after(async () => {
    await production?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [page, check] of Object.entries(EXPECTED)) {
    test(`${page}: its commands do what the text says`, {
      skip: !canPaste && 'there is no bash with curl',
    }, async () => {
      check(await paste(page))
    })
  }

  test('after the reset the commands can be pasted again', {
    skip: canPaste ? !provesMore && 'in test-all' : 'there is no bash with curl',
  }, async () => {
    EXPECTED['digital-banking.md']?.(await paste('digital-banking.md'))
  })

  test('no page with a command is left out', () => {
    assert.deepEqual(new Set(BLOCKS.map(({ page }) => page)), new Set(Object.keys(EXPECTED)))
    assert.deepEqual(
      BLOCKS.filter(({ language }) => language !== 'sh'),
      [],
    )
  })

  /** Runs the blocks of a page in one shell. Returns what each printed. */
  async function paste(page: string): Promise<string[]> {
    const commands = BLOCKS.filter((block) => block.page === page).map(translate)
    const script = `set -euo pipefail
      shopt -s inherit_errexit
      trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
      curl() { command curl --fail-with-body --show-error "$@"; }
      ${commands.join(`\nprintf '${SEPARATOR}'\n`)}`
    const pasted = run('bash', ['-c', script], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...running.store.env,
        NODE_OPTIONS: '',
        // For what a page makes by mktemp.
        TMPDIR: folder,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      },
      timeout: LIMIT_MS,
      maxBuffer: 16 * 1024 * 1024,
    })
    pasted.child.stdin?.end('A-first-administrator-1!\n')
    const { stdout } = await pasted.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${page} failed:\n${error.stdout}\n${error.stderr}`)
    })
    return stdout.split(SEPARATOR)
  }

  function translate({ text }: Block): string {
    return replaced.reduce((result, [from, to]) => result.replaceAll(from, to), text)
  }
})

/** The answers among what was printed, each a line of JSON. */
function answersIn(printed: string): Record<string, unknown>[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
