// Every rule of an operation: what it does, why it fails, and what it tells.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Hex, zeroAddress } from 'viem'
import { provesMore } from '../../test/support/runner/extent.ts'
import { EVERY_CHAIN, eachChain, FAST_CHAIN } from './each-chain.ts'
import {
  type Action,
  ADMIN,
  addressOf,
  assetOf,
  burn,
  capture,
  contentOf,
  eventsIn,
  hold,
  ISSUE_LIMIT,
  idOf,
  issue,
  LedgerDesk,
  MAX_AMOUNT,
  NO_CREDIT,
  NO_DEBIT,
  type Outcome,
  REASONS,
  type Reason,
  release,
  restrict,
  transfer,
} from './ledger-desk.ts'
import type { TestChain } from './test-chain.ts'

const A = assetOf('A')
const B = assetOf('B')
const UNKNOWN = assetOf('unknown')
const [ALICE, BOB, CAROL] = [addressOf('alice'), addressOf('bob'), addressOf('carol')]
const [LISTED, DELISTED, STRANGER] = [addressOf('listed'), addressOf('delisted'), addressOf('not registered')]
const HOLD = idOf('hold')
const CAPTURED = idOf('captured')
const RELEASED = idOf('released')
const ISSUED = idOf('issued')
const FAILED = idOf('failed')
const OP = idOf('operation')

/** Before each row: balance and what of it is held. Carol has another asset. */
const BEFORE = {
  alice: [100n, 30n],
  bob: [0n, 0n],
  carol: [50n, 0n],
  listed: [10n, 0n],
  delisted: [10n, 0n],
} as const
type Name = keyof typeof BEFORE
const ACCOUNTS: readonly [Name, Hex][] = [
  ['alice', ALICE],
  ['bob', BOB],
  ['carol', CAROL],
  ['listed', LISTED],
  ['delisted', DELISTED],
]
const NAMES = {
  ...Object.fromEntries(ACCOUNTS.map(([name, address]) => [address, name])),
  [zeroAddress]: '-',
  [HOLD]: 'hold',
  [OP]: 'op',
}

interface Row {
  readonly title: string
  readonly actions: readonly Action[]
  /** APPLIED unless told otherwise. */
  readonly ends?: Outcome | Reason
  /** Accounts that change. */
  readonly after?: Partial<Record<Name, readonly [bigint, bigint]>>
  /** What the tokens and the accounts tell. The operation's own event is added. */
  readonly events?: readonly string[]
  readonly holdEnds?: Outcome
}

