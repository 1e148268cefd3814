// What a client does with tokens, and what happens below at the same time. Each scenario is run once to find the points
// at which a process can die, and then once for each of them.

import type { CallResult } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import type { ChainSettings } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import type { Movement, MovementState } from '../../../src/tokens/movements/movement.ts'
import type { Moved } from '../../../src/tokens/movements/orders.ts'
import {
  depositOrder,
  type Party,
  redemptionOrder,
  resolutionOrder,
  returnOrder,
  type TokenBank,
  transferOrder,
} from '../../support/tokens/token-bank.ts'
import type { TokenWorld } from '../../support/tokens/token-world.ts'

const AMOUNT = 700n

export interface Run {
  readonly world: TokenWorld
  readonly payer: Party
  readonly payee: Party
  /** Reference of all requests of this run. */
  readonly ref: string
  /** What has been done once. */
  readonly done: Set<string>
  /** The transfer that is given back. */
  returned?: Movement
}

export interface Scenario {
  readonly title: string
  readonly ledgers: readonly [LedgerName, LedgerName]
  readonly chain?: Partial<ChainSettings>
  /** The linked accounts are in the books of a remote core; what becomes of calls, oldest first. */
  readonly core?: readonly CallResult[]
  /** The request does not wait: the coordinator's sweep does the work. */
  readonly isSwept?: boolean
  /** Changes what is below when a point is reached. */
  at?(point: string, run: Run): void
  /** Happens once the movement is stored, before its first operation is final; such scenarios are swept. */
  meanwhile?(run: Run): Promise<void>
  /** Before the client's first request. */
  before?(run: Run, bank: TokenBank): Promise<void> | void
  /** The payee has an account of the payer's institution. */
  readonly isWithin?: boolean
  /** What the client sends, in order. It may be sent again as a whole. */
  send(bank: TokenBank, run: Run): Promise<Moved>
  readonly ends: MovementState
  readonly outcome?: string
}

const deposit: Scenario['send'] = (bank, { payer, ref }) => bank.movements.deposit(depositOrder(payer, AMOUNT, { ref }))

const redeem: Scenario['send'] = (bank, { payer, ref }) =>
  bank.movements.redeem(redemptionOrder(payer, AMOUNT, { ref }))

const transfer: Scenario['send'] = (bank, { payer, payee, ref }) =>
  bank.movements.transfer(transferOrder(payer, payee, AMOUNT, { ref }))

const reserve: Scenario['send'] = (bank, { payer, payee, ref }) =>
  bank.movements.transfer(
    transferOrder(payer, payee, AMOUNT, { ref, twoPhase: { expiresInSeconds: 3_600, committer: 'PAYER' } }),
  )

const giveBack: Scenario['send'] = (bank, { payer, returned, ref }) => {
  if (returned === undefined) throw new Error('there is nothing to give back')
  return bank.movements.transfer(returnOrder(payer, returned, AMOUNT, { ref }))
}

/** The payee has paid the payer what is given back. */
const PAID_BEFORE: Pick<Scenario, 'before'> = {
  async before(run, bank) {
    const { movement } = await bank.movements.transfer(transferOrder(run.payee, run.payer, AMOUNT))
    run.returned = movement
  },
}

function decide(action: 'COMMIT' | 'ABORT'): Scenario['send'] {
  return async (bank, run) => {
    const { movement } = await reserve(bank, run)
    // The hold may still be on its way: the client waits for RESERVED.
    if (movement.state === 'RECEIVED') await run.world.finish(bank)
    const { partnerId } = action === 'ABORT' ? run.payee : run.payer
    return bank.movements.resolve(resolutionOrder(movement.movementId, action, partnerId, { ref: run.ref }))
  }
}

const expire: Scenario['send'] = async (bank, run) => {
  const moved = await reserve(bank, run)
  run.world.pass(3_600_000)
  await run.world.finish(bank)
  return moved
}

const LEDGERS: readonly LedgerName[] = ['builtin', 'simulated']
const PAIRS = LEDGERS.flatMap((payer) => LEDGERS.map((payee) => [payer, payee] as const))
const SIMULATED = ['simulated', 'simulated'] as const

const TRANSFERS: readonly Pick<Scenario, 'title' | 'send' | 'ends' | 'outcome'>[] = [
  { title: 'an immediate transfer', send: transfer, ends: 'COMMITTED' },
  { title: 'a transfer that is committed', send: decide('COMMIT'), ends: 'COMMITTED' },
  { title: 'a transfer that is aborted', send: decide('ABORT'), ends: 'ABORTED', outcome: 'TRANSFER_ABORTED' },
  { title: 'a transfer that expires', send: expire, ends: 'EXPIRED', outcome: 'TRANSFER_EXPIRED' },
]

