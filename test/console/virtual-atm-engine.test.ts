// The virtual ATM without its face: references, choices, retries and the store-and-forward queue.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until as untilTrue } from '../support/until.ts'

// The console is compiled with the libraries of a browser, so its types are not known here.
const ENGINE: string = '../../console/src/pages/virtual-atm/engine'

interface State {
  readonly screen: { readonly name: string; readonly entry?: string; readonly problem?: string; readonly code?: string }
  readonly cash?: number
  readonly queue: readonly { readonly state: string; readonly purpose: string; readonly result?: string }[]
  readonly phoneOrders: readonly { readonly code: string; readonly state: string }[]
  readonly journal: readonly { readonly kind: string; readonly delivery?: string; readonly text?: string }[]
}

interface Machine {
  state(): State
  insert(card: { pan?: string; accountId?: string }): void
  press(action: Readonly<Record<string, unknown>>): void
  changeCable(change: Readonly<Record<string, unknown>>): void
  pullCable(): void
  plugIn(): void
  orderCardless(accountId: string, amount: number): { readonly code: string }
}

interface Engine {
  Atm: new (parts: unknown) => Machine
  rrnSource(memory: unknown, now: () => number): () => string
  openChoice(draft: unknown, terminal: { fee: number }): { name: string; entry?: string } | undefined
  readEntry(
    entry: string,
    text: string,
    state: { phoneOrders: readonly unknown[]; terminal: unknown },
    now: number,
  ): { readonly choice?: { readonly amount?: number } }
  asCurl(exchange: unknown, published: readonly string[]): string
  textsOf(language: string): Readonly<Record<string, unknown>>
}

// One after the other: they share most of what they import.
const engine = {} as Engine
for (const name of ['atm', 'rrn', 'atm-state', 'entry', 'exchange', 'atm-texts'])
  Object.assign(engine, await import(`${ENGINE}/${name}.ts`))

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const TERMINAL = {
  institutionId: 'FI001',
  institutionName: 'First Sandbox Bank',
  terminalId: 'ATM00001',
  acceptorId: 'ACC000000000001',
  terminalLoc: 'Springfield',
  currency: 'USD',
  fee: 0,
}
const CREDENTIALS = { clientId: 'client', clientSecret: 'not published', partnerId: 'PARTNER01' }

interface Sent {
  readonly path: string
  readonly body: {
    transaction?: { rrn: string; type: string }
    reverseInfo?: { originalRrn?: string; amount: number }
    amount?: { amount: number; accessFee?: number }
    cash?: { amount: number }
    check?: unknown
  }
}

/** An ATM at a gateway that answers as told, with every request it got. */
function atAtm(answer: (sent: Sent, count: number) => { status?: number; code?: string; replay?: boolean }, fee = 0) {
  const sent: Sent[] = []
  const kept = memory()
  const parts = {
    baseUrl: 'http://gateway.test',
    terminal: { ...TERMINAL, fee },
    credentials: CREDENTIALS,
    published: [],
    memory: kept,
    now: () => 1_790_000_000_000,
    random: () => 0.123456,
    wait: async () => {},
    fetch: async (url: string, init: { body: string }) => {
      const one: Sent = { path: new URL(url).pathname, body: JSON.parse(init.body) }
      sent.push(one)
      const { status = 200, code = '000', replay = false } = answer(one, sent.length)
      return new Response(JSON.stringify({ status: { responseCode: code }, balances: [] }), {
        status,
        headers: { 'content-type': 'application/json', ...(replay && { 'x-idempotent-replay': 'true' }) },
      })
    },
  }
  const atm = new engine.Atm(parts)
  const until = (reached: (state: State) => boolean): Promise<State> =>
    untilTrue(() => reached(atm.state()) && atm.state(), 'the state of the ATM')
  /** To the menu with an account and no card, so that nothing is asked of the gateway before. */
  const begin = () => {
    atm.insert({ accountId: '1000000001' })
    atm.press({ do: 'enter', text: '1234' })
    atm.press({ do: 'language', language: 'ENG' })
  }
  const withdraw = () => {
    begin()
    atm.press({ do: 'start', purpose: 'withdrawal' })
    atm.press({ do: 'amount', amount: 60 })
  }
  return { atm, sent, until, begin, withdraw, again: () => new engine.Atm(parts) }
}

const rrns = (sent: readonly Sent[]) => sent.map(({ body }) => body.transaction?.rrn)

describe('references', () => {
  test('are 12 digits and never repeat, also when the clock stands still or is set back', () => {
    let now = 1_790_000_000_000
    const kept = memory()
    const next = engine.rrnSource(kept, () => now)
    const given = [next(), next()]
    now -= 60_000
    given.push(next())
    given.push(engine.rrnSource(kept, () => now)())
    for (const rrn of given) assert.match(rrn, /^\d{12}$/)
    assert.equal(new Set(given).size, given.length)
  })
})

