// The statements that every transaction of a batch begins and ends with, whether it posts or only inquires.

import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Statement } from '../../platform/storage/database.ts'

const BEGIN: Statement = { name: 'begin', text: 'BEGIN' }
export const COMMIT: Statement = { name: 'commit', text: 'COMMIT' }

// Every lookup of a batch is by key, so one generic plan serves all values, and no table is read whole: a plan made for an
// empty table would go on reading it whole while it grows. A wait for a lock times out before the caller
// does. A batch notes its changes of transactions itself, so the trigger of older nodes leaves them alone (migration 0058).
const BATCH_SETTINGS: Statement = {
  name: 'batch-settings',
  text: `SELECT set_config('statement_timeout', '6s', true), set_config('plan_cache_mode', 'force_generic_plan', true),
                set_config('tillgate.writer', 'node', true), set_config('enable_seqscan', 'off', true)`,
}

// Distributed books have no triggers, and no generic plan for statements that name the shard by a parameter.
const DISTRIBUTED_BATCH_SETTINGS: Statement = {
  name: 'distributed-batch-settings',
  text: `SELECT set_config('statement_timeout', '6s', true), set_config('enable_seqscan', 'off', true)`,
}

/** Begins the transaction of a batch. */
export function begin(trip: Trip): Promise<unknown> {
  return Promise.all([trip.ask(BEGIN), trip.ask(trip.isDistributed ? DISTRIBUTED_BATCH_SETTINGS : BATCH_SETTINGS)])
}