/** The chain refuses everything from a state on, until the first refusal is known. */
function refusedOnceIn(state: string): Pick<Scenario, 'at'> {
  return {
    at(point, { world, done }) {
      if (point.includes(` ${state}`) && !done.has(state)) {
        done.add(state)
        world.chain.refused = 1
      }
      if (point.includes('op-failed')) world.chain.refused = 0
    },
  }
}

/** The linked account takes no money any more. */
const BLOCKED: Pick<Scenario, 'meanwhile' | 'isSwept'> = {
  meanwhile: ({ world, payer }) => world.block(payer, true),
  isSwept: true,
}

export const SCENARIOS: readonly Scenario[] = [
  ...LEDGERS.flatMap((ledger): Scenario[] => [
    { title: 'a deposit', ledgers: [ledger, ledger], send: deposit, ends: 'ISSUED' },
    { title: 'a redemption', ledgers: [ledger, ledger], send: redeem, ends: 'COMPLETED' },
  ]),
  ...PAIRS.flatMap((ledgers) => TRANSFERS.map((one): Scenario => ({ ...one, ledgers }))),
  ...TRANSFERS.map((one): Scenario => ({ ...one, ledgers: SIMULATED, chain: { nativeHolds: false } })),
  ...TRANSFERS.slice(0, 2).map((one): Scenario => ({ ...one, ledgers: SIMULATED, chain: { atomicBatches: false } })),
  ...LEDGERS.flatMap((ledger) =>
    TRANSFERS.map((one): Scenario => ({ ...one, ledgers: [ledger, ledger], isWithin: true })),
  ),
  ...TRANSFERS.slice(0, 2).map(
    (one): Scenario => ({ ...one, ledgers: SIMULATED, isWithin: true, chain: { nativeHolds: false } }),
  ),
  {
    title: 'a committed transfer, refused at first',
    ledgers: SIMULATED,
    isWithin: true,
    ...refusedOnceIn('COMMITTING'),
    send: decide('COMMIT'),
    ends: 'COMMITTED',
  },
  ...PAIRS.map(
    (ledgers): Scenario => ({ title: 'a return', ledgers, ...PAID_BEFORE, send: giveBack, ends: 'COMMITTED' }),
  ),
  {
    title: 'a return',
    ledgers: SIMULATED,
    isWithin: true,
    ...PAID_BEFORE,
    send: giveBack,
    ends: 'COMMITTED',
  },
  // The sweep alone.
  { title: 'a deposit', ledgers: SIMULATED, send: deposit, isSwept: true, ends: 'ISSUED' },
  { title: 'a redemption', ledgers: SIMULATED, send: redeem, isSwept: true, ends: 'COMPLETED' },
  ...TRANSFERS.slice(0, 3).map((one): Scenario => ({ ...one, ledgers: SIMULATED, isSwept: true })),
  { ...(TRANSFERS[0] as (typeof TRANSFERS)[0]), ledgers: ['simulated', 'builtin'], isSwept: true },
  // Requests and replies that the chain loses.
  ...[{ lostReply: 0.5 }, { lostRequest: 0.5 }].flatMap((chain): Scenario[] => [
    { title: 'a deposit', ledgers: SIMULATED, chain, send: deposit, ends: 'ISSUED' },
    { title: 'an immediate transfer', ledgers: SIMULATED, chain, send: transfer, ends: 'COMMITTED' },
  ]),
  // A chain that refuses.
  {
    title: 'a deposit whose mint is refused',
    ledgers: SIMULATED,
    chain: { refused: 1 },
    send: deposit,
    ends: 'FAILED',
    outcome: 'LEDGER_REFUSED',
  },
  {
    title: 'a deposit whose mint and whose refund are refused',
    ledgers: SIMULATED,
    chain: { refused: 1 },
    ...BLOCKED,
    send: deposit,
    ends: 'FAILED',
    outcome: 'FUNDS_UNCLAIMED',
  },
  {
    title: 'a redemption whose burn is refused',
    ledgers: SIMULATED,
    chain: { refused: 1 },
    send: redeem,
    ends: 'FAILED',
    outcome: 'LEDGER_REFUSED',
  },
  {
    title: 'a redemption whose credit is refused',
    ledgers: SIMULATED,
    ...BLOCKED,
    send: redeem,
    ends: 'RETURNED',
    outcome: 'LINKED_ACCOUNT_INVALID',
  },
  {
    title: 'a redemption whose credit is refused, and its return at first',
    ledgers: SIMULATED,
    ...BLOCKED,
    ...refusedOnceIn('RETURNING'),
    send: redeem,
    ends: 'RETURNED',
    outcome: 'LINKED_ACCOUNT_INVALID',
  },
  {
    title: 'a transfer whose hold is refused',
    ledgers: SIMULATED,
    chain: { refused: 1 },
    send: transfer,
    ends: 'REJECTED',
    outcome: 'LEDGER_REFUSED',
  },
  {
    title: 'a committed transfer, a leg of which is refused at first',
    ledgers: SIMULATED,
    ...refusedOnceIn('COMMITTING'),
    send: decide('COMMIT'),
    ends: 'COMMITTED',
  },
  {
    title: 'a committed transfer whose mint is refused at first',
    ledgers: ['builtin', 'simulated'],
    ...refusedOnceIn('COMMITTING'),
    send: decide('COMMIT'),
    ends: 'COMMITTED',
  },
  {
    title: 'an aborted transfer, the release of which is refused at first',
    ledgers: SIMULATED,
    ...refusedOnceIn('RELEASING'),
    send: decide('ABORT'),
    ends: 'ABORTED',
    outcome: 'TRANSFER_ABORTED',
  },
  // A remote core.
  ...LEDGERS.flatMap((ledger): Scenario[] => {
    const ledgers = [ledger, ledger] as const
    return [
      { title: 'a deposit from a remote core', ledgers, core: ['answered'], send: deposit, ends: 'ISSUED' },
      { title: 'a deposit with a lost call', ledgers, core: ['lost', 'refused'], send: deposit, ends: 'ISSUED' },
      { title: 'a deposit with a lost answer', ledgers, core: ['unanswered', 'lost'], send: deposit, ends: 'ISSUED' },
      {
        title: 'a deposit that the core takes for malformed',
        ledgers,
        core: ['rejected'],
        send: deposit,
        ends: 'FAILED',
        outcome: 'LINKED_ACCOUNT_INVALID',
      },
      {
        title: 'a deposit with a lost answer, taken for malformed when it is sent again',
        ledgers,
        core: ['unanswered', 'rejected'],
        send: deposit,
        ends: 'ISSUED',
      },
      { title: 'a redemption to a remote core', ledgers, core: ['answered'], send: redeem, ends: 'COMPLETED' },
      { title: 'a redemption with a lost call', ledgers, core: ['lost', 'refused'], send: redeem, ends: 'COMPLETED' },
      {
        title: 'a redemption with a lost answer',
        ledgers,
        core: ['unanswered', 'rejected', 'lost'],
        send: redeem,
        ends: 'COMPLETED',
      },
      {
        title: 'a redemption that the core refuses',
        ledgers,
        core: ['lost'],
        before: ({ world, payer }) => void world.core.balances.set(payer.linkedAccountId, -1_000_000n),
        send: redeem,
        ends: 'RETURNED',
        outcome: 'LINKED_ACCOUNT_INVALID',
      },
    ]
  }),
  {
    title: 'a deposit from a remote core whose mint is refused',
    ledgers: SIMULATED,
    core: ['answered', 'unanswered', 'lost'],
    chain: { refused: 1 },
    send: deposit,
    ends: 'FAILED',
    outcome: 'LEDGER_REFUSED',
  },
]

