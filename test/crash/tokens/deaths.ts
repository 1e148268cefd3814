// Where a process dies that moves tokens, and what a node does until then.

import { Interrupted } from '../../../src/tokens/movements/coordination/interrupted.ts'
import { type CommitFate, mortal } from '../../support/tokens/mortal-database.ts'
import type { TokenBank, TokenBankOptions } from '../../support/tokens/token-bank.ts'
import type { TokenWorld } from '../../support/tokens/token-world.ts'

/** At a point that the coordinator or a payment names, or during a commit. */
export type Death = { readonly point: number } | { readonly commit: number; readonly fate: CommitFate }

/** What a life without a death has passed. */
export interface Reached {
  readonly points: readonly string[]
  readonly commits: number
  readonly isDead: boolean
}

/** Every death that the same life can have. */
export function deathsIn({ points, commits }: Reached): Death[] {
  return [
    ...points.map((_, point) => ({ point })),
    ...Array.from({ length: commits }, (_, commit) => [
      { commit, fate: 'lost' as const },
      { commit, fate: 'unconfirmed' as const },
    ]).flat(),
  ]
}

interface Life extends Pick<TokenBankOptions, 'settings'> {
  readonly world: TokenWorld
  /** Commits of transactions other than postings count too. */
  readonly ofTransactions?: boolean | undefined
  /** Called at each point, while the process lives. */
  at?(point: string): void
}

/** Opens a node, lets it work until it dies, and closes it. Without a death, what the work throws is thrown. */
export async function liveUntil(
  death: Death | undefined,
  { world, settings = {}, ofTransactions, at }: Life,
  work: (node: TokenBank) => Promise<unknown>,
): Promise<Reached> {
  const points: string[] = []
  let commits = 0
  let isDead = false
  let isOpen = false
  const interrupt = (point: string) => {
    points.push(point)
    if (isDead) throw new Interrupted(point)
    at?.(point)
    isDead = death !== undefined && 'point' in death && points.length > death.point
    if (isDead) throw new Interrupted(point)
  }
  const fateOf = () => {
    if (!isOpen) return undefined
    const isFatal = death !== undefined && 'commit' in death && commits++ === death.commit
    if (death === undefined) commits++
    isDead ||= isFatal
    return isFatal ? death.fate : undefined
  }
  const onDefect = (error: unknown) => isDead || world.defects.push(error)
  const database = mortal(world.database, fateOf, { ofTransactions })
  const node = await world.open({ settings, onDefect, coordination: { interrupt } }, database)
  isOpen = true
  try {
    await work(node)
  } catch (error) {
    if (!isDead) throw error
  }
  await node.close()
  return { points, commits, isDead }
}
