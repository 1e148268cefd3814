// A load of deposits, transfers, returns, resolutions and redemptions of two partners, each with a reference, on both ledgers. What
// was acknowledged must be there once; what was not is retried with the same reference and must then be there once. What
// is dropped after a 503 must not be there.

import assert from 'node:assert/strict'
import type { DigitalAnswer, DigitalPartner, Holder } from '../support/digital/digital-partner.ts'
import { USD } from '../support/digital/digital-partner.ts'
import { Attempts, answerOrHang } from './attempts.ts'

export interface LoadHolder extends Holder {
  readonly partner: DigitalPartner
}

interface Sent {
  readonly by: DigitalPartner
  readonly path: string
  readonly body: object
}

interface Acknowledged {
  readonly id: string
  readonly from: LoadHolder
  readonly to: LoadHolder
  readonly tokens: number
}

export interface DigitalLoadOptions {
  readonly holders: readonly LoadHolder[]
  /** Turns of one worker; without a number, turns until `stop`. */
  readonly turnsPerWorker?: number
  /** Whether transfers are also made in two phases, which wait for a decision for an hour. */
  readonly twoPhases?: boolean
  /** Whether to let go of a request that was answered 503. */
  isDropped?(): boolean
  /** Begins every reference. */
  readonly refs?: string
}

const DEPOSITED = 6
const MOVED = 2
const GIVEN_BACK = 1

export class DigitalLoad {
  /** Requests that were answered with 200, and what they made. */
  readonly acknowledged = new Map<Sent, Acknowledged>()
  answered = 0
  failed = 0
  readonly #options: DigitalLoadOptions
  readonly #holders: readonly LoadHolder[]
  /** Tokens by account that the ends of all movements say are there. */
  readonly #expected = new Map<string, number>()
  #isStopped = false
  #refs = 0
  #turns = 0

  constructor(options: DigitalLoadOptions) {
    this.#options = options
    this.#holders = options.holders
  }

  /** Reads what there is before the load. */
  async readBefore(): Promise<void> {
    for (const { partner, accountId } of this.#holders) {
      this.#expected.set(accountId, (await partner.balances(accountId)).asset)
    }
  }