export function titleOf({ title, ledgers, chain, core, isSwept, isWithin }: Scenario): string {
  const on = ledgers[0] === ledgers[1] ? ledgers[0] : `${ledgers[0]} to ${ledgers[1]}`
  const details = [
    ...Object.entries(chain ?? {}).map(([name, value]) => `${name} ${value}`),
    ...(core === undefined ? [] : [core.join(', ')]),
    ...(isSwept === true ? ['by the sweep'] : []),
    ...(isWithin === true ? ['within one institution'] : []),
  ]
  return `${title} (${[on, ...details].join('; ')})`
}

export interface Change {
  readonly payer: bigint
  readonly payee: bigint
  readonly linked: bigint
}

/** What a movement that has ended has moved. */
export function movedBy({ state, outcome }: Movement): Change {
  const NOTHING = { payer: 0n, payee: 0n, linked: 0n }
  switch (state) {
    case 'ISSUED':
      return { payer: AMOUNT, payee: 0n, linked: -AMOUNT }
    case 'COMPLETED':
      return { payer: -AMOUNT, payee: 0n, linked: AMOUNT }
    case 'COMMITTED':
      return { payer: -AMOUNT, payee: AMOUNT, linked: 0n }
    default:
      return outcome?.reasonCode === 'FUNDS_UNCLAIMED' ? { ...NOTHING, linked: -AMOUNT } : NOTHING
  }
}
