// The operator's ways out of stuck tokens, settlements and relinking: each with what makes it necessary, what is sent, and what it must
// have moved in the end, however often it was sent and wherever a process died.

import type { CallResult } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import type { TokenAction } from '../../../src/tokens/exceptions/token-exception.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import type { ChainSettings } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import type { Movement } from '../../../src/tokens/movements/movement.ts'
import { OPERATOR, StuckTokens } from '../../support/tokens/stuck-tokens.ts'
import {
  addAccount,
  depositOrder,
  PAYEE_PARTNER,
  type Party,
  referenceOf,
  type TokenBank,
  transferOrder,
} from '../../support/tokens/token-bank.ts'
import type { TokenWorld } from '../../support/tokens/token-world.ts'

/** What is where; all but `payee` of the payer and its institution. */
export interface Sums {
  readonly payer: bigint
  readonly locked: bigint
  readonly payee: bigint
  readonly linked: bigint
  readonly supply: bigint
  readonly backing: bigint
  readonly owed: bigint
  readonly unclaimed: bigint
  readonly cash: bigint
}

interface Stuck {
  readonly movement?: Movement
  readonly parties: readonly [Party, Party?]
  /** Identifies the run. */
  readonly ref: string
}

export interface WayOut {
  readonly title: string
  readonly chain?: Partial<ChainSettings>
  /** What becomes of calls of the remote core, oldest first. */
  readonly core?: readonly CallResult[]
  /** The chain goes on refusing: only the operator can end it. */
  readonly isRefusing?: boolean
  /** The sweep of payments goes on before the operator asks again. */
  readonly isPayment?: boolean
  /** It is a transaction of its own, and no posting. */
  readonly isTransaction?: boolean
  stick(stage: WayOutStage): Promise<Stuck>
  act(stage: WayOutStage, stuck: Stuck, bank: TokenBank): Promise<unknown>
  /** Refusals of what is done already. */
  readonly repeated: readonly string[]
  endOf(stage: WayOutStage, stuck: Stuck): Promise<string>
  readonly ends: string
  readonly moves: Partial<Sums>
}

/** The parties that all runs share: what counts is the change. */
export class WayOutStage {
  readonly tokens: StuckTokens
  readonly world: TokenWorld
  readonly bank: TokenBank
  readonly #remote: Party
  readonly #parties = new Map<string, Party>()
  #runs = 0

  constructor(world: TokenWorld, bank: TokenBank, remote: Party) {
    this.world = world
    this.bank = bank
    this.tokens = new StuckTokens(world, bank)
    this.#remote = remote
  }

  static async open(world: TokenWorld, bank: TokenBank): Promise<WayOutStage> {
    const wanted = { ledger: 'simulated', externalId: 'FI001', linkedAccountId: 'first' } as const
    return new WayOutStage(world, bank, await world.party(bank, wanted))
  }

  newRef(): string {
    this.#runs += 1
    return `way-out-${this.#runs}`
  }

  /** Payer and payee, the payer with tokens for many runs. */
  async pair(own: LedgerName, other: LedgerName): Promise<[Party, Party]> {
    const payer = await this.#party(`payer ${own}`, own, 100_000n)
    return [payer, await this.#party(`payee ${other}`, other, 0n, PAYEE_PARTNER)]
  }

  async #party(key: string, ledger: LedgerName, tokens: bigint, partnerId?: string): Promise<Party> {
    const known = this.#parties.get(key) ?? (await this.tokens.funded(ledger, tokens, partnerId))
    this.#parties.set(key, known)
    return known
  }

  /** Money of a deposit that was neither minted nor refunded, in our books. */
  async unclaimed(): Promise<Stuck> {
    const [party] = await this.pair('simulated', 'simulated')
    const movement = await this.tokens.unclaimed(party)
    await this.world.block(party, false)
    return { movement, parties: [party], ref: this.newRef() }
  }