const ROWS: readonly Row[] = [
  {
    title: 'ISSUE adds to an account',
    actions: [issue(A, BOB, 5n)],
    after: { bob: [5n, 0n] },
    events: ['Transfer - bob 5'],
  },
  {
    title: 'BURN takes from an account',
    actions: [burn(A, ALICE, 70n)],
    after: { alice: [30n, 30n] },
    events: ['Transfer alice - 70'],
  },
  {
    title: 'TRANSFER moves between accounts',
    actions: [transfer(A, ALICE, BOB, 70n)],
    after: { alice: [30n, 30n], bob: [70n, 0n] },
    events: ['Transfer alice bob 70'],
  },
  {
    title: 'TRANSFER to oneself changes nothing',
    actions: [transfer(A, ALICE, ALICE, 70n)],
    events: ['Transfer alice alice 70'],
  },
  {
    title: 'HOLD holds tokens',
    actions: [hold(A, ALICE, 70n)],
    ends: 'HELD',
    after: { alice: [100n, 100n] },
    events: ['HoldCreated op alice 70'],
  },
  {
    title: 'CAPTURE burns what is held',
    actions: [capture(HOLD)],
    after: { alice: [70n, 0n] },
    events: ['HoldExecuted hold alice - 30', 'Transfer alice - 30'],
    holdEnds: 'CAPTURED',
  },
  {
    title: 'CAPTURE with an account moves it there',
    actions: [capture(HOLD, BOB)],
    after: { alice: [70n, 0n], bob: [30n, 0n] },
    events: ['HoldExecuted hold alice bob 30', 'Transfer alice bob 30'],
    holdEnds: 'CAPTURED',
  },
  {
    title: 'CAPTURE to the account itself frees it',
    actions: [capture(HOLD, ALICE)],
    after: { alice: [100n, 0n] },
    events: ['HoldExecuted hold alice alice 30', 'Transfer alice alice 30'],
    holdEnds: 'CAPTURED',
  },
  {
    title: 'RELEASE frees what is held',
    actions: [release(HOLD)],
    after: { alice: [100n, 0n] },
    events: ['HoldReleased hold alice 30'],
    holdEnds: 'RELEASED',
  },
  {
    title: 'CAPTURE and ISSUE of another asset apply together',
    actions: [capture(HOLD), issue(B, CAROL, 30n)],
    after: { alice: [70n, 0n], carol: [80n, 0n] },
    events: ['HoldExecuted hold alice - 30', 'Transfer alice - 30', 'Transfer - carol 30'],
    holdEnds: 'CAPTURED',
  },
  {
    title: 'RESTRICT sets restrictions',
    actions: [restrict(BOB, NO_DEBIT | NO_CREDIT)],
    events: ['AccountRestricted bob 3'],
  },
  {
    title: 'an action sees what those before it have done',
    actions: [issue(A, BOB, 5n), transfer(A, BOB, ALICE, 5n), burn(A, ALICE, 75n)],
    after: { alice: [30n, 30n] },
    events: ['Transfer - bob 5', 'Transfer bob alice 5', 'Transfer alice - 75'],
  },
  {
    title: 'a hold among other actions is held',
    actions: [issue(A, BOB, 5n), hold(A, BOB, 4n)],
    ends: 'HELD',
    after: { bob: [5n, 4n] },
    events: ['Transfer - bob 5', 'HoldCreated op bob 4'],
  },
  {
    title: 'the largest amount is kept whole',
    actions: [issue(B, CAROL, MAX_AMOUNT - 50n), hold(B, CAROL, MAX_AMOUNT)],
    ends: 'HELD',
    after: { carol: [MAX_AMOUNT, MAX_AMOUNT] },
    events: [`Transfer - carol ${MAX_AMOUNT - 50n}`, `HoldCreated op carol ${MAX_AMOUNT}`],
  },
  {
    title: 'one hundred actions apply',
    actions: Array.from({ length: 100 }, () => restrict(BOB, 0n)),
    events: Array.from({ length: 100 }, () => 'AccountRestricted bob 0'),
  },

  // Restrictions stop TRANSFER alone.
  ...(
    [
      ['TRANSFER from an account with NO_DEBIT', [restrict(ALICE, NO_DEBIT), transfer(A, ALICE, BOB, 1n)]],
      ['TRANSFER to an account with NO_CREDIT', [restrict(BOB, NO_CREDIT), transfer(A, ALICE, BOB, 1n)]],
    ] as const
  ).map(([title, actions]): Row => ({ title: `${title} fails`, actions, ends: 'RESTRICTED' })),
  {
    title: 'restrictions of the other direction do not stop TRANSFER',
    actions: [restrict(ALICE, NO_CREDIT), restrict(BOB, NO_DEBIT), transfer(A, ALICE, BOB, 1n)],
    after: { alice: [99n, 30n], bob: [1n, 0n] },
    events: ['AccountRestricted alice 2', 'AccountRestricted bob 1', 'Transfer alice bob 1'],
  },
  {
    title: 'restrictions are set in place of those before',
    actions: [restrict(ALICE, NO_DEBIT), restrict(ALICE, 0n), transfer(A, ALICE, BOB, 1n)],
    after: { alice: [99n, 30n], bob: [1n, 0n] },
    events: ['AccountRestricted alice 1', 'AccountRestricted alice 0', 'Transfer alice bob 1'],
  },
  {
    title: 'restrictions stop nothing else',
    actions: [
      restrict(ALICE, NO_DEBIT | NO_CREDIT),
      restrict(BOB, NO_DEBIT | NO_CREDIT),
      issue(A, ALICE, 1n),
      burn(A, ALICE, 1n),
      hold(A, ALICE, 1n),
      capture(HOLD, BOB),
    ],
    ends: 'HELD',
    after: { alice: [70n, 1n], bob: [30n, 0n] },
    events: [
      'AccountRestricted alice 3',
      'AccountRestricted bob 3',
      'Transfer - alice 1',
      'Transfer alice - 1',
      'HoldCreated op alice 1',
      'HoldExecuted hold alice bob 30',
      'Transfer alice bob 30',
    ],
    holdEnds: 'CAPTURED',
  },

  // Addresses that the admin has listed are accounts; those taken off the list only give.
  {
    title: 'a listed address is an account like others',
    actions: [issue(A, LISTED, 1n), transfer(A, ALICE, LISTED, 1n), capture(HOLD, LISTED)],
    after: { alice: [69n, 0n], listed: [42n, 0n] },
    events: [
      'Transfer - listed 1',
      'Transfer alice listed 1',
      'HoldExecuted hold alice listed 30',
      'Transfer alice listed 30',
    ],
    holdEnds: 'CAPTURED',
  },
  {
    title: 'tokens of an address off the list can be moved and burned',
    actions: [transfer(A, DELISTED, BOB, 4n), burn(A, DELISTED, 6n)],
    after: { delisted: [0n, 0n], bob: [4n, 0n] },
    events: ['Transfer delisted bob 4', 'Transfer delisted - 6'],
  },
  ...(
    [
      ['ISSUE', issue(A, DELISTED, 1n)],
      ['TRANSFER', transfer(A, ALICE, DELISTED, 1n)],
      ['CAPTURE', capture(HOLD, DELISTED)],
    ] as const
  ).map(
    ([kind, action]): Row => ({
      title: `${kind} to an address off the list fails`,
      actions: [action],
      ends: 'UNLISTED',
    }),
  ),

  // Amounts. None is cut: 2^80 + 1 would become 1, and 2^256 - 1 would become the largest.
  ...[0n, MAX_AMOUNT + 1n, MAX_AMOUNT + 2n, 2n ** 256n - 1n].flatMap((amount) =>
    (
      [
        ['ISSUE', issue(A, ALICE, amount)],
        ['BURN', burn(A, ALICE, amount)],
        ['TRANSFER', transfer(A, ALICE, BOB, amount)],
        ['HOLD', hold(A, ALICE, amount)],
      ] as const
    ).map(([kind, action]): Row => ({ title: `${kind} of ${amount} fails`, actions: [action], ends: 'AMOUNT' })),
  ),
  ...(
    [
      ['BURN of more than is free', burn(A, ALICE, 71n)],
      ['TRANSFER of more than is free', transfer(A, ALICE, BOB, 71n)],
      ['TRANSFER to oneself of more than is free', transfer(A, ALICE, ALICE, 71n)],
      ['HOLD of more than is free', hold(A, ALICE, 71n)],
    ] as const
  ).map(([title, action]): Row => ({ title: `${title} fails`, actions: [action], ends: 'INSUFFICIENT_BALANCE' })),

  // Names that are not known.
  ...(
    [
      ['ISSUE', (account: Hex, asset: bigint) => issue(asset, account, 1n)],
      ['BURN', (account: Hex, asset: bigint) => burn(asset, account, 1n)],
      ['TRANSFER from', (account: Hex, asset: bigint) => transfer(asset, account, BOB, 1n)],
      ['TRANSFER to', (account: Hex, asset: bigint) => transfer(asset, asset === B ? CAROL : ALICE, account, 1n)],
      ['HOLD', (account: Hex, asset: bigint) => hold(asset, account, 1n)],
    ] as const
  ).flatMap(([kind, action]): Row[] => [
    { title: `${kind} an unknown account fails`, actions: [action(STRANGER, A)], ends: 'UNKNOWN_ACCOUNT' },
    { title: `${kind} address zero fails`, actions: [action(zeroAddress, A)], ends: 'UNKNOWN_ACCOUNT' },
    { title: `${kind} an account of another asset fails`, actions: [action(ALICE, B)], ends: 'UNKNOWN_ACCOUNT' },
    { title: `${kind} with an unknown asset fails`, actions: [action(ALICE, UNKNOWN)], ends: 'UNKNOWN_ASSET' },
    { title: `${kind} with the asset zero fails`, actions: [action(zeroAddress, 0n)], ends: 'UNKNOWN_ASSET' },
  ]),
  { title: 'RESTRICT of an unknown account fails', actions: [restrict(STRANGER, 1n)], ends: 'UNKNOWN_ACCOUNT' },
  { title: 'CAPTURE to an unknown account fails', actions: [capture(HOLD, STRANGER)], ends: 'UNKNOWN_ACCOUNT' },
  { title: 'CAPTURE to another asset fails', actions: [capture(HOLD, CAROL)], ends: 'UNKNOWN_ACCOUNT' },

  // Holds.
  ...([capture, release] as const).flatMap((end): Row[] => [
    { title: `${end.name} of an id that is not known fails`, actions: [end(idOf('?'))], ends: 'UNKNOWN_HOLD' },
    { title: `${end.name} of an operation without a hold fails`, actions: [end(ISSUED)], ends: 'UNKNOWN_HOLD' },
    { title: `${end.name} of a hold that failed fails`, actions: [end(FAILED)], ends: 'UNKNOWN_HOLD' },
    { title: `${end.name} of what was captured fails`, actions: [end(CAPTURED)], ends: 'HOLD_ENDED' },
    { title: `${end.name} of what was released fails`, actions: [end(RELEASED)], ends: 'HOLD_ENDED' },
    { title: `${end.name} twice fails`, actions: [end(HOLD), end(HOLD)], ends: 'HOLD_ENDED' },
    {
      title: `${end.name} of the operation's own hold fails`,
      actions: [hold(A, ALICE, 1n), end(OP)],
      ends: 'UNKNOWN_HOLD',
    },
  ]),
  { title: 'RELEASE after CAPTURE fails', actions: [capture(HOLD), release(HOLD)], ends: 'HOLD_ENDED' },

  // The shape of an operation.
  { title: 'no actions fail', actions: [], ends: 'MALFORMED' },
  { title: 'two holds fail', actions: [hold(A, ALICE, 1n), hold(A, ALICE, 1n)], ends: 'MALFORMED' },
  {
    title: 'more than one hundred actions fail',
    actions: Array.from({ length: 101 }, () => restrict(BOB, 0n)),
    ends: 'MALFORMED',
  },
  ...[4n, 8n, 256n, 257n, 2n ** 255n].map(
    (restrictions): Row => ({
      title: `RESTRICT by ${restrictions} fails`,
      actions: [restrict(BOB, restrictions)],
      ends: 'MALFORMED',
    }),
  ),
  {
    title: 'the last action fails and nothing of the others stays',
    actions: [
      burn(A, ALICE, 10n),
      issue(B, CAROL, 10n),
      restrict(BOB, 3n),
      hold(A, ALICE, 5n),
      capture(HOLD, BOB),
      burn(A, ALICE, 100n),
    ],
    ends: 'INSUFFICIENT_BALANCE',
  },

  // Limits. The asset A may have a million, B as much as there can be.
  {
    title: 'ISSUE up to the ceiling applies',
    actions: [issue(A, BOB, ISSUE_LIMIT - 150n)],
    after: { bob: [ISSUE_LIMIT - 150n, 0n] },
    events: [`Transfer - bob ${ISSUE_LIMIT - 150n}`],
  },
  { title: 'ISSUE beyond the ceiling fails', actions: [issue(A, BOB, ISSUE_LIMIT - 119n)], ends: 'CEILING' },
  {
    title: 'several ISSUE beyond the ceiling fail',
    actions: [issue(A, BOB, ISSUE_LIMIT - 150n), issue(A, BOB, 31n)],
    ends: 'CEILING',
  },
  {
    title: 'what is burned makes room under the ceiling, but not under the daily limit',
    actions: [issue(A, BOB, ISSUE_LIMIT - 160n), burn(A, BOB, 100n), issue(A, BOB, 11n)],
    ends: 'DAILY_LIMIT',
  },
  { title: 'no supply is beyond the largest amount', actions: [issue(B, CAROL, MAX_AMOUNT)], ends: 'CEILING' },
]

