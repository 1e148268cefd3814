import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { LendingTurns } from '../../servicing/slices/lending-turns.ts'
import { APPROVE, DAY, DECLINE, originationOn, PARTNER, RATE, START_MS } from '../origination.fixture.ts'
import type { NewOffer } from './draft-offer.ts'
import type { OfferFilter } from './offer-records.ts'
import { openOffers } from './offer-suite.fixture.ts'

onDatabase('offers', (engine, open) => {
  const nodes = openOffers(engine, open)

  test('an offer is of what was approved, and shows what it costs', async () => {
    const { applicationId } = await nodes.here.submit({ requestedMinor: 1_200_000n, interestRate: '12' })
    await nodes.here.decide(applicationId)
    const offer = await nodes.here.offer(applicationId)
    assert.partialDeepStrictEqual(offer, {
      applicationId,
      amountMinor: 1_200_000n,
      interestRate: '12',
      term: { count: 12, unit: 'Months' },
      status: 'OPEN',
      expiresAtMs: START_MS + 14 * DAY,
      supersededOfferIds: [],
      figures: {
        // 12,000 at 1 % a month over 12 months: 12,000 × 0.0888487887.
        instalmentMinor: 106_619n,
        instalments: 12,
        amountFinancedMinor: 1_200_000n,
        totalFeesMinor: 0n,
        apr: '12.00',
        aprMethod: 'REG_Z_ACTUARIAL',
      },
    })
    const { figures, schedule } = offer
    assert.equal(schedule.length, 12)
    assert.equal(schedule[0]?.dueDate, '2026-02-15')
    assert.equal(schedule.at(-1)?.balanceMinor, 0n)
    assert.equal(figures.totalRepayableMinor, figures.amountFinancedMinor + figures.financeChargeMinor)
    assert.equal(figures.financeChargeMinor, figures.totalInterestMinor)
    assert.deepEqual(await nodes.here.offers.find(PARTNER, offer.offerId), offer)
    const application = await nodes.here.applications.find(PARTNER, applicationId)
    assert.deepEqual([application.status, application.offerIds], ['OFFERED', [offer.offerId]])
  })

  test('fees: a financed one is lent too, a prepaid one lowers what is financed, and both raise the APR', async () => {
    const { applicationId } = await nodes.here.submit({ requestedMinor: 1_000_000n, interestRate: '12' })
    await nodes.here.decide(applicationId)
    const plain = (await nodes.here.offer(applicationId)).figures
    const fee = (financed: boolean) => ({ fees: [{ code: 'ORIGINATION', percent: '2', financed }] })
    const prepaid = await nodes.here.offer(applicationId, fee(false))
    assert.equal(prepaid.agreement.principalApprovedMinor, 1_000_000n)
    assert.partialDeepStrictEqual(prepaid.figures, {
      totalFeesMinor: 20_000n,
      amountFinancedMinor: 980_000n,
      instalmentMinor: plain.instalmentMinor,
      financeChargeMinor: plain.financeChargeMinor + 20_000n,
      totalRepayableMinor: plain.totalRepayableMinor,
    })
    const financed = await nodes.here.offer(applicationId, fee(true))
    assert.equal(financed.agreement.principalApprovedMinor, 1_020_000n)
    assert.partialDeepStrictEqual(financed.figures, {
      totalFeesMinor: 20_000n,
      amountFinancedMinor: 1_000_000n,
      financeChargeMinor: financed.figures.totalInterestMinor + 20_000n,
    })
    for (const { figures } of [prepaid, financed]) {
      assert.equal(figures.amountFinancedMinor + figures.financeChargeMinor, figures.totalRepayableMinor)
      assert.ok(Number(figures.apr) > 15 && Number(figures.apr) < 16.5, figures.apr)
    }
  })

  test('an offer can be of less, at a quoted rate, for another term, in another method and currency', async () => {
    const { applicationId } = await nodes.here.submit({ currency: 'JPY', requestedMinor: 40_000n })
    await nodes.here.decide(applicationId)
    const offer = await nodes.here.offer(applicationId, {
      amountMinor: 30_000n,
      rateId: RATE.rateId,
      term: { count: 6, unit: 'Months' },
      terms: { method: 'EQUAL_PRINCIPAL', graceOnPrincipal: 0, firstDueDate: '2026-03-01' },
      expiresAtMs: START_MS + DAY,
    })
    assert.partialDeepStrictEqual(offer, { interestRate: '7.25', rateId: RATE.rateId, expiresAtMs: START_MS + DAY })
    assert.deepEqual(
      offer.schedule.map(({ principalMinor }) => principalMinor),
      [5_000n, 5_000n, 5_000n, 5_000n, 5_000n, 5_000n],
    )
    assert.equal(offer.schedule[0]?.dueDate, '2026-03-01')
  })

  test('a down payment is no instalment, and grace does not make the instalment small', async () => {
    const { applicationId } = await nodes.here.submit({ interestRate: '12' })
    await nodes.here.decide(applicationId)
    const down = await nodes.here.offer(applicationId, { terms: { downPayment: { percent: '20', auto: false } } })
    assert.deepEqual([down.figures.instalments, down.schedule.length], [12, 13])
    assert.equal(down.schedule[0]?.principalMinor, 200_000n)
    const grace = await nodes.here.offer(applicationId, { terms: { graceOnPrincipal: 3 } })
    assert.equal(grace.schedule[0]?.principalMinor, 0n)
    const row = grace.schedule[3]
    assert.equal(grace.figures.instalmentMinor, (row?.principalMinor ?? 0n) + (row?.interestMinor ?? 0n))
  })

  test('an APR can be the European one', async () => {
    const { applicationId } = await nodes.here.submit({ interestRate: '12' }, 'EUROPEAN')
    await nodes.here.decide(applicationId)
    const { figures } = await nodes.here.offer(applicationId)
    assert.deepEqual([figures.apr, figures.aprMethod], ['12.68', 'EU_EFFECTIVE'])
  })

  test('an offer ends with the approval at the latest', async () => {
    const { applicationId } = await nodes.here.submit()
    const expiresAtMs = START_MS + 3 * DAY
    await nodes.here.decide(applicationId, { ...APPROVE, expiresAtMs })
    const { offerId, expiresAtMs: ends } = await nodes.here.offer(applicationId, { expiresAtMs: START_MS + 99 * DAY })
    assert.equal(ends, expiresAtMs)
    nodes.here.clock.nowMs = expiresAtMs
    await assert.rejects(nodes.here.accept(offerId), { reason: 'loans.offer-expired' })
    await assert.rejects(nodes.here.offer(applicationId), { reason: 'loans.decision-expired' })
    assert.equal((await nodes.here.applications.find(PARTNER, applicationId)).status, 'EXPIRED')
  })

  const REFUSED: [title: string, offer: Partial<NewOffer>, reason: string][] = [
    ['more than was approved', { amountMinor: 1_000_001n }, 'amount-exceeds-approved'],
    ['less than the product lends', { amountMinor: 1n }, 'amount-out-of-range'],
    ['a rate beyond the product', { interestRate: '100.01' }, 'rate-out-of-range'],
    ['a rate of another product', { rateId: newId(START_MS) }, 'rate-not-found'],
    ['a term beyond the product', { term: { count: 99, unit: 'Years' } }, 'term-out-of-range'],
    ['fees beyond the cap', { fees: [{ code: 'A', percent: '25.01', financed: true }] }, 'fee-cap-exceeded'],
    ['a broken number of periods', { terms: { repaymentEvery: 5 } }, 'terms-invalid'],
    ['a due date before the disbursement', { terms: { firstDueDate: '2026-01-01' } }, 'terms-invalid'],
    ['a balloon of all principal', { terms: { balloonMinor: 1_000_000n } }, 'terms-invalid'],
    ['a down payment of everything', { terms: { downPayment: { percent: '100', auto: true } } }, 'terms-invalid'],
  ]
  for (const [title, offer, reason] of REFUSED) {
    test(`${title} is refused and the application stays approved`, async () => {
      const { applicationId } = await nodes.here.submit()
      await nodes.here.decide(applicationId)
      await assert.rejects(nodes.here.preview(applicationId, offer), { reason: `loans.${reason}` })
      await assert.rejects(nodes.here.offer(applicationId, offer), { reason: `loans.${reason}` })
      assert.equal((await nodes.here.applications.find(PARTNER, applicationId)).status, 'APPROVED')
    })
  }

  test('offers and their previews need an approval that is not used', async () => {
    const { applicationId } = await nodes.here.submit()
    const { applicationId: declined } = await nodes.here.submit()
    await nodes.here.decide(declined, DECLINE)
    const { applicationId: taken, offerIds } = await nodes.here.offered()
    await nodes.here.accept(offerIds[0] ?? '')
    const { applicationId: full } = await nodes.here.offered()
    await nodes.database.query(
      `INSERT INTO loan_application_history (institution_id, application_id, sequence, event, status, at, made_by)
       SELECT 'FI001', $1, n, 'OFFER', 'OFFERED', now(), 'test' FROM generate_series(4, 500) AS n`,
      [full],
    )
    const REFUSALS: [id: string, reason: string][] = [
      [newId(START_MS), 'application-not-found'],
      [applicationId, 'not-approved'],
      [declined, 'not-approved'],
      [taken, 'invalid-state'],
      [full, 'history-full'],
    ]
    for (const [id, reason] of REFUSALS) {
      await assert.rejects(nodes.here.preview(id), { reason: `loans.${reason}` })
      await assert.rejects(nodes.here.offer(id), { reason: `loans.${reason}` })
    }
  })

  test('a preview has the figures of the offer that is then made, and leaves no trace', async () => {
    const { applicationId } = await nodes.here.submit()
    await nodes.here.decide(applicationId)
    const before = await nodes.here.applications.find(PARTNER, applicationId)
    const asked: Partial<NewOffer> = {
      term: { count: 24, unit: 'Months' },
      fees: [{ code: 'A', percent: '1', financed: true }],
    }
    const { schedule, ...previewed } = await nodes.here.preview(applicationId, asked)
    assert.deepEqual(await nodes.here.applications.find(PARTNER, applicationId), before)
    assert.deepEqual((await nodes.here.offers.list(PARTNER, {}, { page: 1, size: 10 })).items, [])
    const { schedule: made, ...offer } = await nodes.here.offer(applicationId, asked)
    assert.partialDeepStrictEqual(offer, previewed)
    assert.deepEqual(schedule, made)
    assert.equal(schedule.length, 24)
  })

  test('a long plan is priced in slices, before the application is locked', async () => {
    let nowMs = 0
    let rests = 0
    const rest = async () => {
      rests++
    }
    // Every look at the clock costs a slice, so that each cut point rests.
    const turns = new LendingTurns({ nowMs: () => (nowMs += 10), rest })
    const sliced = originationOn(nodes.database, nodes.here.clock, turns)
    const { applicationId } = await sliced.submit()
    await sliced.decide(applicationId)
    await sliced.preview(applicationId)
    assert.ok(rests >= 5, `${rests} rests: after the plan, and around each trial of the rate`)
    rests = 0
    await sliced.offer(applicationId)
    assert.ok(rests >= 5, `${rests} rests`)
  })

  test('an offer is priced again when its basis changes between pricing and locking', async () => {
    const { applicationId } = await nodes.here.submit()
    await nodes.here.decide(applicationId)
    const amounts = [100_000n, 200_000n]
    const draft = () => ({ fees: [], amountMinor: amounts.shift() ?? 0n })
    const { result } = await nodes.here.offers.make(PARTNER, applicationId, draft)
    assert.deepEqual([result.amountMinor, result.figures.amountFinancedMinor], [200_000n, 200_000n])
    assert.equal(
      result.schedule.reduce((sum, { principalMinor }) => sum + principalMinor, 0n),
      200_000n,
    )
  })

  describe('a search', () => {
    let applicationId: string

    beforeEach(async () => {
      ;({ applicationId } = await nodes.here.submit({ interestRate: '10' }))
      await nodes.here.decide(applicationId)
      await nodes.here.offer(applicationId, { amountMinor: 100_000n, term: { count: 6, unit: 'Months' } })
      nodes.here.clock.nowMs += 1
      await nodes.here.offer(applicationId, { amountMinor: 300_000n, interestRate: '5' })
      nodes.here.clock.nowMs += 1
      await nodes.here.offer(applicationId, { amountMinor: 200_000n, interestRate: '20', expiresAtMs: START_MS + DAY })
      nodes.here.clock.nowMs += 1
      const { applicationId: other } = await nodes.here.submit({ requestedMinor: 400_000n }, 'CAREFUL')
      await nodes.here.riskSignals.record(PARTNER, {
        applicationId: other,
        signals: [{ type: 'CREDIT_SCORE', value: 720 }],
      })
      await nodes.here.decide(other)
      await nodes.here.offer(other, { term: { count: 2, unit: 'Years' } })
    })

    type Sorted = { field: string; direction: 'asc' | 'desc' }
    const ROWS: [title: string, filter: () => OfferFilter, sort: Sorted | undefined, days: number, found: number[]][] =
      [
        ['everything, newest first', () => ({}), undefined, 0, [4000, 2000, 3000, 1000]],
        ['by application', () => ({ applicationId }), undefined, 0, [2000, 3000, 1000]],
        ['nothing for an application that is no id', () => ({ applicationId: 'x' }), undefined, 0, []],
        ['by product', () => ({ productCode: 'CAREFUL' }), undefined, 0, [4000]],
        ['the open', () => ({ states: ['OPEN'] }), undefined, 2, [4000, 3000, 1000]],
        ['the expired', () => ({ states: ['EXPIRED'] }), undefined, 2, [2000]],
        [
          'one of several states',
          () => ({ states: ['EXPIRED', 'OPEN', 'OPEN'] }),
          undefined,
          2,
          [4000, 2000, 3000, 1000],
        ],
        ['any state', () => ({ states: [] }), undefined, 0, [4000, 2000, 3000, 1000]],
        ['by APR', () => ({ aprMax: '10' }), undefined, 0, [4000, 3000, 1000]],
        ['by instalment', () => ({ instalmentMax: '186' }), undefined, 0, [4000, 2000, 1000]],
        ['from an amount', () => ({ amount: { min: '2000' } }), undefined, 0, [4000, 2000, 3000]],
        ['between amounts', () => ({ amount: { min: '2000', max: '3000' } }), undefined, 0, [2000, 3000]],
        ['by term', () => ({ termMonths: { min: 12, max: 23 } }), undefined, 0, [2000, 3000]],
        ['the longest', () => ({ termMonths: { min: 24 } }), undefined, 0, [4000]],
        ['cheapest first', () => ({}), { field: 'apr', direction: 'asc' }, 0, [3000, 4000, 1000, 2000]],
        ['largest first', () => ({}), { field: 'amount', direction: 'desc' }, 0, [4000, 3000, 2000, 1000]],
        ['shortest first', () => ({}), { field: 'termMonths', direction: 'asc' }, 0, [1000, 3000, 2000, 4000]],
      ]
    for (const [title, filter, sort, days, found] of ROWS) {
      test(`finds ${title}: ${found}`, async () => {
        nodes.here.clock.nowMs += days * DAY
        const page = { page: 1, size: 10, ...(sort && { sort }) }
        const { items, total } = await nodes.here.offers.list(PARTNER, filter(), page)
        assert.deepEqual(
          items.map(({ amountMinor }) => Number(amountMinor) / 100),
          found,
        )
        assert.equal(total, found.length)
      })
    }
  })
})
