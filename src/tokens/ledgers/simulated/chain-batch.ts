// The two halves of a batch of calls: settle what is due, then load what the calls name.

import type { ChainHead, ChainOp, ChainRows } from './chain-rows.ts'
import { settleOp } from './chain-rules.ts'
import { headAt } from './chain-schedule.ts'
import type { ChainSettings } from './chain-settings.ts'
import { WorkingChain } from './working-chain.ts'

/** How many operations or events are in memory at once while all that are due are settled. */
const PAGE = 2_000

export interface ChainNeeds {
  readonly opIds?: readonly string[]
  readonly assetIds?: readonly string[]
  readonly accountIds?: readonly string[]
  /** With the accounts that the holds are on. */
  readonly holdIds?: readonly string[]
  readonly openOps?: boolean
}

/** Settles every operation whose time has come and numbers the events that are due. Costs nothing for what is final. */
export async function settleDue(rows: ChainRows, callerMs: number, settings: ChainSettings): Promise<ChainHead> {
  let head = rows.head
  for (;;) {
    const now = headAt(head, callerMs)
    const [due, events] = await Promise.all([rows.dueOps(now.clockMs, PAGE), rows.dueEvents(now.clockMs, PAGE)])
    const holdIds = due.flatMap(({ effects }) => effects.ended.map(({ holdId }) => holdId))
    const accountIds = due.flatMap(({ effects }) =>
      [...effects.accounts, ...effects.restricted].map(({ accountId }) => accountId),
    )
    const [holds, accounts] = await Promise.all([rows.holds(unique(holdIds)), rows.accounts(unique(accountIds))])
    const chain = new WorkingChain(head, now, { accounts, holds, ops: due })
    for (const op of due) settleOp(chain, op, settings)
    chain.numberEvents(events)
    const changes = chain.changes()
    if (changes !== undefined) {
      await rows.save(changes)
      head = changes.head
    }
    if (due.length < PAGE && events.length < PAGE) return headAt(head, callerMs)
  }
}

export interface LoadedChain {
  readonly chain: WorkingChain
  /** In the order of acceptance; empty unless a call needs them. */
  readonly open: readonly ChainOp[]
}

export async function loadChain(rows: ChainRows, head: ChainHead, needs: readonly ChainNeeds[]): Promise<LoadedChain> {
  const holds = await rows.holds(unique(needs.flatMap(({ holdIds = [] }) => holdIds)))
  const accountIds = [...needs.flatMap((need) => need.accountIds ?? []), ...holds.map(({ accountId }) => accountId)]
  // A capture into an account is checked against the asset of its hold.
  const assetIds = [...needs.flatMap((need) => need.assetIds ?? []), ...holds.map(({ assetId }) => assetId)]
  const [assets, accounts, ops, open] = await Promise.all([
    rows.assets(unique(assetIds)),
    rows.accounts(unique(accountIds)),
    rows.ops(unique(needs.flatMap(({ opIds = [] }) => opIds))),
    needs.some(({ openOps }) => openOps === true) ? rows.openOps() : [],
  ])
  return { chain: new WorkingChain(head, head, { assets, accounts, holds, ops }), open }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
