// What a remote core has booked, compared with the outcomes that channels were given and with the gateway's records.

import assert from 'node:assert/strict'
import type { Store } from '../support/gateways/gateway.ts'
import { inStore } from '../support/rest-core/connectivity.ts'
import type { ExampleServer } from '../support/rest-core/example-server.ts'
import type { HttpFault, HttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import { balanceOf, openRestCore } from '../support/rest-core/orders.ts'
import type { ChannelLoad } from './channel-load.ts'

const FAULTS: readonly HttpFault[] = ['lose-request', 'lose-reply', 'cut-reply', 'duplicate', 'hold-request', 'refuse']

/** Every third message has a fault; what was held arrives later, after others. */
export function meetFaults(proxy: HttpFaultProxy): void {
  let passed = 0
  proxy.choose = () => {
    passed++
    // The core may be down by then; what is released meets that as everything else does.
    if (passed % 20 === 0) void proxy.release().catch(() => {})
    return passed % 3 === 0 ? (FAULTS[(passed / 3) % FAULTS.length] as HttpFault) : 'none'
  }
}

/** Cents by account, of the accounts that a load uses. */
export async function readBooked(load: ChannelLoad, example: ExampleServer): Promise<Map<string, bigint>> {
  const core = openRestCore(example.url)
  const booked = new Map<string, bigint>()
  for (const account of load.accountIds) {
    booked.set(account, await balanceOf(core, account, load.place.institutionId))
  }
  await core.close()
  return booked
}

/** The core has moved what the outcomes of the load say, and nothing else. */
export async function assertBooked(
  load: ChannelLoad,
  example: ExampleServer,
  openings: ReadonlyMap<string, bigint>,
): Promise<void> {
  const moved = load.movedByOutcomes()
  for (const [account, cents] of await readBooked(load, example)) {
    const expected = (openings.get(account) ?? 0n) + BigInt(moved.get(account) ?? 0)
    assert.equal(cents, expected, `cents in ${account}`)
  }
}

/** The gateway's records of an institution and the core's log name the same orders with the same outcomes. */
export async function assertRecordsMatch(store: Store, institutionId: string, example: ExampleServer): Promise<void> {
  const { rows } = await inStore(store, (database) =>
    database.query<{ transaction_id: string; response_code: string; is_early: boolean }>(
      `SELECT transaction_id, response_code, core_outcome IS NULL AS is_early FROM transactions WHERE institution_id = $1`,
      [institutionId],
    ),
  )
  const recorded = new Map(rows.map((row) => [row.transaction_id, row.response_code]))
  const booked = new Map<string, string>()
  for (const { reference, type, outcome } of example.readLog()) {
    booked.set(reference, type === 'CANCELLED' ? '485' : (outcome?.code ?? ''))
    assert.equal(recorded.get(reference), booked.get(reference), `the record of ${reference}`)
  }
  // The gateway itself approves a reversal whose original was never executed, and declines that original.
  for (const { transaction_id: id, response_code: code, is_early: isEarly } of rows) {
    if (!isEarly) assert.equal(code, booked.get(id), `what the core has booked of ${id}`)
  }
}
