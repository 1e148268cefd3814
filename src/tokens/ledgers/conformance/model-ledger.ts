// A ledger in memory, as plain as it can be: what others are compared with, and what is broken on purpose to test the suite.
// With delayed finality an operation waits until settle() applies it.

import type {
  AccountReadiness,
  Asset,
  DigitalLedger,
  FinalHeadroom,
  LedgerAccount,
  LedgerAction,
  LedgerAsset,
  LedgerBalance,
  LedgerCapabilities,
  LedgerEvent,
  LedgerEvents,
  LedgerFailure,
  LedgerHold,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
  Restriction,
} from '../digital-ledger.ts'

export interface ModelAccount {
  readonly assetId: string
  balanceMinor: bigint
  heldMinor: bigint
  restrictions: readonly Restriction[]
}

export interface ModelState {
  readonly accounts: Map<string, ModelAccount>
  readonly holds: Map<string, LedgerHold>
}

const CEILING_MINOR = 10n ** 18n

type Holding = { readonly assetId: string; readonly accountId: string; readonly amountMinor: bigint }

export class ModelLedger implements DigitalLedger {
  readonly name = 'model'
  readonly capabilities: LedgerCapabilities
  protected readonly known = new Set<string>()
  protected state: ModelState = { accounts: new Map(), holds: new Map() }
  protected readonly ops = new Map<string, OpStatus>()
  protected waiting: LedgerOp[] = []
  protected readonly log: LedgerEvent[] = []
  #nowMs = 1_000

  constructor(finality: 'INSTANT' | 'DEPTH' = 'INSTANT') {
    this.capabilities = { atomicBatches: true, nativeHolds: true, finality }
  }

  async ensureAsset({ assetId }: Asset): Promise<void> {
    this.known.add(assetId)
  }

