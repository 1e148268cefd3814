// Exceptions of a bank for tests: orders that become one of each kind. `verify` runs after every test.

import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { openRemoteChannel } from '../../../src/app/wire/rooms/bank.ts'
import { verifyBooks } from '../../../src/app/wire/verification.ts'
import type { Sent } from '../../../src/channels/channel/channel.ts'
import { ChannelClient } from '../../../src/channels/channel/conformance/channel-client.ts'
import { FakeCore } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import type { AnyOrder, Order } from '../../../src/channels/core/core.ts'
import type { ExceptionKind, ResolvingAction } from '../../../src/oversight/exceptions/exception-kinds.ts'
import type { ExceptionRecord } from '../../../src/oversight/exceptions/exception-records.ts'
import { Exceptions, type RequestedResolution } from '../../../src/oversight/exceptions/exceptions.ts'
import { ResolutionRecords } from '../../../src/oversight/exceptions/resolution-records.ts'
import type { Scope } from '../../../src/platform/kernel/scope.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { TestDatabase } from '../machine/database.ts'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from './bank.ts'

const PARTNERS = ['PARTNER01', 'PARTNER01-2'] as const
export const AMOUNT = 2_000n
export const SUB_TENANT = '019b0000-0000-7000-8000-0000000000a1'
/** Longer than the reversal window. */
export const LATER_MS = 25 * HOUR_MS

export function openExceptions(open: () => Promise<TestDatabase>) {
  let database: Database
  let bank: Bank
  let exceptions: Exceptions
  let desk: ChannelClient
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 500)
    await database.query(`UPDATE institutions SET reversal_force = false, reversal_window_hours = 24`)
    await database.query(
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email, status)
       VALUES ($1, 'FI001', 'SUB', 'Sub', 'sub@bank.example', 'ACTIVE')`,
      [SUB_TENANT],
    )
    ;({ bank, exceptions } = await openNode())
    desk = deskOf(bank)
  })
  after(() => bank.close())
  afterEach(async () => assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), []))

  async function openNode() {
    const records = new ResolutionRecords()
    const opened = await openBank(database, { owners: [records] })
    const { clock, directory, pipeline } = opened
    return { bank: opened, exceptions: new Exceptions({ database, clock, directory, pipeline, records }) }
  }

  function deskOf({ channel }: Pick<Bank, 'channel'>): ChannelClient {
    return new ChannelClient({ ...SANDBOX, channel, partnerIds: PARTNERS, newAccount })
  }

  function newAccount(): string {
    return plainAccount(accounts++)
  }

  function passes(ms: number): void {
    bank.clock.moveTo(bank.clock.offsetMs + ms)
  }

  function callerOf(scope: Scope = {}, email = 'operator@bank.example') {
    return { principal: { scope }, actor: { email } }
  }

  function resolve(
    found: ExceptionRecord,
    action: ResolvingAction,
    more: Partial<RequestedResolution> = {},
    scope = {},
  ) {
    return exceptions.resolve(callerOf(scope), found.id, { action, reason: 'seen', ...more })
  }

  async function exceptionOf({ rrn }: { readonly rrn: string }): Promise<ExceptionRecord | undefined> {
    const { items } = await exceptions.list({}, { search: rrn }, { page: 1, size: 10 })
    return items
      .flatMap((item) => ('transaction' in item ? [item] : []))
      .find(({ transaction }) => transaction.rrn === rrn)
  }

  async function expected(order: { readonly rrn: string }, kind: ExceptionKind): Promise<ExceptionRecord> {
    const found = await exceptionOf(order)
    assert.deepEqual([found?.kind, found?.state], [kind, 'OPEN'])
    return found as ExceptionRecord
  }

  async function reversedOf({ rrn }: { readonly rrn: string }): Promise<bigint | undefined> {
    const { rows } = await database.query<{ reversed_minor: bigint }>(
      'SELECT reversed_minor FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.reversed_minor
  }

  async function idOf({ rrn }: { readonly rrn: string }): Promise<string> {
    const { rows } = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.transaction_id ?? ''
  }

  async function entriesOf(journalId: string | undefined): Promise<string[]> {
    const { rows } = await database.query<{ account: string; amount_minor: bigint }>(
      'SELECT account, amount_minor FROM entries WHERE journal_id = $1 ORDER BY line',
      [journalId],
    )
    return rows.map((row) => `${row.account} ${row.amount_minor}`)
  }

  /** A reversal that came too late, and its original. */
  async function late(make: (account: string) => Sent<Order> = (account) => desk.withdrawal(account, AMOUNT)) {
    const original = make(newAccount())
    const { authId } = await desk.approve(original)
    passes(LATER_MS)
    const reversal = desk.reversal(original, { authId })
    await desk.decline(reversal, '188')
    return { original, reversal, found: await expected(reversal, 'LATE') }
  }

  /** A reversal of a deposit whose money is gone. */
  async function refused() {
    const original = desk.cashDeposit(newAccount(), AMOUNT)
    const { authId } = await desk.approve(original)
    const drain = desk.transfer(original.accountId, newAccount(), SANDBOX.openingMinor + AMOUNT)
    await desk.approve(drain)
    const reversal = desk.reversal(original, { authId })
    await desk.decline(reversal, '110')
    return { original, reversal, drain, found: await expected(reversal, 'REFUSED') }
  }

  /** A reversal without an original. */
  async function unmatched(account = newAccount()) {
    const reversal = desk.reversal(desk.withdrawal(account, AMOUNT))
    await desk.decline(reversal, '914')
    return { reversal, found: await expected(reversal, 'UNMATCHED') }
  }

  /** An order to a remote core that did not answer. */
  async function unknown(
    core = new FakeCore(),
    make = (account: string): Sent<AnyOrder> => desk.withdrawal(account, AMOUNT),
  ) {
    const remote = deskOf({ channel: openRemoteChannel(core, { ...bank, secretBox }) } as Pick<Bank, 'channel'>)
    const order = make(newAccount())
    core.otherwise = 'lost'
    await assert.rejects(remote.send(order), { kind: 'timeout' })
    assert.equal(await exceptionOf(order), undefined)
    passes(16 * MINUTE_MS)
    return { order, remote, core, found: await expected(order, 'UNKNOWN') }
  }

  return {
    get database() {
      return database
    },
    get bank() {
      return bank
    },
    get exceptions() {
      return exceptions
    },
    get desk() {
      return desk
    },
    get accounts() {
      return accounts
    },
    openNode,
    deskOf,
    newAccount,
    passes,
    callerOf,
    resolve,
    exceptionOf,
    expected,
    reversedOf,
    idOf,
    entriesOf,
    late,
    refused,
    unmatched,
    unknown,
  }
}