// The other tests compare what both EVMs make of the contract.
eachChain('operations', provesMore ? EVERY_CHAIN : FAST_CHAIN, (open) => {
  let chain: TestChain
  let desk: LedgerDesk
  let supply: readonly (readonly [bigint, bigint])[]

  const supplies = async () => (await desk.assets(A, B)).map((asset) => [asset.supply, asset.onHold] as const)

  before(async () => {
    chain = await open()
    desk = await LedgerDesk.open(chain)
    await desk.register(A, ALICE, BOB)
    await desk.register(B, CAROL)
    await desk.done(ADMIN, 'setLimits', [B, MAX_AMOUNT, MAX_AMOUNT])
    await desk.done(ADMIN, 'listAddress', [LISTED, A])
    await desk.done(ADMIN, 'listAddress', [DELISTED, A])
    await desk.execute(
      {
        id: ISSUED,
        actions: [issue(A, ALICE, 130n), issue(A, LISTED, 10n), issue(A, DELISTED, 10n), issue(B, CAROL, 50n)],
      },
      { id: HOLD, actions: [hold(A, ALICE, 30n)] },
      { id: CAPTURED, actions: [hold(A, ALICE, 30n)] },
      { id: RELEASED, actions: [hold(A, ALICE, 30n)] },
      { id: FAILED, actions: [hold(A, ALICE, 41n)] },
      { id: idOf('ends'), actions: [capture(CAPTURED), release(RELEASED)] },
    )
    await desk.done(ADMIN, 'delistAddress', [DELISTED])
    supply = await supplies()
    assert.deepEqual(supply, [
      [120n, 30n],
      [50n, 0n],
    ])
  })
  after(() => chain.close())

  for (const { title, actions, ends = 'APPLIED', after: changed = {}, events = [], holdEnds = 'HELD' } of ROWS) {
    test(title, () =>
      chain.undone(async () => {
        const result = await desk.execute({ id: OP, actions })
        const [own, other] = await desk.results(OP, HOLD)
        assert.equal(own?.outcome === 'FAILED' ? own.reason : own?.outcome, ends)
        assert.equal(other?.outcome, holdEnds)
        const isApplied = ends === 'APPLIED' || ends === 'HELD'
        assert.deepEqual(
          eventsIn(result, NAMES),
          isApplied ? [...events, 'OperationApplied op'] : [`OperationFailed op ${REASONS.indexOf(ends as Reason)}`],
        )
        const expected = { ...BEFORE, ...changed }
        const found = await desk.accounts(...ACCOUNTS.map(([, address]) => address))
        assert.deepEqual(
          found.map(({ balance, held }) => [balance, held]),
          ACCOUNTS.map(([name]) => expected[name]),
        )
        const held = Object.entries(expected).filter(([name]) => name !== 'carol')
        assert.deepEqual(await supplies(), [
          [held.reduce((sum, [, [balance]]) => sum + balance, 0n), held.reduce((sum, [, [, on]]) => sum + on, 0n)],
          expected.carol,
        ])
        const made = actions.find(({ kind }) => kind === hold(A, ALICE, 1n).kind)
        const madeBy = ends === 'HELD' ? [made?.value, made?.account] : [0n, zeroAddress]
        assert.deepEqual([own?.amount, own?.account], madeBy)
        assert.deepEqual(await desk.contents(OP), [contentOf(actions)])
      }),
    )
  }
})
