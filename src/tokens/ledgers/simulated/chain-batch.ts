// A batch of calls: loads what is due and what the calls name, settles the former, lets the calls act, and saves all at once.

import type { ChainHead, ChainNeeds, ChainOp, ChainRows, LoadedRows } from './chain-rows.ts'
import { settleOp } from './chain-rules.ts'
import { headAt } from './chain-schedule.ts'
import type { ChainSettings } from './chain-settings.ts'
import { WorkingChain } from './working-chain.ts'

/** How many operations or events are in memory at once while all that are due are settled. */
const PAGE = 2_000

/** `act` finds the open operations in the order of acceptance, if they are needed. Settling costs nothing for what is final. */
export async function runBatch<T>(
  rows: ChainRows,
  callerMs: number,
  settings: ChainSettings,
  needs: readonly ChainNeeds[],
  act: (chain: WorkingChain, open: readonly ChainOp[]) => T,
): Promise<{ readonly head: ChainHead; readonly answer: T }> {
  const needed = together(needs)
  for (;;) {
    const loaded = await rows.load(callerMs, needed, PAGE)
    const isLastPage = loaded.due.length < PAGE && loaded.dueEvents.length < PAGE
    const chain = await completed(rows, loaded, callerMs)
    for (const op of loaded.due) settleOp(chain, op, settings)
    chain.numberEvents(loaded.dueEvents)
    const answer = isLastPage
      ? act(
          chain,
          loaded.open.filter(({ opId }) => (chain.op(opId)?.state ?? 'OPEN') === 'OPEN'),
        )
      : undefined
    chain.numberEvents([])
    const changes = chain.changes()
    if (changes !== undefined) await rows.save(changes)
    if (isLastPage) return { head: chain.head, answer: answer as T }
  }
}

/** With what follows from what was loaded: the accounts of holds, and what due operations change. */
async function completed(rows: ChainRows, loaded: LoadedRows, callerMs: number): Promise<WorkingChain> {
  const { head, due, holds, accounts, assets } = loaded
  const effects = due.flatMap((op) => op.effects)
  const needs = {
    holdIds: without(
      effects.flatMap(({ ended }) => ended.map(({ holdId }) => holdId)),
      holds.map(({ holdId }) => holdId),
    ),
    accountIds: without(
      [
        ...effects.flatMap((one) => [...one.accounts, ...one.restricted].map(({ accountId }) => accountId)),
        ...holds.map(({ accountId }) => accountId),
      ],
      accounts.map(({ accountId }) => accountId),
    ),
    // A capture into an account is checked against the asset of its hold.
    assetIds: without(
      holds.map(({ assetId }) => assetId),
      assets.map(({ assetId }) => assetId),
    ),
  }
  const isComplete = needs.holdIds.length + needs.accountIds.length + needs.assetIds.length === 0
  const more = isComplete ? { assets: [], accounts: [], holds: [] } : await rows.loadMore(needs)
  return new WorkingChain(head, headAt(head, callerMs), {
    assets: [...assets, ...more.assets],
    accounts: [...accounts, ...more.accounts],
    holds: [...holds, ...more.holds],
    ops: [...loaded.ops, ...due],
  })
}

function together(needs: readonly ChainNeeds[]): ChainNeeds {
  const all = (ids: (need: ChainNeeds) => readonly string[] | undefined) => [
    ...new Set(needs.flatMap((need) => ids(need) ?? [])),
  ]
  return {
    opIds: all(({ opIds }) => opIds),
    assetIds: all(({ assetIds }) => assetIds),
    accountIds: all(({ accountIds }) => accountIds),
    holdIds: all(({ holdIds }) => holdIds),
    openOps: needs.some(({ openOps }) => openOps === true),
  }
}

function without(ids: readonly string[], known: readonly string[]): string[] {
  const missing = new Set(ids)
  for (const id of known) missing.delete(id)
  return [...missing]
}
