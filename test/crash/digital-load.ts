// A load of deposits, transfers, resolutions and redemptions of two partners, each with a reference, on both ledgers. What
// was acknowledged must be there once; what was not is retried with the same reference and must then be there once.

import assert from 'node:assert/strict'
import type { DigitalAnswer, DigitalPartner, Holder } from '../support/digital/digital-partner.ts'
import { USD } from '../support/digital/digital-partner.ts'
import { until } from '../support/until.ts'

/** A request without an answer for this long counts as hanging. */
const HANGS_AFTER_MS = 60_000

export interface LoadHolder extends Holder {
  readonly partner: DigitalPartner
}

interface Sent {
  readonly by: DigitalPartner
  readonly path: string
  readonly body: object
}

export class DigitalLoad {
  /** Requests that were answered with 200, and the id of what they made. */
  readonly acknowledged = new Map<Sent, string>()
  readonly unanswered = new Set<Sent>()
  readonly #holders: readonly LoadHolder[]
  #refs = 0
  #turns = 0

  constructor(holders: readonly LoadHolder[]) {
    this.#holders = holders
  }

  /** Sends from `workers` workers until each has lost its connection. */
  async run(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, (_, worker) => this.#work(worker)))
  }

  /** Retries everything unanswered until it is answered. */
  async finish(): Promise<void> {
    await Promise.all(
      [...this.unanswered].map((sent) =>
        until(async () => (await this.#ask(sent)) !== undefined, `an answer to ${sent.path}`),
      ),
    )
  }

  /** Every reference answers with the resource it made, and that has ended or waits for a decision. */
  async assertKept(): Promise<void> {
    for (const [{ by, path, body }, id] of this.acknowledged) {
      const again = await by.call(`POST ${path}`, body)
      assert.deepEqual([again.status, again.replayed, again.body.id], [200, true, id], `${path}: ${again.text}`)
      const end = await by.ended(`${path.replace(/\/[^/]+\/resolution$/, '')}/${id}`, again.body)
      assert.equal(isExpected(path, end.state), true, `${path} became ${end.state}`)
    }
  }

  /** Commits or aborts what waits for a decision. */
  async decideAll(): Promise<void> {
    for (const { partner } of this.#holders) {
      for (;;) {
        const search = { entity: 'INTERBANK_TRANSFER', filters: { state: 'RESERVED' } }
        const { content } = await partner.ok('POST /search?size=200', { search })
        const own = content.filter((one: { transaction?: object }) => one.transaction !== undefined)
        if (own.length === 0) break
        for (const { id } of own) {
          const path = `/interbank-transfers/${id}/resolution`
          await partner.ok(`POST ${path}`, { transaction: this.#reference(TYPES.resolution), ...action('COMMIT') })
          await partner.ended(`/interbank-transfers/${id}`)
        }
      }
    }
  }

  async #work(worker: number): Promise<void> {
    for (;;) {
      const count = this.#holders.length
      this.#turns += 1
      // Every pair of institutions, hence of ledgers.
      const at = (worker + this.#turns) % count
      const from = this.#holders[at] as LoadHolder
      const to = this.#holders[(at + 1 + (this.#turns % (count - 1))) % count] as LoadHolder
      if (!(await this.#turn(from, to))) return
    }
  }

  /** False once the connection is lost. */
  async #turn(from: LoadHolder, to: LoadHolder): Promise<boolean> {
    const amount = { tokenAmount: USD(2), digitalAssetAccount: { id: from.accountId } }
    const beneficiary = { institutionId: to.institutionId, digitalAssetAccount: { id: to.accountId } }
    const send = (path: string, type: string, body: object, by = from.partner) =>
      this.#ask({ by, path, body: { transaction: this.#reference(type), ...body } })
    const deposit = { ...amount, tokenAmount: USD(6) }
    if ((await send('/tokenized-deposits', TYPES.deposit, deposit)) === undefined) return false
    if ((await send('/interbank-transfers', TYPES.transfer, { ...amount, beneficiary })) === undefined) return false
    const settlement = { mode: 'TWO_PHASE', expiresInSeconds: 3_600 }
    const reserved = await send('/interbank-transfers', TYPES.transfer, { ...amount, beneficiary, settlement })
    if (reserved === undefined) return false
    if (reserved.state === 'RESERVED') {
      const path = `/interbank-transfers/${reserved.id}/resolution`
      const isAborted = this.#turns % 2 === 0
      const decided = await send(
        path,
        TYPES.resolution,
        action(isAborted ? 'ABORT' : 'COMMIT'),
        isAborted ? to.partner : from.partner,
      )
      if (decided === undefined) return false
    }
    return (await send('/token-redemptions', TYPES.redemption, amount)) !== undefined
  }

  #reference(type: string) {
    this.#refs += 1
    return { ref: `load-${this.#refs}`, type }
  }

  /** The resource; undefined when it has to be retried. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  async #ask(sent: Sent): Promise<any> {
    this.unanswered.add(sent)
    const answer = await answerOrHang(sent)
    if (answer === undefined || answer.status === 503) return undefined
    assert.equal(answer.status, 200, `${sent.path}: ${answer.text}`)
    this.unanswered.delete(sent)
    this.acknowledged.set(sent, answer.body.id)
    return answer.body
  }
}

const TYPES = {
  deposit: 'TOKENIZED_DEPOSIT',
  transfer: 'INTERBANK_TRANSFER',
  resolution: 'INTERBANK_TRANSFER_RESOLUTION',
  redemption: 'TOKEN_REDEMPTION',
}

const action = (name: string) => ({ resolution: { action: name } })

function answerOrHang({ by, path, body }: Sent): Promise<DigitalAnswer | undefined> {
  const hangs = AbortSignal.timeout(HANGS_AFTER_MS)
  return Promise.race([
    by.call(`POST ${path}`, body).catch(() => undefined),
    new Promise<never>((_, reject) => {
      hangs.addEventListener('abort', () => reject(new Error('a request was left without an answer')), { once: true })
    }),
  ])
}

function isExpected(path: string, state: string): boolean {
  if (path.startsWith('/tokenized-deposits')) return state === 'ISSUED'
  if (path.startsWith('/token-redemptions')) return state === 'COMPLETED'
  if (path.endsWith('/resolution')) return state === 'COMMITTED' || state === 'ABORTED'
  return ['COMMITTED', 'ABORTED', 'RESERVED'].includes(state)
}
