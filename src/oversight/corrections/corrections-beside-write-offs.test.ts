// A suspense account is emptied while an exception is written off on it: in one batch, and on two nodes at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bank, openBank, secretBox } from '../../../test/support/bank/bank.ts'
import { AMOUNT, openExceptions } from '../../../test/support/bank/open-exceptions.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import type { Posting } from '../../ledger/posting.ts'
import { Exceptions } from '../exceptions/exceptions.ts'
import { ResolutionRecords } from '../exceptions/resolution-records.ts'
import { Transactions } from '../transactions/transactions.ts'
import { CorrectionRecords } from './correction-records.ts'
import { Corrections } from './corrections.ts'
import { Suspense } from './suspense.ts'

const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
const ACCOUNT = 'suspense:exceptions'

/** What comes while it is held is posted in one turn, and so in one batch, in the order in which it came. */
class Line {
  isHeld = false
  readonly waiting: (() => void)[] = []
  readonly #pipeline: Bank['pipeline']

  constructor(pipeline: Bank['pipeline']) {
    this.#pipeline = pipeline
  }

  post(posting: Posting): Promise<unknown> {
    if (!this.isHeld) return this.#pipeline.post(posting)
    return new Promise((resolve) => this.waiting.push(() => resolve(this.#pipeline.post(posting))))
  }

  goOn(): void {
    this.isHeld = false
    for (const post of this.waiting.splice(0)) post()
  }
}

onDatabase('corrections beside write-offs', (engine, open) => {
  const suite = openExceptions(open)

  /** A node that resolves exceptions and posts corrections. `held` lets its batches wait once they have locked and read. */
  async function openNode(held = async () => {}) {
    class HeldResolutions extends ResolutionRecords {
      override async open(...args: Parameters<ResolutionRecords['open']>) {
        const batch = await super.open(...args)
        await held()
        return batch
      }
    }
    const { database } = suite
    const [resolutions, records] = [new HeldResolutions(), new CorrectionRecords()]
    const bank = await openBank(database, { owners: [resolutions, records] })
    const { clock, directory } = bank
    clock.moveTo(suite.bank.clock.offsetMs)
    const line = new Line(bank.pipeline)
    const pipeline = line as unknown as Bank['pipeline']
    const corrections = new Corrections({
      database,
      clock,
      directory,
      pipeline,
      records,
      limits: { limitOf: () => 1_000_000n },
      transactions: new Transactions({ database, secretBox }),
      exceptions: { find: async () => ({ institutionId: 'FI001' }) },
    })
    const exceptions = new Exceptions({ database, clock, directory, pipeline, records: resolutions })
    return { bank, line, corrections, exceptions }
  }

  type Node = Awaited<ReturnType<typeof openNode>>

  const balance = async () => {
    const { database, bank } = suite
    const found = await new Suspense({ database, clock: bank.clock }).balances({}, 'FI001')
    return found.find(({ account }) => account === ACCOUNT)?.balanceMinor ?? 0n
  }
  const wanted = (amountMinor: bigint) =>
    ({ institutionId: 'FI001', direction: 'CREDIT', amountMinor, currencyCode: 'USD', reason: 'lost' }) as const
  const empty = ({ corrections }: Node, amountMinor: bigint) =>
    corrections.create(CALLER, { ...wanted(amountMinor), suspenseAccount: ACCOUNT, against: 'expense:losses' })
  const writeOff = ({ exceptions }: Node, id: string) =>
    exceptions.resolve(suite.callerOf(), id, { action: 'WRITE_OFF', reason: 'seen' })

  /** Brings the account to a debt of AMOUNT, and leaves an exception whose write-off takes it away. */
  async function indebted(node: Node): Promise<string> {
    const { found: debt } = await suite.refused()
    node.bank.clock.moveTo(suite.bank.clock.offsetMs)
    await writeOff(node, debt.id)
    assert.equal(await balance(), -AMOUNT)
    const { found } = await suite.late()
    node.bank.clock.moveTo(suite.bank.clock.offsetMs)
    return found.id
  }

  test('a correction that follows a write-off in its batch sees what the write-off has posted', async () => {
    const node = await openNode()
    const id = await indebted(node)
    node.line.isHeld = true
    const written = writeOff(node, id)
    await until(() => node.line.waiting.length === 1, 'the write-off waits')
    const emptied = empty(node, AMOUNT).then(
      () => 'posted',
      (error) => error.reason,
    )
    await until(() => node.line.waiting.length === 2, 'the correction waits behind it')
    node.line.goOn()
    await written
    assert.equal(await emptied, 'corrections.exceeds-suspense')
    assert.equal(await balance(), 0n)
    await node.bank.close()
  })

  const skip = engine === 'pglite' && 'the embedded engine has one connection'
  test('a correction waits for a write-off on another node, and sees it', { skip }, async () => {
    const isRead = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    let holds = false
    const [other, node] = [
      await openNode(async () => {
        if (!holds) return
        isRead.resolve()
        await mayGoOn.promise
      }),
      await openNode(),
    ]
    const id = await indebted(other)
    node.bank.clock.moveTo(suite.bank.clock.offsetMs)
    holds = true
    const written = writeOff(other, id)
    await isRead.promise
    let isSettled = false
    const emptied = empty(node, AMOUNT).finally(() => {
      isSettled = true
    })
    const outcome = emptied.then(
      () => 'posted',
      (error) => error.reason,
    )
    // Without the lock of the suspense account it waits too, for the audit log, but has read the balance by then.
    await until(async () => {
      const { rows } = await suite.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return isSettled || rows.length > 0
    }, 'the correction waits')
    mayGoOn.resolve()
    await written
    assert.equal(await outcome, 'corrections.exceeds-suspense')
    assert.equal(await balance(), 0n)
    await other.bank.close()
    await node.bank.close()
  })
})
