// What callers ask of movements. Amounts are minor units; the edge has checked their form.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Reference } from '../references/reference.ts'
import type { Movement, Side } from './movement.ts'

interface Order {
  readonly reference: Reference
  readonly channelType: string
  readonly actor: Actor
  readonly currency: string
  readonly amountMinor: bigint
  /** As sent: the book knows TOKENIZED_DEPOSIT only. */
  readonly tokenType: string
}

export interface DepositOrder extends Order {
  readonly accountId: string
  /** Must be the account's own. */
  readonly linkedAccountId?: string | undefined
}

export interface RedemptionOrder extends Order {
  readonly accountId?: string | undefined
  readonly linkedAccountId?: string | undefined
  /** Names the deposit by its id or by its reference. */
  readonly deposit?: { readonly id?: string | undefined; readonly ref?: string | undefined } | undefined
}

export interface TransferOrder extends Order {
  readonly accountId: string
  /** Absent for a return. */
  readonly beneficiary?:
    | { readonly institutionId: string; readonly accountId: string; readonly name?: string | undefined }
    | undefined
  /** Gives tokens of another transfer back to its payer. */
  readonly returnOf?: string | undefined
  /** Absent: immediate. */
  readonly twoPhase?: { readonly expiresInSeconds: number; readonly committer: Side } | undefined
  readonly remittanceInfo?: string | undefined
  readonly endToEndId?: string | undefined
}

export interface ResolutionOrder {
  readonly reference: Reference
  readonly actor: Actor
  readonly transferId: string
  readonly action: 'COMMIT' | 'ABORT'
}

export interface Moved<M extends Movement = Movement> {
  readonly movement: M
  /** The reference was used before: nothing was done now. */
  readonly replayed: boolean
}
