// Random operations: each ends as on the model, balances agree, and tokens are neither made nor lost.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Asset, LedgerAccount, LedgerAction, LedgerOp } from '../digital-ledger.ts'
import {
  batch,
  burn,
  capture,
  hold,
  issue,
  type LedgerCase,
  type LedgerClient,
  named,
  release,
  transfer,
} from './ledger-client.ts'
import { ModelLedger } from './model-ledger.ts'
import { balanceOf, ensureOne, submitOne } from './single-calls.fixture.ts'

/** Two issuers with two accounts each. Indexes beyond them name an account that does not exist. */
const ACCOUNTS = 4

// Most actions are such as the ledger can apply: a run in which nearly all fail proves little.
const index = fc.oneof(
  { arbitrary: fc.nat({ max: ACCOUNTS - 1 }), weight: 9 },
  { arbitrary: fc.constant(ACCOUNTS), weight: 1 },
)
const amount = fc.bigInt({ min: 0n, max: 40n })
const nth = fc.nat({ max: 8 })

type Step =
  | { readonly kind: 'ISSUE' | 'BURN' | 'HOLD'; readonly at: number; readonly amountMinor: bigint }
  | { readonly kind: 'TRANSFER'; readonly at: number; readonly to: number; readonly amountMinor: bigint }
  | { readonly kind: 'CAPTURE' | 'RELEASE'; readonly hold: number; readonly to: number | undefined }
  | { readonly kind: 'RESTRICT'; readonly at: number; readonly restrictions: readonly ('NO_DEBIT' | 'NO_CREDIT')[] }

const single: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('ISSUE', 'BURN' as const), at: index, amountMinor: amount }),
  fc.record({ kind: fc.constant('HOLD' as const), at: index, amountMinor: amount }),
  fc.record({ kind: fc.constant('TRANSFER' as const), at: index, to: index, amountMinor: amount }),
  fc.record({
    kind: fc.constantFrom('CAPTURE', 'RELEASE' as const),
    hold: nth,
    to: fc.option(index, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('RESTRICT' as const),
    at: index,
    restrictions: fc.subarray(['NO_DEBIT', 'NO_CREDIT'] as const),
  }),
)
/** Several steps are a batch. */
const some = fc.oneof(
  { arbitrary: single.map((step) => [step]), weight: 2 },
  { arbitrary: fc.array(single, { minLength: 2, maxLength: 3 }), weight: 1 },
)
const work = fc.array(some, { minLength: 15, maxLength: 25 })
/** The same work on every ledger and in every run. */
const SEED = 7

export const RANDOM_CASES: readonly LedgerCase[] = [
  {
    title: 'random operations, one after the other, end as on the model',
    async run(desk) {
      await fc.assert(
        fc.asyncProperty(work, async (steps) => {
          const model = new ModelLedger()
          const { accounts, holds, actionOf } = await openBooks(desk, model)
          for (const actions of steps) {
            const op = opOf(actions.map(actionOf), desk)
            const [expected, status] = [await submitOne(model, op), await desk.run(op)]
            assert.equal(status.status, expected.status, `${op.kind} ends as on the model`)
            if (op.kind === 'HOLD') holds.push(op.opId)
            for (const account of accounts)
              assert.deepEqual(await desk.balance(account), await balanceOf(model, account, 'FINAL'))
          }
          for (const holdId of holds)
            assert.deepEqual(await desk.ask((ledger) => ledger.hold(holdId)), await model.hold(holdId))
        }),
        { numRuns: desk.randomRuns, seed: SEED },
      )
    },
  },
  {
    title: 'random operations at once conserve tokens and leave no balance below zero',
    async run(desk) {
      await fc.assert(
        fc.asyncProperty(work, async (steps) => {
          const { accounts, actionOf } = await openBooks(desk, new ModelLedger())
          const ops = steps.map((actions) => opOf(actions.map(actionOf), desk))
          await Promise.all(ops.map((op) => desk.accept(op)))
          const supplies = new Map<string, bigint>()
          const captured: string[] = []
          for (const op of ops) {
            if ((await desk.end(op)).status !== 'FINAL') continue
            for (const action of op.kind === 'BATCH' ? op.actions : [op]) {
              if (action.kind === 'CAPTURE' && action.toAccountId === undefined) captured.push(action.holdId)
              if (action.kind !== 'ISSUE' && action.kind !== 'BURN') continue
              const byMinor = action.kind === 'ISSUE' ? action.amountMinor : -action.amountMinor
              supplies.set(action.assetId, (supplies.get(action.assetId) ?? 0n) + byMinor)
            }
          }
          assert.deepEqual(captured, [], 'no hold was known to capture')
          const sums = new Map<string, bigint>()
          for (const account of accounts) {
            const { balanceMinor, heldMinor } = await desk.balance(account)
            assert.ok(heldMinor >= 0n && balanceMinor >= heldMinor, `${balanceMinor} with ${heldMinor} held`)
            sums.set(account.assetId, (sums.get(account.assetId) ?? 0n) + balanceMinor)
          }
          for (const [assetId, sum] of sums) assert.equal(sum, OPENING_MINOR * 2n + (supplies.get(assetId) ?? 0n))
        }),
        { numRuns: desk.randomRuns, seed: SEED },
      )
    },
  },
]