  async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]> {
    return accounts.map((account) => this.ensureAccount(account))
  }

  protected ensureAccount({ accountId, assetId }: LedgerAccount): AccountReadiness {
    if (!this.known.has(assetId)) return 'REFUSED'
    const known = this.state.accounts.get(accountId)
    if (known !== undefined) return known.assetId === assetId ? 'READY' : 'REFUSED'
    this.state.accounts.set(accountId, { assetId, balanceMinor: 0n, heldMinor: 0n, restrictions: [] })
    return 'READY'
  }

  async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    return Promise.all(ops.map((op) => this.accept(op)))
  }

  protected async accept(op: LedgerOp): Promise<OpStatus> {
    const known = this.ops.get(op.opId)
    if (known !== undefined) return known
    if (this.capabilities.finality === 'INSTANT') return this.apply(op)
    this.waiting.push(op)
    return this.note(op, { status: 'SUBMITTED' })
  }

  async settle(): Promise<void> {
    for (const op of this.waiting.splice(0)) this.apply(op)
  }

  async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    return opIds.map((opId) => this.ops.get(opId) ?? null)
  }

  async balances(accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST'): Promise<readonly LedgerBalance[]> {
    return accounts.map((account) => this.balance(account, at))
  }

  async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    const found = { suppliesMinor: assetIds.map((assetId) => this.supply(assetId)), isFinal: this.areFinal(opIds) }
    return { read: async () => found }
  }

  protected supply(assetId: string): bigint {
    const accounts = [...this.state.accounts.values()]
    return accounts.reduce((sum, account) => sum + (account.assetId === assetId ? account.balanceMinor : 0n), 0n)
  }

  protected areFinal(opIds: readonly string[]): readonly boolean[] {
    return opIds.map((opId) => this.ops.get(opId)?.status === 'FINAL')
  }

  async assets(): Promise<readonly LedgerAsset[]> {
    return [...this.known].map((assetId) => ({ name: assetId, assetId, supplyMinor: this.supply(assetId) }))
  }

  async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    return {
      headroomMinor: assetIds.map((assetId) => CEILING_MINOR - this.supply(assetId)),
      isFinal: this.areFinal(opIds),
    }
  }

  async cancel(opId: string): Promise<OpStatus> {
    const known = this.ops.get(opId)
    if (known?.status === 'FINAL' || known?.status === 'FAILED') return known
    this.waiting = this.waiting.filter((op) => op.opId !== opId)
    const cancelled = { opId, kind: 'BATCH', actions: [] } as const
    return this.note(cancelled, { status: 'FAILED', reason: 'REFUSED', permanent: true })
  }

  protected balance({ accountId, assetId }: LedgerAccount, at: 'FINAL' | 'LATEST'): LedgerBalance {
    const account = (at === 'FINAL' ? this.state : this.latest()).accounts.get(accountId)
    if (account?.assetId !== assetId) return { balanceMinor: 0n, heldMinor: 0n }
    return { balanceMinor: account.balanceMinor, heldMinor: account.heldMinor }
  }

  async hold(holdId: string): Promise<LedgerHold | null> {
    return this.state.holds.get(holdId) ?? null
  }

  async events(cursor = '0'): Promise<LedgerEvents> {
    const events = this.log.slice(Number(cursor), Number(cursor) + 3)
    return { events, cursor: String(Number(cursor) + events.length) }
  }

  async now(): Promise<number> {
    return this.#nowMs++
  }

  async health(): Promise<void> {}

  protected apply(op: LedgerOp): OpStatus {
    const failed = this.attempt(op)
    return this.note(
      op,
      failed === undefined
        ? { status: 'FINAL', finalAtMs: this.#nowMs++ }
        : { status: 'FAILED', reason: failed, permanent: true },
    )
  }

  protected note({ opId }: LedgerOp, status: OpStatus): OpStatus {
    this.ops.set(opId, status)
    this.log.push({ opId, status: status.status })
    return status
  }

  /** All or nothing: it works on a copy. */
  protected attempt(op: LedgerOp): LedgerFailure | undefined {
    const draft = copyOf(this.state)
    for (const action of op.kind === 'BATCH' ? op.actions : [op]) {
      const failed = this.act(draft, op.opId, action)
      if (failed !== undefined) return failed
    }
    this.state = draft
    return undefined
  }

  protected latest(): ModelState {
    let state = this.state
    for (const op of this.waiting) {
      const draft = copyOf(state)
      const actions = op.kind === 'BATCH' ? op.actions : [op]
      if (actions.every((action) => this.act(draft, op.opId, action) === undefined)) state = draft
    }
    return state
  }

  protected act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    switch (action.kind) {
      case 'ISSUE':
        return this.shift(state, action, action.amountMinor)
      case 'BURN':
        return this.shift(state, action, -action.amountMinor)
      case 'TRANSFER': {
        const [from, to] = [state.accounts.get(action.accountId), state.accounts.get(action.toAccountId)]
        if (this.isStopped(from, to)) return 'RESTRICTED'
        const failed = this.shift(state, action, -action.amountMinor)
        return failed ?? this.shift(state, { ...action, accountId: action.toAccountId }, action.amountMinor)
      }
      case 'HOLD': {
        const { accountId, assetId, amountMinor } = action
        state.holds.set(opId, { holdId: opId, accountId, assetId, amountMinor, state: 'HELD' })
        return this.shift(state, action, 0n, amountMinor)
      }
      case 'CAPTURE':
      case 'RELEASE': {
        const hold = state.holds.get(action.holdId)
        if (hold === undefined) return 'UNKNOWN_HOLD'
        if (hold.state !== 'HELD') return 'HOLD_ENDED'
        const { amountMinor } = hold
        state.holds.set(hold.holdId, { ...hold, state: action.kind === 'CAPTURE' ? 'CAPTURED' : 'RELEASED' })
        const failed = this.shift(state, hold, action.kind === 'CAPTURE' ? -amountMinor : 0n, -amountMinor)
        if (failed !== undefined || action.kind === 'RELEASE' || action.toAccountId === undefined) return failed
        return this.shift(state, { ...hold, accountId: action.toAccountId }, amountMinor)
      }
      case 'RESTRICT': {
        const account = state.accounts.get(action.accountId)
        if (account === undefined) return 'UNKNOWN_ACCOUNT'
        account.restrictions = action.restrictions
        return undefined
      }
    }
  }

  protected isStopped(from: ModelAccount | undefined, to: ModelAccount | undefined): boolean {
    return from?.restrictions.includes('NO_DEBIT') === true || to?.restrictions.includes('NO_CREDIT') === true
  }

  protected shift(
    state: ModelState,
    { assetId, accountId, amountMinor }: Holding,
    byMinor: bigint,
    heldByMinor = 0n,
  ): LedgerFailure | undefined {
    if (amountMinor <= 0n) return 'REFUSED'
    const account = state.accounts.get(accountId)
    if (account === undefined || account.assetId !== assetId) return 'UNKNOWN_ACCOUNT'
    account.balanceMinor += byMinor
    account.heldMinor += heldByMinor
    return this.isShort(account) ? 'INSUFFICIENT_BALANCE' : undefined
  }

  protected isShort({ balanceMinor, heldMinor }: ModelAccount): boolean {
    return balanceMinor < heldMinor
  }
}

function copyOf({ accounts, holds }: ModelState): ModelState {
  return {
    accounts: new Map([...accounts].map(([accountId, account]) => [accountId, { ...account }])),
    holds: new Map(holds),
  }
}
