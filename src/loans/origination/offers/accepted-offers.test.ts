// Offers from their acceptance to the loan, also on two nodes at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { DAY, keyOf, PARTNER } from '../origination.fixture.ts'
import { openOffers } from './offer-suite.fixture.ts'

onDatabase('accepted offers', (engine, open) => {
  const nodes = openOffers(engine, open)
  const { statesOf, convert } = nodes

  test('accepting an offer supersedes its open siblings, and accepting it again changes nothing', async () => {
    const { applicationId, offerIds } = await nodes.here.offered(3)
    const [chosen = '', sibling = '', lapsed = ''] = offerIds
    await nodes.database.query('UPDATE loan_offers SET expires_at = created_at WHERE offer_id = $1', [lapsed])
    const { result: accepted } = await nodes.here.offers.accept(PARTNER, chosen, {
      acceptedBy: 'Ada Lovelace',
      channel: 'WEB',
      consents: ['TERMS'],
    })
    assert.partialDeepStrictEqual(accepted, {
      status: 'ACCEPTED',
      acceptedBy: 'Ada Lovelace',
      channel: 'WEB',
      consents: ['TERMS'],
      acceptedAt: '2026-01-15T10:00:00.000Z',
    })
    assert.deepEqual(accepted.supersededOfferIds, [sibling])
    assert.deepEqual(await statesOf(offerIds), ['ACCEPTED', 'SUPERSEDED', 'EXPIRED'])
    nodes.here.clock.nowMs += 100 * DAY
    assert.deepEqual((await nodes.here.offers.accept(PARTNER, chosen, { acceptedBy: 'Eve' })).result, accepted)
    await assert.rejects(nodes.here.accept(sibling), { reason: 'loans.sibling-accepted' })
    await assert.rejects(nodes.here.accept(lapsed), { reason: 'loans.offer-expired' })
    const { application, decision } = await nodes.here.applications.detail(PARTNER, applicationId)
    assert.deepEqual([application.status, decision?.status], ['ACCEPTED', 'RECORDED'])
  })

  test('an offer expires by the clock', async () => {
    const { offerIds } = await nodes.here.offered()
    nodes.here.clock.nowMs += 14 * DAY - 1
    assert.deepEqual(await statesOf(offerIds), ['OPEN'])
    nodes.here.clock.nowMs += 1
    assert.deepEqual(await statesOf(offerIds), ['EXPIRED'])
  })

  test('a loan converts the accepted offer and its application, and consumes the decision', async () => {
    const { applicationId, offerIds } = await nodes.here.offered(2)
    const [offerId = '', sibling = ''] = offerIds
    await assert.rejects(convert(nodes.database, offerId), { reason: 'loans.offer-not-accepted' })
    await nodes.here.accept(offerId)
    const loanId = await convert(nodes.database, offerId)
    const offer = await nodes.here.offers.find(PARTNER, offerId)
    assert.deepEqual([offer.status, offer.loanId], ['CONVERTED', loanId])
    const { application, decision } = await nodes.here.applications.detail(PARTNER, applicationId)
    assert.deepEqual([application.status, decision?.status], ['CONVERTED', 'CONSUMED'])
    assert.partialDeepStrictEqual(application.history.at(-1), { event: 'CONVERT', resourceId: loanId })
    nodes.here.clock.nowMs += 100 * DAY
    assert.equal((await nodes.here.applications.detail(PARTNER, applicationId)).decision?.status, 'CONSUMED')
    await assert.rejects(convert(nodes.database, offerId), { reason: 'loans.loan-exists-for-offer' })
    await assert.rejects(convert(nodes.database, sibling), { reason: 'loans.offer-not-accepted' })
    await assert.rejects(nodes.here.accept(offerId), { reason: 'loans.offer-not-open' })
  })

  test('of sibling offers accepted at once on two nodes one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { applicationId, offerIds } = await nodes.here.offered(2)
      const [one = '', other = ''] = offerIds
      const both = await Promise.allSettled([nodes.here.accept(one), nodes.there.accept(other)])
      assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const lost = both.find((result) => result.status === 'rejected')
      assert.equal(lost?.reason.reason, 'loans.sibling-accepted')
      assert.deepEqual((await statesOf(offerIds)).sort(), ['ACCEPTED', 'SUPERSEDED'])
      assert.equal((await nodes.here.applications.find(PARTNER, applicationId)).status, 'ACCEPTED')
    }
  })

  test('of two loans at once from one offer on two nodes one is made', async () => {
    for (let round = 0; round < 5; round++) {
      const { offerIds } = await nodes.here.offered()
      const [offerId = ''] = offerIds
      await nodes.here.accept(offerId)
      const both = await Promise.allSettled([convert(nodes.database, offerId), convert(nodes.second, offerId)])
      const lost = both.filter((result) => result.status === 'rejected')
      assert.deepEqual(
        lost.map(({ reason }) => reason.reason),
        ['loans.loan-exists-for-offer'],
      )
    }
  })

  test('an acceptance sent many times at once on two nodes is answered to all', async () => {
    const { offerIds } = await nodes.here.offered(2)
    const [offerId = ''] = offerIds
    const many = await Promise.all(
      [nodes.here, nodes.there, nodes.here, nodes.there].map((node) =>
        node.offers.accept(PARTNER, offerId, {}, keyOf('a1')),
      ),
    )
    assert.ok(many.every(({ result }) => result.status === 'ACCEPTED'))
    assert.equal(many.filter(({ replayed }) => !replayed).length, 1)
    const { rowCount } = await nodes.database.query(`SELECT FROM loan_application_history WHERE event = 'ACCEPT'`)
    assert.equal(rowCount, 1)
  })
})