  async unclaimedAtCore(): Promise<Stuck> {
    const ref = this.newRef()
    const [movement, party] = await this.tokens.unclaimedAtCore(this.#remote, ref)
    return { movement, parties: [party], ref }
  }
}

const stuckTransfer = (own: LedgerName, other: LedgerName) => async (stage: WayOutStage) => {
  const parties = await stage.pair(own, other)
  return { movement: await stage.tokens.transfer(...parties), parties, ref: stage.newRef() }
}

const burnedTransfer: WayOut['stick'] = async (stage) => {
  const parties = await stage.pair('simulated', 'simulated')
  return { movement: await stage.tokens.burnedTransfer(...parties), parties, ref: stage.newRef() }
}

const returnedTransfer: WayOut['stick'] = async (stage) => {
  const parties = await stage.pair('simulated', 'simulated')
  return { movement: await stage.tokens.returnedTransfer(...parties), parties, ref: stage.newRef() }
}

const stuckRedemption: WayOut['stick'] = async (stage) => {
  const [party] = await stage.pair('simulated', 'simulated')
  return { movement: await stage.tokens.redemption(party), parties: [party], ref: stage.newRef() }
}

function movementOf({ movement }: Stuck): Movement {
  if (movement === undefined) throw new Error('no movement is stuck')
  return movement
}

const asks =
  (action: TokenAction): WayOut['act'] =>
  (stage, stuck, bank) => {
    const [{ linkedAccountId }] = stuck.parties
    return stage.tokens.act(movementOf(stuck), action, { linkedAccountId, externalReference: stuck.ref }, bank)
  }

/** State and outcome of the movement, then the exception and what has resolved it. */
const endOf: WayOut['endOf'] = async ({ tokens }, stuck) => {
  const { state, outcome } = await tokens.stored(movementOf(stuck))
  const { kind, state: is, resolution, pending } = await tokens.exceptionOf(movementOf(stuck))
  return [state, outcome?.reasonCode, kind, is, resolution?.action, pending && 'pending'].filter(Boolean).join(' ')
}

const DONE = ['token-exceptions.already-resolved', 'token-exceptions.action-not-possible']
const RETURNED = 'RETURNED LEDGER_REFUSED LEG_FAILED RESOLVED RETURN'
const GIVEN_UP: Partial<Sums> = { payer: -400n, locked: -400n, supply: 400n, backing: -400n }
/** A redemption has burned its tokens in the book before. */
const NOT_REDEEMED: Partial<Sums> = { backing: -400n }

const returns = (title: string, stick: WayOut['stick'], chain: Partial<ChainSettings> = {}): WayOut => ({
  title: `RETURN of a transfer, ${title}`,
  chain,
  stick,
  act: asks('RETURN'),
  repeated: DONE,
  endOf,
  ends: RETURNED,
  moves: { locked: -400n },
})

const pays = (
  action: 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE',
  title: string,
  rest: Pick<WayOut, 'stick' | 'ends' | 'moves'> & Partial<WayOut>,
): WayOut => ({
  title: `${action} of ${title}`,
  act: asks(action),
  isPayment: true,
  repeated: DONE,
  endOf,
  ...rest,
  ends: `${rest.ends} FUNDS_UNCLAIMED FUNDS_UNCLAIMED RESOLVED ${action}`,
})

const PAYMENTS: readonly WayOut[] = (['RETRY', 'PAY_OUT', 'SETTLED_OUTSIDE'] as const).flatMap((action) => {
  const isOutside = action === 'SETTLED_OUTSIDE'
  const paid = (minor: bigint): Partial<Sums> => (isOutside ? { cash: minor } : { linked: minor })
  const deposit = { ends: 'FAILED', moves: { unclaimed: -250n, ...paid(250n) } }
  const calls = { answered: ['answered'], lost: ['lost', 'refused'], unanswered: ['unanswered', 'lost'] } as const
  return [
    pays(action, 'unclaimed money', { stick: (stage) => stage.unclaimed(), ...deposit }),
    ...(isOutside ? [] : Object.entries(calls)).map(([name, core]) =>
      pays(action, `unclaimed money at a remote core, its call ${name}`, {
        stick: (stage) => stage.unclaimedAtCore(),
        core,
        repeated: [...DONE, 'token-exceptions.payment-under-way'],
        ...deposit,
      }),
    ),
    ...(action === 'RETRY'
      ? []
      : [
          pays(action, 'a returned transfer that is not minted again', {
            stick: returnedTransfer,
            isRefusing: true,
            ends: 'RETURNED',
            moves: { ...GIVEN_UP, ...paid(400n) },
          }),
          pays(action, 'a redemption that is not minted again', {
            stick: stuckRedemption,
            isRefusing: true,
            ends: 'RETURNED',
            moves: { ...NOT_REDEEMED, ...paid(400n) },
          }),
        ]),
  ]
})

const SETTLEMENT: WayOut = {
  title: 'a settlement',
  async stick(stage) {
    const [payer, payee] = await stage.pair('builtin', 'builtin')
    await stage.bank.movements.transfer(transferOrder(payer, payee, 300n))
    return { parties: [payer, payee], ref: stage.newRef() }
  },
  act: (_stage, { parties: [payer, payee], ref }, bank) =>
    bank.settlements.create(OPERATOR, {
      payerInstitutionId: payer.institutionId,
      payeeInstitutionId: payee?.institutionId ?? '',
      currencyCode: 'USD',
      amountMinor: 300n,
      externalReference: ref,
      valueDate: '2026-01-15',
    }),
  repeated: ['settlements.reference-taken'],
  async endOf({ bank }, { ref }) {
    const { items } = await bank.settlements.list({}, { search: ref }, { page: 1, size: 50 })
    return items
      .filter(({ externalReference }) => externalReference === ref)
      .map(({ amountMinor }) => `${amountMinor}`)
      .join()
  },
  ends: '300',
  moves: { owed: -300n, cash: 300n },
}

const RELINKING: WayOut = {
  title: 'relinking',
  isTransaction: true,
  async stick(stage) {
    const [neighbour] = await stage.pair('builtin', 'builtin')
    const party = await addAccount(stage.bank, neighbour)
    await stage.bank.movements.deposit(depositOrder(party, 100n))
    return { parties: [party], ref: stage.newRef() }
  },
  act: (_stage, { parties: [{ accountId, partnerId }], ref }, bank) =>
    bank.accounts.changeStatus({
      reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS', ref, partnerId),
      actor: {},
      accountId,
      linkedAccountId: `L-${ref}`,
      reason: 'moved',
    }),
  // The same reference answers with what it has changed.
  repeated: ['done'],
  async endOf({ bank }, { parties: [{ accountId, partnerId }], ref }) {
    const { linkedAccountId, made } = await bank.accounts.find(partnerId, accountId)
    return `${linkedAccountId === `L-${ref}`} ${made.version}`
  },
  ends: 'true 2',
  moves: {},
}

export const WAYS_OUT: readonly WayOut[] = [
  {
    ...returns('both legs refused on one chain', stuckTransfer('simulated', 'simulated')),
    title: 'RETRY of a transfer',
    act: asks('RETRY'),
    ends: 'COMMITTED LEG_FAILED RESOLVED SETTLED',
    moves: { payer: -400n, payee: 400n, locked: -400n, supply: 400n, backing: -400n, owed: 400n },
  },
  returns('both legs refused on one chain', stuckTransfer('simulated', 'simulated')),
  returns('on a chain without holds', stuckTransfer('simulated', 'simulated'), { nativeHolds: false }),
  returns('burned on the built-in ledger', stuckTransfer('builtin', 'simulated')),
  returns('burned on another chain', burnedTransfer, { atomicBatches: false }),
  ...PAYMENTS,
  SETTLEMENT,
  RELINKING,
]