  /** Every request is retried until it is answered. */
  async run(workers: number): Promise<void> {
    this.#isStopped = false
    try {
      await Promise.all(Array.from({ length: workers }, (_, worker) => this.#work(worker)))
    } finally {
      // When one worker fails, the others must not go on for ever.
      this.stop()
    }
  }

  /** Begins no further request. */
  stop(): void {
    this.#isStopped = true
  }

  /** Every reference answers with the resource it made, and that has ended or waits for a decision. */
  async assertKept(): Promise<void> {
    for (const [{ by, path, body }, { id }] of this.acknowledged) {
      const again = await by.call(`POST ${path}`, body)
      assert.deepEqual([again.status, again.replayed, again.body.id], [200, true, id], `${path}: ${again.text}`)
      const end = await by.ended(`${resourcesOf(path)}/${id}`, again.body)
      assert.equal(isExpected(path, end.state), true, `${path} became ${end.state}`)
    }
  }

  /** Decides what waits for it. Then every account has what the ends of its movements say, and nothing is open. */
  async assertSettled(): Promise<void> {
    await this.decideAll()
    for (const [{ by, path }, { id, from, to, tokens }] of this.acknowledged) {
      if (path.endsWith('/resolution')) continue
      const { state } = await by.ended(`${path}/${id}`)
      const moved = state === 'ABORTED' ? 0 : tokens
      this.#expect(from, path === '/tokenized-deposits' ? moved : -moved)
      if (path === '/interbank-transfers') this.#expect(to, moved)
    }
    this.acknowledged.clear()
    const held = new Map<string, number>()
    for (const { partner, accountId, institutionId } of this.#holders) {
      const { locked, pending, asset } = await partner.balances(accountId)
      assert.deepEqual({ locked, pending }, { locked: 0, pending: 0 })
      held.set(institutionId, (held.get(institutionId) ?? 0) + asset)
      assert.equal(asset, this.#expected.get(accountId), `tokens of ${accountId}`)
    }
    let owedByAll = 0
    for (const [institutionId, tokens] of held) {
      const { partner } = this.#holders.find((one) => one.institutionId === institutionId) as LoadHolder
      const { supply, backing, owed, reserved, unclaimed } = await partner.position(institutionId)
      assert.deepEqual([supply, backing, reserved, unclaimed], [tokens, tokens, 0, 0])
      owedByAll += owed
    }
    assert.equal(owedByAll, 0)
  }

  #expect({ accountId }: LoadHolder, tokens: number): void {
    this.#expected.set(accountId, (this.#expected.get(accountId) ?? 0) + tokens)
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
    const { turnsPerWorker = Number.POSITIVE_INFINITY } = this.#options
    for (let turn = 0; turn < turnsPerWorker && !this.#isStopped; turn++) {
      const count = this.#holders.length
      this.#turns += 1
      // Every pair of institutions, hence of ledgers.
      const at = (worker + this.#turns) % count
      const from = this.#holders[at] as LoadHolder
      const to = this.#holders[(at + 1 + (this.#turns % (count - 1))) % count] as LoadHolder
      await this.#turn(from, to)
    }
  }

  async #turn(from: LoadHolder, to: LoadHolder): Promise<void> {
    const amount = { tokenAmount: USD(MOVED), digitalAssetAccount: { id: from.accountId } }
    const beneficiary = { institutionId: to.institutionId, digitalAssetAccount: { id: to.accountId } }
    const moved = { from, to, tokens: MOVED }
    const send = (path: string, type: string, body: object, by = from.partner, parties = moved) =>
      this.#untilAnswered({ by, path, body: { transaction: this.#reference(type), ...body } }, parties)
    const deposit = { ...amount, tokenAmount: USD(DEPOSITED) }
    await send('/tokenized-deposits', TYPES.deposit, deposit, from.partner, { ...moved, tokens: DEPOSITED })
    const made = await send('/interbank-transfers', TYPES.transfer, { ...amount, beneficiary })
    if (made?.state === 'COMMITTED') {
      const back = {
        tokenAmount: USD(GIVEN_BACK),
        digitalAssetAccount: { id: to.accountId },
        returnOf: { id: made.id },
      }
      const parties = { from: to, to: from, tokens: GIVEN_BACK }
      await send('/interbank-transfers', TYPES.transfer, back, to.partner, parties)
    }
    if (this.#options.twoPhases !== false) {
      const settlement = { mode: 'TWO_PHASE', expiresInSeconds: 3_600 }
      const reserved = await send('/interbank-transfers', TYPES.transfer, { ...amount, beneficiary, settlement })
      if (reserved?.state === 'RESERVED') {
        const isAborted = this.#turns % 2 === 0
        const by = isAborted ? to.partner : from.partner
        const decision = action(isAborted ? 'ABORT' : 'COMMIT')
        await send(`/interbank-transfers/${reserved.id}/resolution`, TYPES.resolution, decision, by)
      }
    }
    await send('/token-redemptions', TYPES.redemption, amount)
  }

  #reference(type: string) {
    this.#refs += 1
    return { ref: `${this.#options.refs ?? 'load'}-${this.#refs}`, type }
  }

  /** The resource; undefined when the request was dropped, or when the load stops before it is sent. */
  async #untilAnswered(sent: Sent, parties: Omit<Acknowledged, 'id'>): Promise<Resource | undefined> {
    if (this.#isStopped) return undefined
    const attempts = new Attempts()
    for (;;) {
      const answer = await answerOrHang<DigitalAnswer>(sent.by.call(`POST ${sent.path}`, sent.body))
      if (attempts.take(answer) === 'outcome') {
        assert.equal(answer?.status, 200, `${sent.path}: ${answer?.text}`)
        this.answered++
        this.acknowledged.set(sent, { id: answer?.body.id, ...parties })
        return answer?.body
      }
      this.failed++
      if (attempts.mayBeDropped && this.#options.isDropped?.()) return undefined
      await attempts.pause()
    }
  }
}

interface Resource {
  readonly id: string
  readonly state: string
}

const TYPES = {
  deposit: 'TOKENIZED_DEPOSIT',
  transfer: 'INTERBANK_TRANSFER',
  resolution: 'INTERBANK_TRANSFER_RESOLUTION',
  redemption: 'TOKEN_REDEMPTION',
}

const action = (name: string) => ({ resolution: { action: name } })

function resourcesOf(path: string): string {
  return path.replace(/\/[^/]+\/resolution$/, '')
}

function isExpected(path: string, state: string): boolean {
  if (path.startsWith('/tokenized-deposits')) return state === 'ISSUED'
  if (path.startsWith('/token-redemptions')) return state === 'COMPLETED'
  if (path.endsWith('/resolution')) return state === 'COMMITTED' || state === 'ABORTED'
  return ['COMMITTED', 'ABORTED', 'RESERVED'].includes(state)
}
