// HTTP itself: health, unknown paths, and requests that a core must refuse without doing anything.

import type { CheckCase, CheckDesk, RawReply } from './check-desk.ts'

type Change = [why: string, change: (order: Record<string, unknown>) => unknown]

const MALFORMED: readonly Change[] = [
  ['no amount', ({ amount: _, ...order }) => order],
  ['an amount of zero', (order) => ({ ...order, amount: { ...(order.amount as object), minor: 0 } })],
  ['a negative amount', (order) => ({ ...order, amount: { ...(order.amount as object), minor: -100 } })],
  ['a fraction of a minor unit', (order) => ({ ...order, amount: { ...(order.amount as object), minor: 10.5 } })],
  ['an amount as text', (order) => ({ ...order, amount: { ...(order.amount as object), minor: '100' } })],
  ['an unknown kind', (order) => ({ ...order, kind: 'GIFT' })],
  ['no account', ({ accountId: _, ...order }) => order],
  ['no origin', ({ origin: _, ...order }) => order],
  ['cash and checks that are not the amount', (order) => ({ ...order, cashMinor: 1 })],
  ['an array', (order) => [order]],
]

const malformedCases = MALFORMED.map(
  ([why, change]): CheckCase => ({
    title: `an order with ${why} is refused (400 MALFORMED) and leaves its reference free`,
    async run(desk) {
      const account = desk.newAccount()
      const path = orderPath(desk, desk.newReference())
      const order = wireDeposit(desk, account)
      await desk.moves([account], [[1_000n, 1_000n]], async () => {
        expectRefusal(desk, await desk.sendRaw('PUT', path, JSON.stringify(change(order))), 400, 'MALFORMED')
        expectRefusal(desk, await desk.sendRaw('GET', path), 404, 'UNKNOWN_ORDER')
        desk.expect('the good order', (await desk.sendRaw('PUT', path, JSON.stringify(order))).status, 200)
      })
    },
  }),
)

export const PROTOCOL_CASES: readonly CheckCase[] = [
  { title: 'GET /health says UP', run: (desk) => desk.core.probe() },
  {
    title: 'an unknown path is answered 404 UNKNOWN_PATH',
    async run(desk) {
      expectRefusal(desk, await desk.sendRaw('GET', '/no-such-path'), 404, 'UNKNOWN_PATH')
    },
  },
  {
    title: 'an unknown institution is answered 404 UNKNOWN_INSTITUTION',
    async run(desk) {
      const path = `/institutions/NO-SUCH-INSTITUTION/orders/${desk.newReference()}`
      const body = JSON.stringify(wireDeposit(desk, desk.newAccount()))
      expectRefusal(desk, await desk.sendRaw('PUT', path, body), 404, 'UNKNOWN_INSTITUTION')
      expectRefusal(desk, await desk.sendRaw('GET', path), 404, 'UNKNOWN_INSTITUTION')
      expectRefusal(desk, await desk.sendRaw('POST', `${path}/cancel`), 404, 'UNKNOWN_INSTITUTION')
    },
  },
  {
    title: 'a body that is not JSON is refused (400 MALFORMED)',
    async run(desk) {
      const path = orderPath(desk, desk.newReference())
      expectRefusal(desk, await desk.sendRaw('PUT', path, '{"kind":'), 400, 'MALFORMED')
      expectRefusal(desk, await desk.sendRaw('GET', path), 404, 'UNKNOWN_ORDER')
    },
  },
  {
    title: 'a reference that is not a UUID is refused (400 MALFORMED)',
    async run(desk) {
      const body = JSON.stringify(wireDeposit(desk, desk.newAccount()))
      expectRefusal(desk, await desk.sendRaw('PUT', orderPath(desk, 'abc'), body), 400, 'MALFORMED')
    },
  },
  {
    title: 'a member that the contract does not name is ignored',
    async run(desk) {
      const account = desk.newAccount()
      const body = JSON.stringify({ ...wireDeposit(desk, account), addedLater: true })
      const { status } = await desk.sendRaw('PUT', orderPath(desk, desk.newReference()), body)
      desk.expect('the status', status, 200)
    },
  },
  {
    title: 'a reference is one of its institution: another institution does not find it',
    async run(desk) {
      const { institutionId } = desk.given(desk.fixture.otherInstitution, 'otherInstitution')
      const order = desk.deposit(desk.newAccount(), 1_000n)
      await desk.approve(order)
      desk.expect('finding it elsewhere', await desk.core.find(institutionId, order.reference), undefined)
    },
  },
  ...malformedCases,
]

function orderPath(desk: CheckDesk, reference: string): string {
  return `/institutions/${encodeURIComponent(desk.fixture.institutionId)}/orders/${reference}`
}

function wireDeposit(desk: CheckDesk, accountId: string): Record<string, unknown> {
  const { partnerId, businessDate, currency } = desk.fixture
  return {
    kind: 'DEPOSIT',
    origin: { partnerId, rrn: '000000000001', businessDate },
    accountId,
    amount: { minor: 1_000, currency },
    cashMinor: 1_000,
    checkMinor: 0,
    checkAvailableMinor: 0,
  }
}

function expectRefusal(desk: CheckDesk, { status, body }: RawReply, expected: number, error: string): void {
  desk.expect('the status', status, expected)
  desk.expect('the error', (body as { error?: unknown } | undefined)?.error, error)
}
