import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NOW_MS, TODAY } from '../../../test/support/bank/books.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Account } from '../account.ts'
import { customer, general, type Journal } from '../journal.ts'
import type { Books, OwnedBatch, Owner, Posting, Verdict } from '../posting.ts'
import { decideBatch, PoisonedUnit, type Unit } from './decide-batch.ts'
import type { OpenedBooks } from './read-batch.ts'
import { WorkingBooks } from './working-books.ts'

/** A posting that carries its own decision. */
interface ScriptedPosting extends Posting<string> {
  decide(books: Books): Verdict<string>
}

const OWNER: Owner<ScriptedPosting> = { open: () => assert.fail('these tests open their batches themselves') }
const STRANGER: Owner<ScriptedPosting> = { open: OWNER.open }

function posting(decide: ScriptedPosting['decide'], changes: Partial<ScriptedPosting> = {}): ScriptedPosting {
  return { institutionId: 'ONE', accountIds: ['A'], owner: OWNER as Owner, decide, ...changes }
}

let journals = 0

function moved(accountId: string, minor: bigint, changes: Partial<Journal> = {}): Journal {
  return {
    journalId: String(++journals),
    kind: 'TEST',
    entries: [customer(accountId, 'USD', minor), general('suspense', 'USD', -minor)],
    ...changes,
  }
}

/** Debits an account and returns the new balance. */
function debit(accountId: string, minor: bigint, changes: Partial<ScriptedPosting> = {}): ScriptedPosting {
  return posting(
    (books) => ({ journal: moved(accountId, -minor), answer: () => String(books.account(accountId)?.balanceMinor) }),
    changes,
  )
}

/** Debits an account, or refuses when the balance is too low. */
function debitIfThere(accountId: string, minor: bigint, changes: Partial<ScriptedPosting> = {}): ScriptedPosting {
  const { decide } = debit(accountId, minor)
  return posting(
    (books) => ((books.account(accountId)?.balanceMinor ?? 0n) < minor ? { problem: SHORT } : decide(books)),
    changes,
  )
}

const SHORT = new Problem('invalid', 'the money is not there')
const IN_TWO = { institutionId: 'TWO' }

/** Institutions ONE and TWO, each with accounts A and B of 1000.00. */
function opened() {
  const institution = (): OpenedBooks<Account> => {
    const accounts = ['A', 'B'].map((accountId) => ({
      accountId,
      currency: 'USD',
      balanceMinor: 100_000n,
      heldMinor: 0n,
      overdraftMinor: 0n,
      ceilingMinor: null,
      forcedMinor: 0n,
    }))
    const batch: OwnedBatch<ScriptedPosting> = { decide: (posting, books) => posting.decide(books), steps: () => [] }
    return {
      books: new WorkingBooks({ accounts, holds: [] }, NOW_MS, TODAY),
      owned: new Map([[OWNER as Owner, batch as OwnedBatch]]),
    }
  }
  return new Map([
    ['ONE', institution()],
    ['TWO', institution()],
  ])
}

function balances(batch: ReturnType<typeof opened>): (bigint | undefined)[] {
  return [...batch.values()].flatMap(({ books }) => ['A', 'B'].map((id) => books.account(id)?.balanceMinor))
}

describe('the units of a batch', () => {
  test('are decided in order, and each sees the effects of the earlier ones', () => {
    const batch = opened()
    const results = decideBatch(
      [
        [debitIfThere('A', 60_000n)],
        [debitIfThere('A', 60_000n)],
        [debit('A', -30_000n)],
        [debitIfThere('A', 60_000n)],
      ],
      batch,
    )
    assert.deepEqual(results, [
      { status: 'fulfilled', value: ['40000'] },
      { status: 'rejected', reason: SHORT },
      { status: 'fulfilled', value: ['70000'] },
      { status: 'fulfilled', value: ['10000'] },
    ])
    assert.deepEqual(balances(batch), [10_000n, 100_000n, 100_000n, 100_000n])
    assert.equal(batch.get('ONE')?.books.journals.length, 3)
  })

  test('may settle without a journal', () => {
    const batch = opened()
    assert.deepEqual(decideBatch([[posting(() => ({ answer: () => 'declined' }))]], batch), [
      { status: 'fulfilled', value: ['declined'] },
    ])
    assertUntouched(batch)
  })

  test('of two postings post in two institutions and answer in the order of the postings', () => {
    const batch = opened()
    const results = decideBatch([[debit('A', 100n, IN_TWO), debit('B', -100n)]], batch)
    assert.deepEqual(results, [{ status: 'fulfilled', value: ['99900', '100100'] }])
    assert.deepEqual(balances(batch), [100_000n, 100_100n, 99_900n, 100_000n])
  })

  for (const [title, unitOf] of [
    ['second', (refused: ScriptedPosting, other: ScriptedPosting): Unit => [other, { ...refused, ...IN_TWO }]],
    ['first', (refused: ScriptedPosting, other: ScriptedPosting): Unit => [refused, { ...other, ...IN_TWO }]],
  ] as const) {
    test(`of which the ${title} posting is refused leave no trace of the other`, () => {
      const batch = opened()
      let answered = 0
      const other = posting(() => ({ journal: moved('A', -100n), answer: () => String(++answered) }))
      const refused = posting(() => ({ problem: SHORT }))
      assert.deepEqual(decideBatch([unitOf(refused, other)], batch), [{ status: 'rejected', reason: SHORT }])
      assertUntouched(batch)
      assert.equal(answered, 0)
    })
  }

  function assertUntouched(batch: ReturnType<typeof opened>): void {
    assert.deepEqual(balances(batch), [100_000n, 100_000n, 100_000n, 100_000n])
    for (const { books } of batch.values()) {
      assert.deepEqual(books.journals, [])
      assert.equal(books.changedAccounts.size, 0)
    }
  }
})

describe('a unit that makes the code throw is identified, so that the batch can run without it:', () => {
  const unbalanced = () => moved('A', 1n, { entries: [customer('A', 'USD', 1n)] })
  const POISONS: [title: string, poison: Unit, cause: RegExp][] = [
    ['its decision throws', [posting(thrower)], /on purpose/],
    ['its answer throws', [posting(() => ({ answer: thrower }))], /on purpose/],
    ['its journal does not balance', [posting(() => ({ journal: unbalanced(), answer: () => '' }))], /off by 1 USD/],
    ['it would overdraw its account', [debit('A', 100_001n)], /A would fall below its limit/],
    ['its account is not locked', [debit('C', 1n)], /C is not locked/],
    ['its owner is not registered', [debit('A', 1n, { owner: STRANGER as Owner })], /owner of a posting is not one/],
    ['its institution is not open', [debit('A', 1n, { institutionId: 'THREE' })], /books of THREE are not open/],
    ['its second posting throws', [debit('A', 1n), posting(thrower, IN_TWO)], /on purpose/],
  ]
  for (const [title, poison, cause] of POISONS) {
    test(title, () => {
      const others: Unit[] = [[debit('B', 1n)], [debit('B', 2n)]]
      const run = () => decideBatch([others[0] as Unit, poison, others[1] as Unit], opened())
      assert.throws(run, (error) => {
        assert.ok(error instanceof PoisonedUnit)
        assert.equal(error.unit, poison)
        assert.match((error.cause as Error).message, cause)
        return true
      })
      // Without it the others post, after the books are read again.
      assert.deepEqual(decideBatch(others, opened()), [
        { status: 'fulfilled', value: ['99999'] },
        { status: 'fulfilled', value: ['99997'] },
      ])
    })
  }
})

function thrower(): never {
  throw new Error('on purpose')
}
