// The background inquiry: asks remote cores for unknown outcomes and settles the orders that the core has executed. An
// order that the core does not know stays unknown, because its caller may still repeat it.

import type { PostingPipeline } from '../../../ledger/post.ts'
import { workByOwner } from '../../../platform/jobs/work-by-owner.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import type { CoreOutcome } from '../../core/outcome.ts'
import type { RemoteCore } from '../../core/remote-core.ts'
import type { SettlePosting } from './remote-posting.ts'
import type { RemoteRecords } from './remote-records.ts'

export interface SettleUnknownOptions {
  readonly database: Database
  readonly clock: Clock
  readonly pipeline: PostingPipeline
  readonly records: RemoteRecords
  /** The institution's current core; undefined when it is not a remote one. */
  coreOf(institutionId: string): RemoteCore | undefined
  /** Orders of one run. */
  readonly perRun?: number
}

const EVERY_MS = 10_000
/** Younger ones are probably still in flight. */
const MIN_AGE_MS = 30_000
const PER_RUN = 200

interface UnknownRow {
  institution_id: string
  partner_id: string
  rrn: string
  account_id: string
  transaction_id: string
  recorded_at: Date
}

export function settleUnknownSweep(options: SettleUnknownOptions): Sweep {
  const { perRun = PER_RUN } = options
  let after = START
  return {
    name: 'settle-unknown-outcomes',
    everyMs: EVERY_MS,
    // Each run takes the next few rows, and starts over after the last.
    async run() {
      const rows = await readUnknown(options, after, perRun)
      const last = rows.at(-1)
      after = rows.length < perRun || last === undefined ? START : positionOf(last)
      await settleEach(rows, options)
    },
  }
}

interface Position {
  readonly recordedAt: string
  readonly transactionId: string
}

const START: Position = {
  recordedAt: '1970-01-01T00:00:00Z',
  transactionId: '00000000-0000-0000-0000-000000000000',
}

function positionOf(row: UnknownRow): Position {
  return { recordedAt: row.recorded_at.toISOString(), transactionId: row.transaction_id }
}

/** On distributed books each institution is asked at its server: one that is down holds up no other. */
async function readUnknown(options: SettleUnknownOptions, after: Position, count: number): Promise<UnknownRow[]> {
  const { database } = options
  if (!database.isDistributed) return readNext(options, after, count)
  const rows: UnknownRow[] = []
  for (const institutionId of await institutionsWith(database, `transactions WHERE response_code = '911'`))
    rows.push(...(await readNext(options, after, count, institutionId)))
  return rows.sort(byPosition).slice(0, count)
}

async function readNext(
  { database, clock }: SettleUnknownOptions,
  after: Position,
  count: number,
  institutionId?: string,
): Promise<UnknownRow[]> {
  const ofInstitution = institutionId === undefined ? '' : 'AND institution_id = $5'
  const { rows } = await database.query<UnknownRow>(
    `SELECT institution_id, partner_id, rrn, account_id, transaction_id, recorded_at
       FROM transactions
      WHERE response_code = '911' AND recorded_at < $1 AND (recorded_at, transaction_id) > ($2, $3::uuid) ${ofInstitution}
      ORDER BY recorded_at, transaction_id
      LIMIT $4`,
    [
      isoTimestamp(clock.now() - MIN_AGE_MS),
      after.recordedAt,
      after.transactionId,
      count,
      ...(institutionId === undefined ? [] : [institutionId]),
    ],
  )
  return rows
}

function byPosition(one: UnknownRow, other: UnknownRow): number {
  const [first, second] = [positionOf(one), positionOf(other)]
  if (first.recordedAt !== second.recordedAt) return first.recordedAt < second.recordedAt ? -1 : 1
  return first.transactionId < second.transactionId ? -1 : 1
}

function settleEach(rows: readonly UnknownRow[], options: SettleUnknownOptions): Promise<void> {
  return workByOwner(rows, {
    failed: 'some outcomes that a core has told cannot be recorded',
    ownerOf: (row) => row.institution_id,
    async run(row) {
      const outcome = await askCore(row, options)
      if (outcome !== undefined)
        await options.pipeline.post(settlement(row, outcome, options.records)).catch(recordLater)
    },
  })
}

/** However it fails, the core cannot be asked now. */
async function askCore(
  { institution_id: institutionId, transaction_id: reference }: UnknownRow,
  { coreOf }: SettleUnknownOptions,
): Promise<CoreOutcome | undefined> {
  try {
    return await coreOf(institutionId)?.find(institutionId, reference)
  } catch (error) {
    throw unavailable('the core cannot be asked', error)
  }
}

/** The core has answered: what keeps its outcome from being recorded is no reason to leave it alone. */
function recordLater(error: unknown): never {
  throw new Error('an outcome cannot be recorded', { cause: error })
}

function settlement(row: UnknownRow, outcome: CoreOutcome, owner: RemoteRecords): SettlePosting {
  return {
    kind: 'settle',
    owner,
    institutionId: row.institution_id,
    accountIds: [],
    partnerId: row.partner_id,
    rrn: row.rrn,
    accountId: row.account_id,
    transactionId: row.transaction_id,
    outcome,
  }
}
