// What the limits of a ledger still let be issued of an asset, net of open movements. Asked before a movement begins: what the ledger
// would refuse by a limit is refused before the linked account is debited or tokens are reserved.
//
// A reading serves for a moment, less what was begun here since; one that would refuse is read again first. Two nodes may still
// take the last of a limit at the same time: the ledger then refuses one, which ends as any refused movement does.

import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import type { Database, Statement } from '../../../platform/storage/database.ts'
import { assetIdOf, type DigitalLedger } from '../../ledgers/digital-ledger.ts'

const FRESH_MS = 500
const CALL_LIMIT_MS = 2_000
const CAPACITY = 10_000

interface Kept {
  readonly reading: Promise<bigint | null>
  readonly atMs: number
  /** Begun here since. */
  begunMinor: bigint
}

interface OpenMint {
  readonly amount_minor: bigint
  readonly op_id: string | null
}

/** Movements that will issue of an asset, or may: RESERVED ones and those whose money is on its way included. */
const READ_OPEN_MINTS: Statement = {
  name: 'read-open-token-mints',
  text: `SELECT amount_minor, CASE WHEN work -> 'op' ->> 'leg' IN ('MINT', 'BOTH', 'REMINT') THEN work -> 'op' ->> 'opId' END AS op_id
           FROM token_movements
          WHERE is_open AND currency = $2
            AND (issuer_id = $1 AND (kind = 'DEPOSIT' AND state <> 'COMPENSATING' OR state = 'RETURNING')
                 OR payee_issuer_id = $1 AND issuer_id <> $1 AND state <> 'RELEASING' AND state <> 'RETURNING')`,
}

export class LedgerHeadroom {
  readonly #database: Database
  readonly #kept = new Map<string, Kept>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Whether the ledger's limits have room for an amount. The room is taken: the caller begins with it. */
  async takes(ledger: DigitalLedger, issuerId: string, currency: string, amountMinor: bigint): Promise<boolean> {
    const key = assetIdOf(issuerId, currency)
    for (const mayBeOld of [true, false]) {
      const kept = this.#reading(key, mayBeOld, () => this.#read(ledger, issuerId, currency))
      const headroomMinor = await kept.reading
      if (headroomMinor === null) return true
      if (kept.begunMinor + amountMinor > headroomMinor) continue
      kept.begunMinor += amountMinor
      return true
    }
    return false
  }

  #reading(key: string, mayBeOld: boolean, read: () => Promise<bigint | null>): Kept {
    const known = this.#kept.get(key)
    if (mayBeOld && known !== undefined && monotonicMs() - known.atMs < FRESH_MS) return known
    if (this.#kept.size >= CAPACITY) this.#kept.clear()
    const kept = { reading: read(), atMs: monotonicMs(), begunMinor: 0n }
    this.#kept.set(key, kept)
    kept.reading.catch(() => this.#kept.delete(key))
    return kept
  }

  async #read(ledger: DigitalLedger, issuerId: string, currency: string): Promise<bigint | null> {
    const { rows } = await this.#database.query<OpenMint>(READ_OPEN_MINTS, [issuerId, currency])
    const opIds = rows.flatMap(({ op_id: opId }) => (opId === null ? [] : [opId]))
    const asked = ledger.headroom([assetIdOf(issuerId, currency)], opIds)
    const { headroomMinor, isFinal } = await withTimeout(asked, CALL_LIMIT_MS, () => timedOut('no answer in time'))
    const [limitMinor] = headroomMinor
    if (limitMinor == null) return null
    // What is final is in the headroom already.
    const final = new Set(opIds.filter((_, n) => isFinal[n]))
    return rows.reduce(
      (left, { amount_minor: amountMinor, op_id: opId }) => (final.has(opId ?? '') ? left : left - amountMinor),
      limitMinor,
    )
  }
}
