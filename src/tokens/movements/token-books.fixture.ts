// Books of two digital institutions with movements in many states, written as their steps would have posted them.

import type { Entry } from '../../ledger/journal.ts'
import type { Database } from '../../platform/storage/database.ts'
import {
  burnEntries,
  claimEntries,
  fundEntries,
  mintEntries,
  payOutEntries,
  settledOutsideEntries,
  settlementPaidEntries,
  settlementReceivedEntries,
  transferInEntries,
  transferOutEntries,
  unclaimedEntries,
} from './accounts/token-accounts.ts'
import type { Movement, Transfer } from './movement.ts'
import { depositWith, nextMovementId, redemptionWith, storeMovements, transferWith } from './movements.fixture.ts'
import type { JournalKind } from './saga/steps.ts'

const FINAL_AT = new Date('2026-11-16T07:00:01.000Z')
const NEXT_AT = new Date('2026-11-16T07:00:02.000Z')
const LINKED = 'DDA-1'

const OVER = { finalAt: FINAL_AT }
const OPEN = { nextAt: NEXT_AT }
const FAILED = { finalAt: FINAL_AT, outcome: { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' } } as const

interface Posted {
  readonly movement: Movement
  readonly journals: readonly (readonly [JournalKind, readonly Entry[]])[]
  readonly isHeld?: boolean
  /** How its unclaimed money was paid; absent: it waits. */
  readonly payment?: readonly [kind: string, action: string, entries: readonly Entry[]]
}

function books(): readonly Posted[] {
  return [...depositsPosted(), ...redemptionsPosted(), ...transfersPosted()]
}

function depositsPosted(): readonly Posted[] {
  const issued = depositWith({ state: 'ISSUED', amountMinor: 100_000n, ...OVER })
  const mintedLater = depositWith({ state: 'ISSUED', amountMinor: 50_000n, ...OVER })
  const minting = depositWith({ state: 'MINTING', amountMinor: 700n, ...OPEN })
  const refunded = depositWith({ state: 'FAILED', ...FAILED })
  const unclaimed = depositWith({ state: 'FAILED', ...OVER, outcome: { reasonCode: 'FUNDS_UNCLAIMED' } })
  const claimed = depositWith({
    state: 'FAILED',
    amountMinor: 41n,
    ...OVER,
    outcome: { reasonCode: 'FUNDS_UNCLAIMED' },
  })
  return [
    { movement: issued, journals: [['TOKEN_DEPOSIT', [...fundEntries(issued, LINKED), ...mintEntries(issued)]]] },
    {
      movement: mintedLater,
      journals: [
        ['TOKEN_FUNDS', fundEntries(mintedLater, undefined)],
        ['TOKEN_MINT', mintEntries(mintedLater)],
      ],
    },
    { movement: minting, journals: [['TOKEN_FUNDS', fundEntries(minting, LINKED)]] },
    {
      movement: refunded,
      journals: [
        ['TOKEN_FUNDS', fundEntries(refunded, LINKED)],
        ['TOKEN_REFUND', payOutEntries(refunded, LINKED)],
      ],
    },
    {
      movement: unclaimed,
      journals: [
        ['TOKEN_FUNDS', fundEntries(unclaimed, LINKED)],
        ['TOKEN_UNCLAIMED', unclaimedEntries(unclaimed)],
      ],
    },
    {
      movement: claimed,
      journals: [
        ['TOKEN_FUNDS', fundEntries(claimed, LINKED)],
        ['TOKEN_UNCLAIMED', unclaimedEntries(claimed)],
      ],
      payment: ['TOKEN_CLAIM', 'PAY_OUT', claimEntries(claimed, LINKED)],
    },
    { movement: depositWith({ state: 'PENDING', ...OPEN }), journals: [] },
  ]
}

function redemptionsPosted(): readonly Posted[] {
  const givenUp = redemptionWith({
    state: 'RETURNED',
    amountMinor: 42n,
    ...OVER,
    outcome: { reasonCode: 'FUNDS_UNCLAIMED' },
  })
  const redeemed = redemptionWith({ state: 'COMPLETED', amountMinor: 900n, ...OVER })
  const burned = redemptionWith({ state: 'BURNED', amountMinor: 800n, ...OPEN })
  const returned = redemptionWith({ state: 'RETURNED', ...FAILED })
  return [
    {
      movement: givenUp,
      journals: [
        ['TOKEN_BURN', burnEntries(givenUp)],
        ['TOKEN_UNCLAIMED', unclaimedEntries(givenUp)],
      ],
      payment: ['TOKEN_SETTLED_OUTSIDE', 'SETTLED_OUTSIDE', settledOutsideEntries(givenUp)],
    },
    {
      movement: redeemed,
      journals: [['TOKEN_REDEMPTION', [...burnEntries(redeemed), ...payOutEntries(redeemed, LINKED)]]],
    },
    { movement: burned, journals: [['TOKEN_BURN', burnEntries(burned)]] },
    {
      movement: returned,
      journals: [
        ['TOKEN_BURN', burnEntries(returned)],
        ['TOKEN_RETURN', mintEntries(returned)],
      ],
    },
    { movement: redemptionWith({ state: 'BURNING', amountMinor: 10n, ...OPEN }), journals: [], isHeld: true },
  ]
}

function transfersPosted(): readonly Posted[] {
  const committed: Transfer = transferWith({
    state: 'COMMITTED',
    amountMinor: 6_000n,
    decision: { action: 'COMMIT', by: 'COORDINATOR', at: FINAL_AT },
    ...OVER,
  })
  const returnedTransfer = transferWith({
    state: 'RETURNED',
    decision: { action: 'COMMIT', by: 'COORDINATOR', at: FINAL_AT },
    ...FAILED,
  })
  const givenUpTransfer = transferWith({
    state: 'RETURNED',
    amountMinor: 43n,
    decision: { action: 'COMMIT', by: 'COORDINATOR', at: FINAL_AT },
    ...OVER,
    outcome: { reasonCode: 'FUNDS_UNCLAIMED' },
  })
  const aborted = transferWith({
    state: 'ABORTED',
    isTwoPhase: true,
    decision: { action: 'ABORT', by: 'PAYEE', at: FINAL_AT },
    ...FAILED,
  })
  const committing = transferWith({
    state: 'COMMITTING',
    decision: { action: 'COMMIT', by: 'COORDINATOR', at: FINAL_AT },
    amountMinor: 30n,
    ...OPEN,
  })
  return [
    { movement: returnedTransfer, journals: [] },
    {
      movement: givenUpTransfer,
      journals: [['TOKEN_UNCLAIMED', [...burnEntries(givenUpTransfer), ...unclaimedEntries(givenUpTransfer)]]],
    },
    {
      movement: committed,
      journals: [
        ['TOKEN_TRANSFER_OUT', transferOutEntries(committed)],
        ['TOKEN_TRANSFER_IN', transferInEntries({ ...committed, ...committed.payee })],
      ],
    },
    { movement: aborted, journals: [] },
    { movement: committing, journals: [], isHeld: true },
    { movement: transferWith({ state: 'RESERVED', isTwoPhase: true, amountMinor: 20n }), journals: [], isHeld: true },
    { movement: transferWith({ state: 'REJECTED', ...FAILED }), journals: [] },
  ]
}

/** A bank BANK-1 with the linked account DDA-1, and a second institution that keeps its books under its own id. */
export async function storeTokenBooks(database: Database): Promise<void> {
  const { issuerId, accountId, payee } = transferWith()
  for (const account of [
    { bookId: 'BANK-1', accountId, issuerId, partnerId: 'PARTNER-1' },
    { bookId: payee.bookId, accountId: payee.accountId, issuerId: payee.issuerId, partnerId: payee.partnerId },
  ]) {
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                     state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by,
                                     updated_by)
       VALUES ($1, $2::uuid, $3::uuid, $2::uuid, $4, 'USD', $5, 'ACTIVE', '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [account.bookId, account.accountId, account.issuerId, account.partnerId, LINKED],
    )
    await storeAccount(database, account.bookId, account.accountId, 'TOKENS', 0)
  }
  await storeAccount(database, 'BANK-1', LINKED, 'DDA', 1_000_000)
  for (const posted of books()) await storePosted(database, posted)
  await storeSettlement(database)
}

/** A part of what BANK-1 owes for the transfer that was committed. */
async function storeSettlement(database: Database): Promise<void> {
  const { issuerId, payee, currency } = transferWith()
  const moved = { currency, amountMinor: 2_000n }
  const paid = settlementPaidEntries({ issuerId, ...moved })
  const received = settlementReceivedEntries({ issuerId: payee.issuerId, ...moved })
  for (const [institutionId, bookId] of [
    [issuerId, 'BANK-1'],
    [payee.issuerId, payee.bookId],
  ]) {
    await database.query(
      `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, search_words,
                                         transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
       VALUES ($1, $2, 'P', 'Bank', 'US', '{USD}', 'ACTIVE', '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [institutionId, bookId],
    )
  }
  await database.query(
    `INSERT INTO digital_settlements (settlement_id, payer_institution_id, payee_institution_id, payer_book_id, payee_book_id,
                                      currency, amount_minor, external_reference, value_date, payer_journal_id,
                                      payee_journal_id, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, 'BANK-1', $4, 'USD', 2000, 'RTGS-1', '2026-11-16', $5, $6, now(), now(), 'p', 'p')`,
    [
      nextMovementId(),
      issuerId,
      payee.issuerId,
      payee.bookId,
      await storeJournal(database, 'BANK-1', 'TOKEN_SETTLEMENT_PAID', paid),
      await storeJournal(database, payee.bookId, 'TOKEN_SETTLEMENT_RECEIVED', received),
    ],
  )
}

async function storeAccount(
  database: Database,
  bookId: string,
  accountId: string,
  type: string,
  overdraftMinor: number,
): Promise<void> {
  await database.query(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                           branch_id, overdraft_minor)
     VALUES ($1, $2, 'C1', $3, 'test', 'USD', '00', '001', $4)`,
    [bookId, accountId, type, overdraftMinor],
  )
}

async function storePosted(database: Database, { movement, journals, isHeld, payment }: Posted): Promise<void> {
  const journalIds: string[] = []
  let payeeJournalId: string | undefined
  for (const [kind, entries] of journals) {
    const isPayees = kind === 'TOKEN_TRANSFER_IN' && movement.kind === 'TRANSFER'
    const journalId = await storeJournal(database, isPayees ? movement.payee.bookId : movement.bookId, kind, entries)
    if (isPayees) payeeJournalId = journalId
    else journalIds.push(journalId)
  }
  const payees = payeeJournalId === undefined ? {} : { payeeJournalId }
  await storeMovements(database, { ...movement, journalIds, ...payees } as Movement)
  if (movement.outcome?.reasonCode === 'FUNDS_UNCLAIMED') {
    const [kind, action, entries] = payment ?? []
    const journalId = kind === undefined ? null : await storeJournal(database, movement.bookId, kind, entries ?? [])
    await database.query(
      `INSERT INTO token_exceptions (institution_id, exception_id, movement_id, kind, detail, recorded_at, action, journal_id, ended_at)
       VALUES ($1, $2::uuid, $3::uuid, 'FUNDS_UNCLAIMED', 'test', now(), $4, $5::uuid,
               CASE WHEN $5::uuid IS NOT NULL THEN now() END)`,
      [movement.bookId, nextMovementId(), movement.movementId, action ?? null, journalId],
    )
  }
  if (isHeld !== true) return
  await database.query(
    `INSERT INTO holds (institution_id, hold_id, account_id, transaction_id, amount_minor, release_on)
     VALUES ($1, $2::uuid, $3, $4::uuid, $5, '99991231')`,
    [movement.bookId, nextMovementId(), movement.accountId, movement.movementId, movement.amountMinor],
  )
  await database.query(
    'UPDATE accounts SET held_minor = held_minor + $3 WHERE institution_id = $1 AND account_id = $2',
    [movement.bookId, movement.accountId, movement.amountMinor],
  )
}

async function storeJournal(
  database: Database,
  bookId: string,
  kind: string,
  entries: readonly Entry[],
): Promise<string> {
  const journalId = nextMovementId()
  await database.query(
    `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies,
                           amounts_minor)
     VALUES ($1, $2::uuid, $3, '20261116', now(), $4, $5::text[], $6::text[], $7::bigint[])`,
    [
      bookId,
      journalId,
      kind,
      entries.map((entry) => entry.book).join(''),
      entries.map((entry) => entry.account),
      entries.map((entry) => entry.currency),
      entries.map((entry) => entry.amountMinor),
    ],
  )
  for (const { book, account, currency, amountMinor } of entries) {
    if (book === 'C') {
      await database.query(
        'UPDATE accounts SET balance_minor = balance_minor + $3 WHERE institution_id = $1 AND account_id = $2',
        [bookId, account, amountMinor],
      )
    } else {
      await database.query(
        `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
         VALUES ($1, $2::uuid, $3, $4, $5)`,
        [bookId, nextMovementId(), account, currency, amountMinor],
      )
    }
  }
  return journalId
}
