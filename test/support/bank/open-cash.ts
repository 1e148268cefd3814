// Cash of terminals for tests: a bank whose terminals are loaded, used and counted.

import { Terminals } from '../../../src/administration/institutions/terminals/terminals.ts'
import { openRemoteChannel } from '../../../src/app/wire/rooms/bank.ts'
import { ChannelClient } from '../../../src/channels/channel/conformance/channel-client.ts'
import type { FakeCore } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import { CashDifferences } from '../../../src/oversight/cash/cash-differences.ts'
import type { CashKind } from '../../../src/oversight/cash/cash-movement.ts'
import { CashRecords } from '../../../src/oversight/cash/cash-records.ts'
import { cashOfTerminals, TerminalCash, type WantedMovement } from '../../../src/oversight/cash/terminal-cash.ts'
import { CorrectionRecords } from '../../../src/oversight/corrections/correction-records.ts'
import { Corrections } from '../../../src/oversight/corrections/corrections.ts'
import { Exceptions } from '../../../src/oversight/exceptions/exceptions.ts'
import { ResolutionRecords } from '../../../src/oversight/exceptions/resolution-records.ts'
import { Transactions } from '../../../src/oversight/transactions/transactions.ts'
import type { Scope } from '../../../src/platform/kernel/scope.ts'
import type { Clock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { type BankOptions, openBank, plainAccount, SANDBOX, secretBox } from './bank.ts'

export const OPERATOR = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }

export interface CashBankOptions extends BankOptions {
  readonly clock?: Clock
  /** The institution is at this other core. */
  readonly core?: FakeCore
  /** Banks on one database after each other: RRNs and accounts that were not used before. */
  readonly rrnsFrom?: number
  readonly accountsFrom?: number
}

export async function openCashBank(database: Database, options: CashBankOptions = {}) {
  const { core, rrnsFrom = 0, accountsFrom = 0, ...bankOptions } = options
  const owners = { cash: new CashRecords(), corrections: new CorrectionRecords(), resolutions: new ResolutionRecords() }
  const bank = await openBank(database, { ...bankOptions, owners: Object.values(owners) })
  const { clock, pipeline } = bank
  const directory =
    core === undefined
      ? bank.directory
      : {
          ...bank.directory,
          institution(institutionId: string) {
            const found = bank.directory.institution(institutionId)
            return found && { ...found, coreType: 'REST' as const }
          },
        }
  const channel = core === undefined ? bank.channel : openRemoteChannel(core, { ...bank, secretBox })
  let used = accountsFrom
  const newAccount = () => plainAccount(used++)
  // Each has RRNs of its own.
  const partnerIds = core === undefined ? (['PARTNER01', 'PARTNER02'] as const) : (['PARTNER02', 'PARTNER01'] as const)
  const desk = new ChannelClient({ ...SANDBOX, channel, partnerIds, newAccount })
  desk.skipTo(rrnsFrom)
  const terminals = new Terminals({
    database,
    clock,
    secretBox,
    directory: bank.directory,
    cash: cashOfTerminals(clock, directory),
  })
  const cash = new TerminalCash({ database, clock, directory, pipeline, records: owners.cash, terminals })
  const differences = new CashDifferences({ directory, pipeline, records: owners.cash })
  const exceptions = new Exceptions({
    database,
    clock,
    directory,
    pipeline,
    records: owners.resolutions,
    cash: differences,
  })
  const corrections = new Corrections({
    database,
    clock,
    directory,
    pipeline,
    records: owners.corrections,
    limits: { limitOf: () => 10_000_000n },
    transactions: new Transactions({ database, secretBox }),
    exceptions,
  })

  async function idOf(terminalId: string): Promise<string> {
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM terminals WHERE institution_id = 'FI001' AND terminal_id = $1`,
      [terminalId],
    )
    return rows[0]?.id ?? ''
  }

  /** A terminal of its own, in service. */
  async function newTerminal(terminalId: string, more: object = {}): Promise<string> {
    const { id } = await terminals.create(OPERATOR, {
      terminalId,
      institutionId: 'FI001',
      acceptorId: 'ACC',
      kind: 'ATM',
      location: 'Lobby',
      branchId: '001',
      ...more,
    })
    await terminals.setActive(OPERATOR, id, true)
    return id
  }

  let references = 0
  /** Records a movement now, unless `more` says otherwise. */
  function move(id: string, kind: CashKind, amountMinor: bigint, more: Partial<WantedMovement> = {}) {
    return cash.record(OPERATOR, id, {
      kind,
      currencyCode: 'USD',
      amountMinor,
      reference: `REF-${++references}`,
      atMs: clock.now(),
      ...more,
    })
  }

  /** In cents, or undefined when no movement names the currency. */
  async function expected(id: string, currency = 'USD', scope: Scope = {}): Promise<bigint | undefined> {
    const read = await cash.read(scope, id, {})
    return read.expected.find((one) => one.currency === currency)?.expectedMinor
  }

  async function entriesOf(journalId: string): Promise<string[]> {
    const { rows } = await database.query<{ account: string; amount_minor: bigint }>(
      'SELECT account, amount_minor FROM entries WHERE journal_id = $1 ORDER BY line',
      [journalId],
    )
    return rows.map((row) => `${row.account} ${row.amount_minor}`)
  }

  async function openDifferences(terminalId: string) {
    const filter = { kind: ['CASH_DIFFERENCE' as const], state: ['OPEN' as const], search: terminalId }
    const { items } = await exceptions.list({}, filter, { page: 1, size: 200 })
    return items.flatMap((item) => ('cash' in item && item.cash.terminalId === terminalId ? [item] : []))
  }

  return {
    ...{ bank, clock, desk, terminals, cash, exceptions, corrections },
    ...{ newAccount, newTerminal, idOf, move, expected, entriesOf, openDifferences },
    accountAt: (n: number) => plainAccount((accountsFrom + n) % 400),
    close: () => bank.close(),
  }
}

export type CashBank = Awaited<ReturnType<typeof openCashBank>>
