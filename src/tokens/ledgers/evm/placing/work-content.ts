// What is stored of an operation, an asset and an account until it is on the chain. Amounts are text: JSON numbers are not exact.

import type { Asset, LedgerAction, LedgerOp } from '../../digital-ledger.ts'
import { MAX_ACTIONS } from './placing-rules.ts'

type StoredAction<Action> = Action extends { readonly amountMinor: bigint }
  ? Omit<Action, 'amountMinor'> & { readonly amountMinor: string }
  : Action

export interface OpContent {
  readonly actions: readonly StoredAction<LedgerAction>[]
}

export type AssetContent = Omit<Asset, 'assetId'>

export interface AccountContent {
  readonly assetId: string
}

export function contentOf(op: LedgerOp): OpContent {
  return { actions: actionsOf(op).map(storedAction) }
}

/** With amounts as numbers again. */
export function actionsIn({ actions }: OpContent): readonly LedgerAction[] {
  return actions.map((action) =>
    'amountMinor' in action ? { ...action, amountMinor: BigInt(action.amountMinor) } : action,
  )
}

function actionsOf(op: LedgerOp): readonly LedgerAction[] {
  return op.kind === 'BATCH' ? op.actions : [op]
}

const MAX_UINT256 = 2n ** 256n - 1n

/** Whether the contract can be asked at all; everything else is the contract's to refuse. */
export function canBeEncoded(op: LedgerOp): boolean {
  const actions = actionsOf(op)
  if (actions.length === 0 || actions.length > MAX_ACTIONS) return false
  return actions.every(
    (action) => !('amountMinor' in action) || (action.amountMinor >= 0n && action.amountMinor <= MAX_UINT256),
  )
}

/** One per operation at most: the contract refuses a second. */
export function holdIn({ actions }: OpContent) {
  return actions.find((action) => action.kind === 'HOLD')
}

function storedAction(action: LedgerAction & { readonly opId?: string }): StoredAction<LedgerAction> {
  const { opId: _, ...rest } = action
  return 'amountMinor' in rest ? { ...rest, amountMinor: String(rest.amountMinor) } : rest
}