describe('choices', () => {
  const CHOICES: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined])[] = [
    ['a withdrawal asks for the account', { purpose: 'withdrawal' }, 'from-account'],
    ['then for the amount', { purpose: 'withdrawal', accountId: '1' }, 'cash'],
    ['then for the fee', { purpose: 'withdrawal', accountId: '1', amount: 20 }, 'fee'],
    ['then for nothing', { purpose: 'withdrawal', accountId: '1', amount: 20, isFeeAccepted: true }, undefined],
    ['fast cash asks for the fee only', { purpose: 'fast-cash', accountId: '1', amount: 60 }, 'fee'],
    ['a balance asks for the account only', { purpose: 'balance', accountId: '1' }, undefined],
    ['a deposit asks what is deposited', { purpose: 'deposit', accountId: '1' }, 'deposit-kind'],
    ['cash and checks ask for the cash', { purpose: 'deposit', accountId: '1', depositKind: 'both' }, 'deposit-cash'],
    ['then for the checks', { purpose: 'deposit', accountId: '1', depositKind: 'both', amount: 5 }, 'check'],
    ['checks alone ask for no cash', { purpose: 'deposit', accountId: '1', depositKind: 'checks' }, 'check'],
    ['a transfer asks for the destination', { purpose: 'transfer', accountId: '1' }, 'to-account'],
    ['a transfer is confirmed', { purpose: 'transfer', accountId: '1', toAccountId: '2', amount: 5 }, 'confirm'],
    ['a bill asks for the biller', { purpose: 'bill', accountId: '1' }, 'biller'],
  ]
  for (const [title, draft, expected] of CHOICES) {
    test(title, () => {
      const screen = engine.openChoice(draft, { fee: 2.5 })
      assert.equal(screen?.entry ?? screen?.name, expected)
    })
  }

  test('amounts are read with either decimal sign, and nothing else', () => {
    assert.deepEqual(
      ['20', '20.50', '20,5', '0', '', '-1', '1e3', '1.2345', '٣'].map(
        (text) => engine.readEntry('amount', text, { phoneOrders: [], terminal: TERMINAL }, 0).choice?.amount,
      ),
      [20, 20.5, 20.5, undefined, undefined, undefined, undefined, undefined, undefined],
    )
  })

  test('both languages say everything', () => {
    assert.deepEqual(Object.keys(engine.textsOf('SPA')), Object.keys(engine.textsOf('ENG')))
    for (const [key, text] of Object.entries(engine.textsOf('SPA'))) assert.ok(text !== '', key)
  })
})

describe('a withdrawal', () => {
  test('sends the fee within the amount and pays out the rest', async () => {
    const { atm, sent, until, withdraw } = atAtm(() => ({}), 2.5)
    withdraw()
    atm.press({ do: 'accept' })
    const { cash } = await until(({ screen }) => screen.name === 'approved')
    assert.deepEqual(sent[0]?.body.amount, { amount: 62.5, currencyCode: 'USD', accessFee: 2.5 })
    assert.deepEqual([sent[0]?.body.cash?.amount, cash], [60, 60])
  })

  test('pays nothing out when it is declined', async () => {
    const { until, withdraw } = atAtm(() => ({ code: '110' }))
    withdraw()
    const { screen, cash } = await until(({ screen: { name } }) => name === 'declined')
    assert.deepEqual([screen.code, cash], ['110', undefined])
  })

  test('is repeated under the same RRN after a 504 and paid on the replay', async () => {
    const { sent, until, withdraw } = atAtm((_, count) =>
      count === 1 ? { status: 504, code: '911' } : { replay: true },
    )
    withdraw()
    const { cash, queue } = await until(({ screen }) => screen.name === 'approved')
    assert.equal(new Set(rrns(sent)).size, 1)
    assert.deepEqual([sent.length, cash, queue.length], [2, 60, 0])
  })

  test('that got 503 every time is given up without a reversal', async () => {
    const { sent, until, withdraw } = atAtm(() => ({ status: 503, code: '907' }))
    withdraw()
    const { screen, queue } = await until(({ screen: { name } }) => name === 'trouble')
    assert.deepEqual([screen.problem, queue.length, sent.length], ['notDone', 0, 3])
  })

  test('that got 503 after a lost answer is reversed: the first may have been posted', async () => {
    const { sent, until, withdraw, atm } = atAtm(({ path }, count) =>
      path.endsWith('/reverse') || count === 1 ? {} : { status: 503, code: '907' },
    )
    atm.pullCable()
    withdraw()
    await until(({ queue }) => queue[0]?.state === 'settled')
    assert.equal(sent.at(-1)?.body.reverseInfo?.originalRrn, sent[0]?.body.transaction?.rrn)
  })
})

