import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { withGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../test/support/onboarding/onboarding.ts'

interface Answer {
  readonly status: number
  readonly type: string | null
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  readonly body: any
}

const LENDER = {
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
}

withGateway('rates', (running) => {
  const onboarding = new Onboarding(() => running.current.url)
  let admin: string
  /** A partner of FI002, whose institution lends nothing. */
  let stranger: Readonly<Record<string, string>>

  before(async () => {
    admin = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const partner = { partnerId: 'ELSEWHERE', name: 'Elsewhere', families: ['lending'], institutionIds: ['FI002'] }
    const { id } = await administer('POST /partners', partner)
    const client = await administer(`POST /partners/${id}/clients`, { clientId: 'elsewhere-1' })
    stranger = { 'x-client-id': 'elsewhere-1', 'x-client-secret': client.client_secret, 'x-partner': 'ELSEWHERE' }
  })

  async function administer(route: string, body?: unknown) {
    const answer = await onboarding.call(route, { token: admin, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body.data
  }

  async function ask(
    route: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = LENDER,
  ): Promise<Answer> {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await fetch(`${running.current.url}/v1/lending${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, type: response.headers.get('content-type'), body: await response.json() }
  }

  // Each picks one of the seeded rates: bands by amount and term, and a grade each.
  const QUOTES: [query: string, nominalRate: number][] = [
    ['productCode=PERSONAL&amount=5000&termMonths=24&riskGrade=A', 7.9],
    ['productCode=PERSONAL&amount=10000&termMonths=36&riskGrade=E', 22.9],
    ['productCode=PERSONAL&amount=10000.01&termMonths=36&riskGrade=B', 10.4],
    ['productCode=PERSONAL&amount=5000&termMonths=24', 11.9],
    ['productCode=PERSONAL&amount=5000&termMonths=48&riskGrade=A', 11.9],
    ['productCode=PERSONAL&riskGrade=Z', 11.9],
    ['productCode=MORTGAGE&termMonths=360&riskGrade=C', 6.75],
    ['productCode=AUTO&termMonths=48&riskGrade=D&asOf=2024-02-29', 9.9],
    ['productCode=SME&amount=100000.01', 8.25],
    ['productCode=OPEN', 10],
  ]
  for (const [query, nominalRate] of QUOTES) {
    test(`${query} is quoted ${nominalRate}`, async () => {
      const { status, body } = await ask(`GET /rates?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.nominalRate, nominalRate)
      assert.equal(typeof body.indicativeApr, 'number')
      assert.ok(Math.abs(body.indicativeApr - nominalRate) < 0.5, 'without fees it is near the nominal rate')
    })
  }

  test('a quote has every field of the contract', async () => {
    const { body } = await ask('GET /rates?productCode=PERSONAL&amount=5000&termMonths=24&riskGrade=A')
    const { rateId, ...rest } = body
    assert.match(rateId, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      productCode: 'PERSONAL',
      nominalRate: 7.9,
      indicativeApr: 7.9,
      type: 'FIXED',
      effectiveFrom: '2020-01-01',
      effectiveTo: null,
      bands: [{ amount: { max: 10000 }, termMonths: { max: 36 }, riskGrades: ['A'] }],
    })
    const indexed = (await ask('GET /rates?productCode=SME&amount=5000')).body
    assert.partialDeepStrictEqual(indexed, { type: 'INDEXED', index: 'SOFR', spread: 5, nominalRate: 9.25 })
    assert.deepEqual((await ask(`GET /rates/${rateId}`)).body, { rateId, ...rest })
    assert.deepEqual((await ask(`GET /rates/${rateId.toUpperCase()}`)).body, { rateId, ...rest })
  })

  const NO_RATE: [title: string, query: string, headers?: Readonly<Record<string, string>>][] = [
    ['a product that does not exist', 'productCode=NONE'],
    ['a day before every rate', 'productCode=PERSONAL&asOf=2019-12-31'],
  ]
  for (const [title, query] of NO_RATE) {
    test(`there is no rate for ${title}`, async () => {
      const { status, type, body } = await ask(`GET /rates?${query}`)
      assert.deepEqual([status, body.code, body.status], [404, 'NO_RATE', 404])
      assert.match(type ?? '', /^application\/problem\+json/)
    })
  }

  test('a partner sees no rates of institutions that it is not connected to', async () => {
    assert.equal((await ask('GET /rates?productCode=PERSONAL', undefined, stranger)).body.code, 'NO_RATE')
    const { rateId } = (await ask('GET /rates?productCode=PERSONAL')).body
    const read = await ask(`GET /rates/${rateId}`, undefined, stranger)
    assert.deepEqual([read.status, read.body.code], [404, 'RATE_NOT_FOUND'])
    const found = await ask('POST /rates/search', {}, stranger)
    assert.deepEqual([found.status, found.body.totalElements, found.body.content], [200, 0, []])
  })

  for (const rateId of ['0197f3a0-0000-7000-8000-0000000000ff', 'x', "'", '%00', '__proto__']) {
    test(`there is no rate ${rateId}`, async () => {
      const { status, body } = await ask(`GET /rates/${rateId}`)
      assert.deepEqual([status, body.code], [404, 'RATE_NOT_FOUND'])
    })
  }

  const SEARCHES: [title: string, filter: object | undefined, total: number][] = [
    ['everything', undefined, 37],
    ['an empty filter', {}, 37],
    ['a product', { productCodes: ['SME'] }, 3],
    ['two products', { productCodes: ['SME', 'OPEN', 'NONE'] }, 4],
    ['a type', { type: 'INDEXED' }, 2],
    ['a range', { productCodes: ['PERSONAL'], rate: { min: 7.9, max: 9.9 } }, 3],
    ['a lower bound', { rate: { min: 23 } }, 1],
    ['a term', { productCodes: ['AUTO'], termMonths: 49 }, 6],
    ['a day in force', { activeOn: '2026-01-01' }, 37],
    ['a day before', { activeOn: '2019-12-31' }, 0],
  ]
  for (const [title, filter, total] of SEARCHES) {
    test(`a search by ${title} finds ${total}`, async () => {
      const { status, body } = await ask('POST /rates/search?size=200', filter)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.totalElements, body.content.length, body.page, body.size], [total, total, 1, 200])
    })
  }

  test('pages neither repeat nor miss a rate', async () => {
    const whole = (await ask('POST /rates/search?size=200', {})).body.content
    const pages = []
    for (let page = 1; page <= 4; page++) pages.push((await ask(`POST /rates/search?page=${page}`, {})).body)
    assert.deepEqual(
      pages.flatMap(({ content }) => content),
      whole,
    )
    assert.deepEqual([pages[3].content.length, pages[3].totalPages], [7, 4])
    assert.deepEqual((await ask('POST /rates/search?page=5', {})).body.content, [])
  })

  // Each is a 400 that names the field.
  const BAD: [route: string, body: unknown, pointer: string][] = [
    ['GET /rates', undefined, 'productCode'],
    ['GET /rates?productCode=', undefined, 'productCode'],
    [`GET /rates?productCode=${'x'.repeat(36)}`, undefined, 'productCode'],
    ['GET /rates?productCode=A&productCode=B', undefined, 'productCode'],
    ['GET /rates?productCode=PERSONAL&amount=abc', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=0', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=-1', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=1e3', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=10.001', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&amount=99999999999999999999', undefined, 'amount'],
    ['GET /rates?productCode=PERSONAL&termMonths=0', undefined, 'termMonths'],
    ['GET /rates?productCode=PERSONAL&termMonths=1201', undefined, 'termMonths'],
    ['GET /rates?productCode=PERSONAL&termMonths=1.5', undefined, 'termMonths'],
    [`GET /rates?productCode=PERSONAL&riskGrade=${'A'.repeat(36)}`, undefined, 'riskGrade'],
    ['GET /rates?productCode=PERSONAL&riskGrade=%00', undefined, 'riskGrade'],
    ['GET /rates?productCode=PERSONAL&asOf=2026-02-30', undefined, 'asOf'],
    ['GET /rates?productCode=PERSONAL&asOf=today', undefined, 'asOf'],
    ['POST /rates/search', { productCodes: 'SME' }, 'productCodes'],
    ['POST /rates/search', { productCodes: [1] }, 'productCodes'],
    ['POST /rates/search', { productCodes: Array(201).fill('A') }, 'productCodes'],
    ['POST /rates/search', { rate: 5 }, 'rate'],
    ['POST /rates/search', { rate: { min: '5' } }, 'rate/min'],
    ['POST /rates/search', { rate: { max: -1 } }, 'rate/max'],
    ['POST /rates/search', { rate: { min: 2, max: 1 } }, 'rate/max'],
    ['POST /rates/search', { rate: null }, 'rate'],
    ['POST /rates/search', { termMonths: '12' }, 'termMonths'],
    ['POST /rates/search', { termMonths: 0 }, 'termMonths'],
    ['POST /rates/search', { type: 'FLOATING' }, 'type'],
    ['POST /rates/search', { activeOn: '2026-13-01' }, 'activeOn'],
    ['POST /rates/search', [], 'body'],
    ['POST /rates/search?page=0', {}, 'page'],
    ['POST /rates/search?size=201', {}, 'size'],
    ['POST /rates/search?size=x', {}, 'size'],
  ]
  for (const [route, sent, pointer] of BAD) {
    test(`${route.slice(0, 60)} ${JSON.stringify(sent)?.slice(0, 40) ?? ''} is a 400 that names ${pointer}`, async () => {
      const { status, body } = await ask(route, sent)
      assert.equal(status, 400, JSON.stringify(body))
      const named = JSON.stringify(body.errors)
      assert.ok(pointer === 'body' || named.includes(pointer), named)
    })
  }

  test('an operator reads rates for a partner when the role grants it', async () => {
    const headers = { authorization: `Bearer ${admin}`, 'x-partner': 'PARTNER01' }
    assert.equal((await ask('GET /rates?productCode=OPEN', undefined, headers)).status, 200)
    const viewer = await onboarding.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
    const lacking = { authorization: `Bearer ${viewer}`, 'x-partner': 'PARTNER01' }
    assert.equal((await ask('GET /rates?productCode=OPEN', undefined, lacking)).status, 403)
  })

  test('a rate that an administrator changes is quoted at once, and an inactive product not at all', async () => {
    const { content } = await administer('POST /loan-rates/list', { productCode: 'OPEN' })
    await administer(`PATCH /loan-rates/${content[0].id}`, { version: content[0].version, nominalRate: 12.5 })
    assert.equal((await ask('GET /rates?productCode=OPEN')).body.nominalRate, 12.5)
    const products = await administer('POST /loan-products/list', { search: 'OPEN' })
    await administer(`PATCH /loan-products/${products.content[0].id}/activation?isActive=false`)
    assert.equal((await ask('GET /rates?productCode=OPEN')).body.code, 'NO_RATE')
    assert.equal((await ask(`GET /rates/${content[0].id}`)).body.code, 'RATE_NOT_FOUND')
  })

  test('a reset of the sandbox restores products and rates', async () => {
    const response = await fetch(`${running.current.managementUrl}/sandbox/reset`, { method: 'POST' })
    assert.equal(response.status, 200)
    assert.equal((await ask('GET /rates?productCode=OPEN')).body.nominalRate, 10)
    assert.equal((await ask('POST /rates/search')).body.totalElements, 37)
  })
})
