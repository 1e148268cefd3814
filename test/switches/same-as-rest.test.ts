// Ten thousand messages of a switch, in both dialects, with repeats, advices and reversals. Each order is also sent by REST, on
// accounts that began with the same balance: the answers tell the same, and so do the books.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import type { Fields, SwitchDialect, SwitchLine, SwitchMessage } from '../support/peers/switch-simulator.ts'
import { rounds } from '../support/runner/extent.ts'
import {
  amountsOf,
  DEFAULTS,
  fieldsOf,
  INSTITUTION,
  type OrderKind,
  type PlayedOrder,
  type RestBody,
  requestOf,
  type Side,
  tellsOf,
  typeOf,
} from './orders.ts'

const LANES = 40
const MESSAGES = rounds(2_000, 10_000)
const FIRST_ACCOUNT = 5_000_000_001
/** Declines of a reversal that its advice is acknowledged for. An advised order is acknowledged in any case. */
const TAKEN_OVER = ['914', '188', '110', '182', '183', '480', '484']
const DIALECTS = ['iso87-ascii', 'iso93-binary'] as const

const sent = Object.fromEntries(
  DIALECTS.map((dialect) => {
    const file = new URL(`../../dialects/${dialect}.json`, import.meta.url)
    return [dialect, JSON.parse(readFileSync(file, 'utf8')).responseCodes.sent as Record<string, string>]
  }),
) as Record<SwitchDialect, Record<string, string>>

interface Played {
  readonly mti: string
  readonly fields: Fields
  readonly answer: SwitchMessage
}

