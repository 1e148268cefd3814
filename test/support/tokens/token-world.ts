// A world of token banks on one database: several may be open at once, like nodes, with one clock, one chain and one remote
// core. Time passes when the test says so, or when a coordinator pauses.

import assert from 'node:assert/strict'
import { verifyBooks } from '../../../src/app/wire/verification.ts'
import { FakeCore } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import { MovableClock, systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { balanceOf } from '../../../src/tokens/ledgers/conformance/single-calls.fixture.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import { DatabaseChainStore } from '../../../src/tokens/ledgers/simulated/chain-store.ts'
import { SimulatedChain } from '../../../src/tokens/ledgers/simulated/simulated-chain.ts'
import {
  type NewParty,
  newParty,
  openTokenBank,
  type Party,
  type TokenBank,
  type TokenBankOptions,
} from './token-bank.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const MAX_ROUNDS = 200
const ROUND_MS = 1_000

export class TokenWorld {
  readonly database: Database
  readonly clock = new MovableClock(systemClock)
  readonly core = new FakeCore()
  readonly chain: Mutable<Partial<ChainSettings>> = {}
  readonly defects: unknown[] = []
  readonly #ledgers = new Map<string, LedgerName>()

  constructor(database: Database) {
    this.database = database
  }

  /** Another node. */
  async open(options: TokenBankOptions = {}, database = this.database): Promise<TokenBank> {
    const bank = await openTokenBank(database, {
      clock: this.clock,
      core: this.core,
      chain: this.chain,
      onDefect: (error) => this.defects.push(error),
      ...options,
      coordination: { pause: async (ms) => this.pass(ms), ...options.coordination },
    })
    for (const [institutionId, ledger] of this.#ledgers) bank.ledgers.set(institutionId, ledger)
    return bank
  }

  async party(bank: TokenBank, wanted: NewParty = {}): Promise<Party> {
    const party = await newParty(bank, wanted)
    this.#ledgers.set(party.institutionId, wanted.ledger ?? 'builtin')
    return party
  }

  pass(ms: number): void {
    this.clock.moveTo(this.clock.offsetMs + Math.ceil(ms))
  }

  /** Drives everything that is open to its end. Transfers that await a decision stay as they are until they expire. */
  async finish(...banks: readonly TokenBank[]): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await Promise.all(
        banks.map(async ({ coordinator }) => {
          await coordinator.resumeAll()
          await coordinator.run()
        }),
      )
      if ((await this.openWork()) === 0) return
      // Short of an expiry: that would decide transfers.
      this.pass(round < 20 ? 20 : ROUND_MS)
    }
    const { rows } = await this.database.query('SELECT kind, state, work FROM token_movements WHERE is_open')
    assert.fail(`movements never end: ${JSON.stringify(rows)}`)
  }

  async openWork(): Promise<number> {
    const { rows } = await this.database.query<{ open: bigint }>(
      `SELECT count(*) AS open FROM token_movements
        WHERE is_open AND NOT (state = 'RESERVED' AND expires_at > $1::timestamptz)`,
      [new Date(this.clock.now()).toISOString()],
    )
    return Number(rows[0]?.open ?? 0n)
  }

  async assertBooks(): Promise<void> {
    assert.deepEqual(await this.database.transaction((sql) => verifyBooks(sql)), [])
    assert.deepEqual(this.defects, [])
  }

  /** Once nothing is open, every ledger says what the book says. */
  async assertLedgersAgree(): Promise<void> {
    const chain = new SimulatedChain(new DatabaseChainStore(this.database), {
      clock: this.clock,
      settings: () => ({ ...DEFAULT_CHAIN_SETTINGS, blockMs: 1 }),
    })
    const { rows: held } = await this.database.query<HeldRow>(
      `SELECT d.account_id::text, d.institution_id::text || ':' || d.currency AS asset_id, a.balance_minor, a.held_minor,
              b.balance_minor AS builtin_minor, b.held_minor AS builtin_held_minor
         FROM digital_accounts d
         JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
         LEFT JOIN builtin_ledger_accounts b ON b.institution_id = a.institution_id AND b.account_id = d.account_id`,
    )
    for (const { account_id: accountId, asset_id: assetId, ...row } of held) {
      const below =
        row.builtin_minor === null
          ? await balanceOf(chain, { accountId, assetId }, 'FINAL')
          : { balanceMinor: row.builtin_minor, heldMinor: row.builtin_held_minor }
      assert.deepEqual(below, { balanceMinor: row.balance_minor, heldMinor: row.held_minor }, `account ${accountId}`)
    }
  }

  /** What is in the linked account of a party, wherever it is kept. */
  async linkedMinor(party: Party): Promise<bigint> {
    if (party.bookId.startsWith('FI')) return this.core.balances.get(party.linkedAccountId) ?? 100_000n
    const { rows } = await this.database.query<{ balance_minor: bigint }>(
      'SELECT balance_minor FROM accounts WHERE institution_id = $1 AND account_id = $2',
      [party.bookId, party.linkedAccountId],
    )
    return rows[0]?.balance_minor ?? 0n
  }

  /** Makes the linked account refuse everything, or accept again. */
  async block(party: Party, isBlocked: boolean): Promise<void> {
    await this.database.query('UPDATE accounts SET risk_flag = $3 WHERE institution_id = $1 AND account_id = $2', [
      party.bookId,
      party.linkedAccountId,
      isBlocked ? 'DO_NOT_HONOUR' : null,
    ])
  }
}

interface HeldRow {
  readonly account_id: string
  readonly asset_id: string
  readonly balance_minor: bigint
  readonly held_minor: bigint
  readonly builtin_minor: bigint | null
  readonly builtin_held_minor: bigint | null
}
