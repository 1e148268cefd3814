// Movements for tests, and their way into the database.

import type { Database } from '../../platform/storage/database.ts'
import type { Deposit, Movement, Redemption, Transfer } from './movement.ts'
import { COPY_MOVEMENTS, movementRow } from './movement-codec.ts'
import { homeSteps } from './movement-homes.ts'

const BASE = {
  bookId: 'BANK-1',
  partnerId: 'PARTNER-1',
  issuerId: '01970000-0000-7000-8000-0000000000a1',
  accountId: '01970000-0000-7000-8000-0000000000b1',
  currency: 'USD',
  amountMinor: 12_345n,
  work: {},
  journalIds: [],
  content: Buffer.alloc(32, 7),
  channelType: 'API',
  version: 1,
  createdAt: new Date('2026-11-16T07:00:00.001Z'),
  updatedAt: new Date('2026-11-16T07:00:00.002Z'),
  createdBy: 'PARTNER-1',
}

let made = 0

/** An id that no other movement of the test has. */
export function nextMovementId(): string {
  made += 1
  return `01970000-0000-7000-9000-${made.toString(16).padStart(12, '0')}`
}

export function depositWith(fields: Partial<Deposit> = {}): Deposit {
  const movementId = nextMovementId()
  return {
    ...BASE,
    kind: 'DEPOSIT',
    state: 'PENDING',
    movementId,
    ref: `ref-${movementId}`,
    linkedAccountId: 'DDA-1',
    ...fields,
  }
}

export function redemptionWith(fields: Partial<Redemption> = {}): Redemption {
  const movementId = nextMovementId()
  return {
    ...BASE,
    kind: 'REDEMPTION',
    state: 'PENDING',
    movementId,
    ref: `ref-${movementId}`,
    linkedAccountId: 'DDA-1',
    resolvedBy: 'REQUEST',
    ...fields,
  }
}

export function transferWith(fields: Partial<Transfer> = {}): Transfer {
  const movementId = nextMovementId()
  return {
    ...BASE,
    kind: 'TRANSFER',
    state: 'RECEIVED',
    movementId,
    ref: `ref-${movementId}`,
    payee: {
      bookId: 'BANK-2',
      issuerId: '01970000-0000-7000-8000-0000000000a2',
      accountId: '01970000-0000-7000-8000-0000000000b2',
      partnerId: 'PARTNER-2',
    },
    isTwoPhase: false,
    ...fields,
  }
}

export async function storeMovements(database: Database, ...movements: readonly Movement[]): Promise<void> {
  const session = await database.connect()
  try {
    const copied = { statement: COPY_MOVEMENTS, values: [], rows: movements.map(movementRow).join('') }
    await session.roundTrip([copied, ...(database.isDistributed ? homeSteps(movements, []) : [])])
  } finally {
    session.release()
  }
}