const OPENING_MINOR = 50n

/** The same assets and accounts on the ledger and on the model. */
async function openBooks(desk: LedgerClient, model: ModelLedger) {
  const assets: Asset[] = [await desk.asset(), await desk.asset()]
  const accounts: LedgerAccount[] = []
  for (const asset of assets) {
    await model.ensureAsset(asset)
    for (let i = 0; i < ACCOUNTS / 2; i++) {
      const account = await desk.account(asset, OPENING_MINOR)
      await ensureOne(model, account)
      await submitOne(model, named(issue(account, OPENING_MINOR)))
      accounts.push(account)
    }
  }
  const stranger = { assetId: (assets[0] as Asset).assetId, accountId: newCorrelationId() }
  const holds: string[] = []
  const at = (i: number) => accounts[i] ?? stranger
  const holdOf = (i: number) => holds[i % Math.max(1, holds.length)] ?? newCorrelationId()
  const actionOf = (step: Step): LedgerAction => {
    switch (step.kind) {
      case 'ISSUE':
        return issue(at(step.at), step.amountMinor)
      case 'BURN':
        return burn(at(step.at), step.amountMinor)
      case 'HOLD':
        return hold(at(step.at), step.amountMinor)
      case 'TRANSFER':
        return transfer(at(step.at), at(step.to), step.amountMinor)
      case 'CAPTURE':
        return capture(holdOf(step.hold), step.to === undefined ? undefined : at(step.to))
      case 'RELEASE':
        return release(holdOf(step.hold))
      case 'RESTRICT':
        return { kind: 'RESTRICT', accountId: at(step.at).accountId, restrictions: step.restrictions }
    }
  }
  return { accounts, holds, actionOf }
}

/** The actions that the ledger can do: without batches the first; if there is none, RESTRICT of an unknown account. */
function opOf(actions: readonly LedgerAction[], { ledger }: LedgerClient): LedgerOp {
  const { atomicBatches, nativeHolds } = ledger.capabilities
  const isHold = ({ kind }: LedgerAction) => kind === 'HOLD' || kind === 'CAPTURE' || kind === 'RELEASE'
  const known = nativeHolds ? actions : actions.filter((action) => !isHold(action))
  const [first, ...more] = known
  if (first === undefined) return named({ kind: 'RESTRICT', accountId: newCorrelationId(), restrictions: [] })
  // A hold has the id of its operation: it is never one of several.
  const isBatch = atomicBatches && more.length > 0 && !known.some(({ kind }) => kind === 'HOLD')
  return named(isBatch ? batch(...known) : first)
}
