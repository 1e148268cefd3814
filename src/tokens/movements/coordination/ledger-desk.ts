// Where movements meet a ledger elsewhere. What they ask in one turn, and what they ask while the ledger is busy, goes there as
// one set: a journey to a ledger costs the same for one operation as for many.

import { isUnclear, timedOut } from '../../../platform/kernel/problems/problem.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import { type DigitalLedger, type LedgerOp, MAX_SET, type OpStatus } from '../../ledgers/digital-ledger.ts'

const CALL_LIMIT_MS = 5_000
/** One call that hangs does not keep the others from the ledger. */
const CALLS_AT_ONCE = 2
const MAX_QUEUED = 50_000

type Answer<T> = PromiseSettledResult<T>

export class LedgerDesk {
  readonly #submitted: BatchQueue<LedgerOp, OpStatus>
  readonly #sought: BatchQueue<string, OpStatus | null>

  /** `noteAnswer` hears of every call, whether the ledger has answered it. */
  constructor(ledger: DigitalLedger, noteAnswer: (isAnswered: boolean) => void) {
    const asking = <Item, T>(ask: (set: readonly Item[]) => Promise<readonly T[]>) =>
      new BatchQueue<Item, T>({
        maxBatch: MAX_SET,
        maxInFlight: CALLS_AT_ONCE,
        maxQueued: MAX_QUEUED,
        smallestShare: MAX_SET,
        run: (set) => askTogether(set, ask, noteAnswer),
      })
    this.#submitted = asking((ops) => ledger.submit(ops))
    this.#sought = asking((opIds) => ledger.getOps(opIds))
  }

  /** Rejects when it is not known whether the ledger has accepted the operation. */
  submit(op: LedgerOp): Promise<OpStatus> {
    return limited(this.#submitted.submit(op))
  }

  /** Null: not accepted yet. */
  find(opId: string): Promise<OpStatus | null> {
    return limited(this.#sought.submit(opId))
  }
}

async function askTogether<Item, T>(
  set: readonly Item[],
  ask: (set: readonly Item[]) => Promise<readonly T[]>,
  noteAnswer: (isAnswered: boolean) => void,
): Promise<Answer<T>[]> {
  try {
    const answers = await limited(ask(set))
    if (answers.length !== set.length) throw new Error('a ledger has not answered each of a set')
    noteAnswer(true)
    return answers.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (isUnclear(reason)) noteAnswer(false)
    else if (set.length > 1) return askInHalves(set, ask, noteAnswer)
    return set.map(() => ({ status: 'rejected', reason }))
  }
}

/** The ledger can make nothing of the set. Perhaps of one operation: the others must not wait for it for ever. */
async function askInHalves<Item, T>(
  set: readonly Item[],
  ask: (set: readonly Item[]) => Promise<readonly T[]>,
  noteAnswer: (isAnswered: boolean) => void,
): Promise<Answer<T>[]> {
  const middle = Math.ceil(set.length / 2)
  const first = await askTogether(set.slice(0, middle), ask, noteAnswer)
  return [...first, ...(await askTogether(set.slice(middle), ask, noteAnswer))]
}

function limited<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, CALL_LIMIT_MS, () => timedOut('no answer in time'))
}
