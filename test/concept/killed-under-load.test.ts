// A process that posts withdrawals, club events and settlements between two institutions is killed under load, repeatedly.
// What it acknowledged is there; events and their journals, and both sides of a settlement, are there or not at all.
// In test-all only: npm test kills the same pipeline in test/crash/gateway-killed.test.ts.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPglite } from '../../src/platform/storage/open-database.ts'
import { NODE_FLAGS } from '../support/gateways/gateway.ts'
import { onDatabaseInDepth } from '../support/machine/database.ts'
import { rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { eventIdOf, institutionOf, kindOfNth, type NthOutcome, rrnOf, seedClubBank } from './club-bank.ts'
import { verifyWithClubs } from './club-checks.ts'

const WORKER = fileURLToPath(new URL('club-worker.ts', import.meta.url))
/** A server outlives the worker and finishes what it was sent, so fewer kills there hit a batch half-way. */
const ROUNDS = { pglite: 2, postgres: rounds(1, 4) }
/** So many of the acknowledged postings are posted again by the next process. */
const REPEATED = 20

onDatabaseInDepth('savings clubs in a process that is killed under load', (engine, open) => {
  let location: string
  /** On PGlite only one process can have the data: opened to look, and closed for the worker. */
  let look: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  const acknowledged = new Map<number, NthOutcome>()

  before(async () => {
    const opened = await open()
    await seedClubBank(opened.database)
    if ('url' in opened.location) {
      location = opened.location.url
      look = (work) => work(opened.database)
    } else {
      const { directory } = opened.location
      location = directory
      await opened.database.close()
      look = async (work) => {
        const database = openPglite(directory)
        try {
          return await work(database)
        } finally {
          await database.close()
        }
      }
    }
  })

  for (let round = 1; round <= ROUNDS[engine]; round++) {
    test(`round ${round}: nothing acknowledged is lost, and nothing is there partially`, async () => {
      const from = Math.max(0, firstUnacknowledged() - REPEATED)
      const earlier = new Map(acknowledged)
      const again = [...earlier].filter(([n, outcome]) => n >= from && outcome !== 'refused').map(([n]) => n)
      const answers = new Map<number, NthOutcome>()
      const worker = startWorker(from, (n, outcome) => {
        answers.set(n, outcome)
        if (!earlier.has(n)) acknowledged.set(n, outcome)
      })
      // Each round is killed at a different point of the load, once all that is repeated has an answer.
      const enough = earlier.size + 60 + round * 37
      const isEnough = () => acknowledged.size >= enough && again.every((n) => answers.has(n))
      await until(() => isEnough() || worker.hasEnded(), 'enough postings are acknowledged')
      await worker.kill()

      await look(async (database) => {
        assert.deepEqual(await verifyWithClubs(database), [])
        const lost = await findLost(database)
        assert.deepEqual(lost, [])
      })
      assert.deepEqual(
        again.filter((n) => answers.get(n) !== 'replayed'),
        [],
        'what was acknowledged before is recognised',
      )
    })
  }

  test('every kind of posting was among them', () => {
    const kinds = new Set([...acknowledged].filter(([, outcome]) => outcome === 'new').map(([n]) => kindOfNth(n)))
    assert.deepEqual([...kinds].sort(), ['event', 'settlement', 'withdrawal'])
  })

  function firstUnacknowledged(): number {
    let n = 0
    while (acknowledged.has(n)) n++
    return n
  }

  /** Acknowledged postings without their row; a settlement has one in each institution. */
  async function findLost(database: Database): Promise<string[]> {
    const { rows } = await database.query<{ key: string }>(
      `SELECT institution_id || ' ' || rrn AS key FROM transactions WHERE response_code = '000'
       UNION ALL
       SELECT institution_id || ' ' || event_id FROM club_events`,
    )
    const there = new Set(rows.map(({ key }) => key))
    return [...acknowledged]
      .filter(([, outcome]) => outcome !== 'refused')
      .flatMap(([n]) => keysOf(n))
      .filter((key) => !there.has(key))
  }

  function startWorker(from: number, onAnswer: (n: number, outcome: NthOutcome) => void) {
    const child = spawn(process.execPath, [...NODE_FLAGS, WORKER, location, String(from)], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // A test that dies must not leave it running.
    const killAtExit = () => child.kill('SIGKILL')
    process.once('exit', killAtExit)
    const complaints: string[] = []
    child.stderr.on('data', (chunk: Buffer) => complaints.push(String(chunk)))
    createInterface(child.stdout).on('line', (line) => {
      const [n, outcome] = line.split(' ')
      onAnswer(Number(n), outcome as NthOutcome)
    })
    const closed = once(child, 'close')
    return {
      hasEnded: () => hasEnded(child),
      async kill() {
        assert.ok(!hasEnded(child), `the ${engine} worker ended by itself:\n${complaints.join('')}`)
        child.kill('SIGKILL')
        await closed
        process.off('exit', killAtExit)
      },
    }
  }
})

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function keysOf(n: number): string[] {
  if (kindOfNth(n) === 'settlement')
    return ['FI001', 'FI002'].map((institutionId) => `${institutionId} ${eventIdOf(n)}`)
  return [`${institutionOf(n)} ${kindOfNth(n) === 'withdrawal' ? rrnOf(n) : eventIdOf(n)}`]
}