describe('thousands of messages of switches', () => {
  let store: Store
  let gateway: Gateway

  before(async () => {
    store = await createSandboxStore('postgres')
    const { DATABASE_URL: url } = store.env
    const confirmed = url === undefined ? [] : ['--confirm', new URL(url).pathname.slice(1)]
    await runTillgate(store, ['seed', '--accounts', String(LANES * 4), '--institution', INSTITUTION, ...confirmed])
    gateway = await startGateway(store, { ...switchEnvironment(INSTITUTION), LOG_LEVEL: 'warn' })
  })
  after(async () => {
    await gateway.stop()
    await store.remove()
  })

  const seen = new Map<string, number>()
  let count = 0

  test('tell the same as REST, and repeats get the same answer', async () => {
    await Promise.all(Array.from({ length: LANES }, (_none, lane) => new Lane(lane).play(MESSAGES / LANES)))
    assert.equal(count, MESSAGES)
    // The mixture is what it is meant to be.
    for (const [what, least] of [
      ['00', 0.2],
      ['51', 0.01],
      ['52', 0.01],
      ['58', 0.01],
      ['repeat', 0.1],
      ['reversal', 0.08],
    ] as const) {
      assert.ok((seen.get(what) ?? 0) >= least * MESSAGES, `${what}: ${seen.get(what)}, fewer than ${least} of all`)
    }
  })

  test('and leave books that are right', async () => {
    assert.equal(await gateway.stop(), 0, gateway.output().slice(-2_000))
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
    gateway = await startGateway(store)
  })

  class Lane {
    readonly #lane: number
    readonly #dialect: SwitchDialect
    readonly #random: () => number
    readonly #originals: { order: PlayedOrder; iso: Side; rest: Side }[] = []
    readonly #played: Played[] = []
    #rrn = 0

    constructor(lane: number) {
      this.#lane = lane
      this.#dialect = DIALECTS[lane % 2] as SwitchDialect
      this.#random = mulberry(lane + 1)
    }

    async play(messages: number): Promise<void> {
      const line = await openLine(gateway, this.#dialect)
      for (let i = 0; i < messages; i++) {
        count++
        const repeated = this.#random() < 0.2 ? this.#pick(this.#played) : undefined
        if (repeated !== undefined) await this.#repeat(line, repeated)
        else if (this.#random() < 0.2 && this.#originals.length > 0) await this.#reverse(line)
        else await this.#order(line)
      }
      line.close()
    }

    async #repeat(line: SwitchLine, { mti, fields, answer }: Played): Promise<void> {
      // As a repeat, or as the same message once more.
      const again = this.#random() < 0.5 ? mti : `${mti.slice(0, 3)}1`
      const second = await line.ask(again, fields)
      assert.deepEqual(tellsOf(second), tellsOf(answer))
      assert.equal(second.mti, answer.mti)
      note('repeat')
    }

    async #order(line: SwitchLine): Promise<void> {
      const kinds: readonly OrderKind[] = ['withdrawal', 'withdrawal', 'deposit', 'transfer', 'payment', 'inquiry']
      const kind = this.#pick(kinds) as OrderKind
      const chance = this.#random()
      const order: PlayedOrder = {
        ...DEFAULTS,
        kind,
        amount: chance < 0.1 && kind !== 'deposit' ? 99_000_000 : 200 + Math.floor(this.#random() * 9_000),
        ...(chance > 0.1 && chance < 0.15 && { hasWrongAccount: true }),
        ...(chance > 0.15 && chance < 0.2 && { terminalId: 'ATM99999' }),
      }
      const withFee = order.kind === 'withdrawal' && this.#random() < 0.3 ? { ...order, fee: 150 } : order
      const { iso, rest, answer, body } = await this.#both(line, withFee)
      const isReversible = ['withdrawal', 'deposit', 'transfer'].includes(order.kind)
      if (isReversible && body.status?.responseCode === '000') {
        const name = this.#random() < 0.5
        this.#originals.push({
          order: withFee,
          iso: { ...iso, authId: name ? answer.fields[38] : undefined },
          rest: { ...rest, authId: name ? body.status.authId : undefined },
        })
      }
    }

    async #reverse(line: SwitchLine): Promise<void> {
      const at = Math.floor(this.#random() * this.#originals.length)
      const [original] = this.#originals.splice(at, 1)
      if (original === undefined) return
      const { order, iso, rest } = original
      const takesBack = this.#random() < 0.3 ? Math.ceil(order.amount / 3) : order.amount
      await this.#both(line, { ...order, takesBack }, { iso, rest })
      note('reversal')
    }

    /** One order on both sides; the answers must tell the same. */
    async #both(line: SwitchLine, order: PlayedOrder, originals?: { iso: Side; rest: Side }) {
      const iso = this.#side(0, originals?.iso)
      const rest = this.#side(1, originals?.rest)
      const isAdvice = order.kind !== 'inquiry' && this.#random() < 0.2
      const mti = typeOf(this.#dialect, { isReversal: order.takesBack !== undefined, isAdvice, isRepeat: false })
      const fields = fieldsOf(this.#dialect, order, iso)
      const { path, body: request } = requestOf(order, rest)
      const [answer, { status, body }] = await Promise.all([line.ask(mti, fields), post(gateway, path, request)])
      this.#compare(fields, answer, { status, body, isAdvice })
      // An inquiry is not stored: it tells what is now.
      if (order.kind !== 'inquiry') this.#played.push({ mti, fields, answer })
      return { iso, rest, answer, body }
    }

    #compare(
      fields: Fields,
      answer: SwitchMessage,
      { status, body, isAdvice }: { status: number; body: RestBody; isAdvice: boolean },
    ): void {
      const told = body.status?.responseCode ?? ''
      const isTakenOver = isAdvice && status === 200 && (answer.mti[1] === '2' || TAKEN_OVER.includes(told))
      const code = isTakenOver ? '000' : told
      const codes = sent[this.#dialect]
      const context = JSON.stringify({ fields, answer, body })
      const isAccepted = code === '000' && answer.mti.startsWith('14')
      assert.equal(answer.fields[39], isAccepted ? '400' : (codes[code] ?? codes.other), context)
      assert.equal(answer.fields[38] !== undefined, body.status?.authId !== undefined, context)
      assert.equal(answer.fields[54] ?? '', amountsOf(body.balances), context)
      for (const repeated of [3, 4, 7, 12, 37, 41, 42, 49, 102]) {
        assert.equal(answer.fields[repeated], fields[repeated], context)
      }
      note(sent['iso87-ascii'][code] as string)
    }

    #side(which: 0 | 1, original?: Side): Side {
      const first = FIRST_ACCOUNT + this.#lane * 4 + which * 2
      const rrn = `${which + 1}${String(this.#lane).padStart(3, '0')}${String(++this.#rrn).padStart(8, '0')}`
      return {
        from: String(first),
        to: String(first + 1),
        rrn,
        ...(original !== undefined && { originalRrn: original.rrn, authId: original.authId }),
      }
    }

    #pick<T>(items: readonly T[]): T | undefined {
      return items[Math.floor(this.#random() * items.length)]
    }
  }

  function note(what: string): void {
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }
})

/** The same numbers for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