describe('a pulled cable', () => {
  test('for one lost answer: repeated under the same RRN', async () => {
    const { atm, sent, until, withdraw } = atAtm((_, count) => ({ replay: count > 1 }))
    atm.pullCable()
    withdraw()
    const { cash } = await until(({ screen }) => screen.name === 'approved')
    assert.deepEqual([sent.length, new Set(rrns(sent)).size, cash], [2, 1, 60])
  })

  test('for good: nothing is paid, a reversal with an RRN of its own waits, survives a reload, and settles', async () => {
    const { atm, sent, until, withdraw, again } = atAtm(({ path }) =>
      path.endsWith('/reverse') ? {} : { code: '485' },
    )
    atm.changeCable({ when: 'before-request', once: false })
    atm.pullCable()
    withdraw()
    const { cash, queue } = await until(({ screen }) => screen.name === 'trouble')
    assert.deepEqual([cash, queue[0]?.state, sent.length], [undefined, 'waiting', 0])
    assert.equal(again().state().queue[0]?.state, 'waiting')
    atm.plugIn()
    await until(({ journal }) => journal.some(({ text }) => text?.includes('485') === true))
    const [reversal, late] = sent
    assert.match(reversal?.path ?? '', /debits\/reverse$/)
    assert.equal(reversal?.body.reverseInfo?.originalRrn, late?.body.transaction?.rrn)
    assert.notEqual(reversal?.body.transaction?.rrn, late?.body.transaction?.rrn)
    assert.equal(atm.state().queue[0]?.state, 'settled')
    assert.equal(again().state().queue.length, 0)
  })

  test('keeps the reversal and its RRN when the line fails again', async () => {
    let isUp = false
    const { atm, sent, until, withdraw } = atAtm(() => (isUp ? {} : { status: 504, code: '911' }))
    atm.changeCable({ when: 'during-answer', once: false })
    withdraw()
    await until(({ journal }) => journal.some(({ text }) => text?.includes('stays stored') === true))
    isUp = true
    atm.plugIn()
    await until(({ queue }) => queue[0]?.state === 'settled')
    const reversals = sent.filter(({ path }) => path.endsWith('/reverse'))
    assert.ok(reversals.length > 1)
    assert.equal(new Set(rrns(reversals)).size, 1)
  })

  test('a reversal that is declined waits for an operator', async () => {
    const { until, withdraw } = atAtm(({ path }) =>
      path.endsWith('/reverse') ? { code: '188' } : { status: 504, code: '911' },
    )
    withdraw()
    const { queue } = await until((state) => state.queue[0]?.state === 'stuck')
    assert.match(queue[0]?.result ?? '', /^188/)
  })

  test('a bill payment, which has no reversal, is completed under its own RRN', async () => {
    const { atm, sent, until, begin } = atAtm(() => ({}))
    atm.changeCable({ when: 'before-request', once: false })
    begin()
    atm.pullCable()
    atm.press({ do: 'start', purpose: 'bill' })
    atm.press({ do: 'biller', biller: { billerId: 'BILLER01', bin: '510000', name: 'City Power' } })
    atm.press({ do: 'enter', text: '30' })
    atm.press({ do: 'accept' })
    const { screen, queue } = await until(({ screen: { name } }) => name === 'trouble')
    assert.deepEqual([screen.problem, queue[0]?.purpose, sent.length], ['unknownBill', 'completion', 0])
    atm.plugIn()
    await until((state) => state.queue[0]?.state === 'settled')
    assert.deepEqual([sent.length, sent[0]?.body.transaction?.type], [1, 'BILLPAYMENT'])
  })

  test('a code whose answer was lost is sent again as it was when it is entered again', async () => {
    const { atm, sent, until } = atAtm(() => ({ replay: true }))
    const { code } = atm.orderCardless('1000000001', 50)
    atm.changeCable({ when: 'during-answer', once: false })
    atm.pullCable()
    atm.press({ do: 'cardless' })
    atm.press({ do: 'enter', text: code })
    const { queue } = await until(({ screen: { name } }) => name === 'trouble')
    assert.equal(queue.length, 0)
    atm.plugIn()
    atm.press({ do: 'card-taken' })
    atm.press({ do: 'cardless' })
    atm.press({ do: 'enter', text: code })
    const { cash, phoneOrders } = await until(({ screen: { name } }) => name === 'approved')
    assert.equal(new Set(sent.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.deepEqual([cash, phoneOrders[0]?.state], [50, 'paid'])
    atm.press({ do: 'receipt', print: false })
    atm.press({ do: 'card-taken' })
    atm.press({ do: 'cardless' })
    atm.press({ do: 'enter', text: code })
    assert.equal(atm.state().screen.name, 'entry', 'a code that was paid is not paid again')
  })
})

test('a copied command line leaves out a secret that is not published', () => {
  const exchange = {
    method: 'POST',
    url: 'http://gateway.test/x',
    requestHeaders: { client_secret: "it's secret", partnerId: 'P' },
    requestBody: { text: "it's" },
  }
  assert.doesNotMatch(engine.asCurl(exchange, []), /secret'?$|it's secret/m)
  assert.match(engine.asCurl(exchange, ["it's secret"]), /client_secret: it'\\''s secret/)
})
