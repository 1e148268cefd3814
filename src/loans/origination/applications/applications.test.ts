import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import {
  APPLICATION,
  APPROVE,
  clearOrigination,
  DAY,
  DECLINE,
  insertInstitutions,
  keyOf,
  OPERATOR,
  type Origination,
  OTHER_PARTNER,
  originationOn,
  PARTNER,
  REFER,
  START_MS,
} from '../origination.fixture.ts'
import type { ApplicationFilter } from './application-records.ts'

onDatabase('applications', (_engine, open) => {
  let database: Database
  let here: Origination

  before(async () => {
    database = (await open()).database
    await insertInstitutions(database)
  })
  beforeEach(async () => {
    await clearOrigination(database)
    here = originationOn(database)
  })

  test('an application is kept as it was sent, with what the product supplies', async () => {
    const made = await here.submit({ externalReference: 'R-1' })
    assert.partialDeepStrictEqual(made, {
      institutionId: 'FI001',
      partnerId: 'PARTNER01',
      productCode: 'PERSONAL',
      currency: 'USD',
      requestedMinor: 1_000_000n,
      interestRate: '9.5',
      term: { count: 12, unit: 'Months' },
      applicant: APPLICATION.applicant,
      externalReference: 'R-1',
      status: 'SUBMITTED',
      offerIds: [],
      version: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      createdBy: 'client-1',
    })
    assert.deepEqual(made.history, [
      { event: 'SUBMIT', status: 'SUBMITTED', at: '2026-01-15T10:00:00.000Z', by: 'client-1' },
    ])
    assert.deepEqual(await here.applications.find(PARTNER, made.applicationId.toUpperCase()), made)
  })

  const REFUSED: [title: string, submit: () => Promise<unknown>, reason: string][] = [
    ['an unknown product', () => here.submit({}, 'NOTHING'), 'product-unknown'],
    ['an inactive product', () => here.submit({}, 'GONE'), 'product-unknown'],
    [
      'a product of an institution that the partner does not work for',
      () => here.submit({}, 'ELSEWHERE'),
      'partner-not-allowed',
    ],
    ['a currency that the product lacks', () => here.submit({ currency: 'EUR' }), 'currency-not-offered'],
    ['too little', () => here.submit({ requestedMinor: 49_999n }), 'amount-out-of-range'],
    ['too much', () => here.submit({ requestedMinor: 5_000_001n }), 'amount-out-of-range'],
    ['too short a term', () => here.submit({ term: { count: 2, unit: 'Months' } }), 'term-out-of-range'],
    ['too long a term', () => here.submit({ term: { count: 6, unit: 'Years' } }), 'term-out-of-range'],
    ['too high a rate', () => here.submit({ interestRate: '100.1' }), 'rate-out-of-range'],
  ]
  for (const [title, submit, reason] of REFUSED) {
    test(`${title} is refused and nothing is stored`, async () => {
      await assert.rejects(submit(), { reason: `loans.${reason}` })
      assert.equal((await here.applications.list(PARTNER, {}, { page: 1, size: 1 })).total, 0)
    })
  }

  test('a key makes one application, however often it is sent, and answers it as it now is', async () => {
    const key = keyOf('k1')
    const draft = () => APPLICATION
    const first = await here.applications.submit(PARTNER, 'PERSONAL', draft, key)
    await here.decide(first.result.applicationId, REFER)
    const again = await here.applications.submit(PARTNER, 'PERSONAL', draft, key)
    assert.deepEqual([first.replayed, again.replayed], [false, true])
    assert.deepEqual([again.result.applicationId, again.result.status], [first.result.applicationId, 'REFERRED'])
    await assert.rejects(here.applications.submit(PARTNER, 'PERSONAL', draft, keyOf('k1', 'other')), {
      reason: 'loans.idempotency-key-reused',
    })
    const many = await Promise.all(
      [1, 2, 3, 4].map(() => here.applications.submit(PARTNER, 'PERSONAL', draft, keyOf('k2'))),
    )
    assert.equal(new Set(many.map(({ result }) => result.applicationId)).size, 1)
    assert.equal(many.filter(({ replayed }) => !replayed).length, 1)
    const elsewhere = await here.applications.submit(OTHER_PARTNER, 'PERSONAL', draft, keyOf('k1', 'same', 'PARTNER02'))
    assert.notEqual(elsewhere.result.applicationId, first.result.applicationId)
  })

  test('what a partner has another one does not find', async () => {
    const { applicationId, offerIds } = await here.offered()
    const [offerId = ''] = offerIds
    const ACTS: [title: string, act: () => Promise<unknown>][] = [
      ['read', () => here.applications.find(OTHER_PARTNER, applicationId)],
      ['read in detail', () => here.applications.detail(OTHER_PARTNER, applicationId)],
      ['decided', () => here.decide(applicationId, APPROVE, OTHER_PARTNER)],
      ['offered', () => here.offer(applicationId, {}, OTHER_PARTNER)],
      ['graded', () => here.riskSignals.record(OTHER_PARTNER, { applicationId, signals: [] })],
      ['read as an offer', () => here.offers.find(OTHER_PARTNER, offerId)],
      ['accepted', () => here.accept(offerId, OTHER_PARTNER)],
    ]
    for (const [title, act] of ACTS) await assert.rejects(act(), { kind: 'not-found' }, title)
    for (const id of [newId(START_MS), 'no-uuid']) {
      await assert.rejects(here.applications.find(PARTNER, id), { reason: 'loans.application-not-found' })
    }
    const page = { page: 1, size: 10 }
    assert.equal((await here.applications.list(OTHER_PARTNER, {}, page)).total, 0)
    assert.equal((await here.offers.list(OTHER_PARTNER, {}, page)).total, 0)
    assert.equal((await here.offers.list(OTHER_PARTNER, { applicationId }, page)).total, 0)
  })

  test('an operator is the author and is in the audit log; a client is the author alone', async () => {
    const { applicationId, createdBy } = await here.submit({}, 'PERSONAL', OPERATOR)
    assert.equal(createdBy, 'anne@bank.example')
    const decision = await here.decide(applicationId, { ...APPROVE, decidedBy: 'somebody else' }, OPERATOR)
    assert.equal(decision.decidedBy, 'anne@bank.example')
    const { offerId } = await here.offer(applicationId, {}, OPERATOR)
    await here.accept(offerId, OPERATOR)
    const { applicationId: byClient } = await here.submit()
    assert.equal((await here.decide(byClient, { ...APPROVE, decidedBy: 'desk 4' })).decidedBy, 'desk 4')
    const { rows } = await database.query<{ action: string; actor_email: string; institution_id: string }>(
      `SELECT action, actor_email, institution_id FROM audit_log WHERE resource LIKE 'loan-%' ORDER BY position`,
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['loan-application.create', 'loan-application.decide', 'loan-offer.create', 'loan-offer.accept'],
    )
    assert.ok(rows.every((row) => row.actor_email === 'anne@bank.example' && row.institution_id === 'FI001'))
  })

  describe('a list', () => {
    beforeEach(async () => {
      const names: [string, string, string][] = [
        ['Ada', 'Lovelace', 'PERSONAL'],
        ['José', 'Álvarez', 'PERSONAL'],
        ['Grace', 'Hopper', 'CAREFUL'],
        ['Alan', 'Turing', 'PERSONAL'],
      ]
      for (const [firstName, lastName, product] of names) {
        const { applicationId } = await here.submit({ applicant: { firstName, lastName } }, product)
        if (firstName === 'José') await here.decide(applicationId, APPROVE)
        if (firstName === 'Alan') await here.decide(applicationId, DECLINE)
        here.clock.nowMs += DAY
      }
    })

    // The applications are of 15 to 18 January; José's approval ends on 15 February.
    const ROWS: [title: string, filter: ApplicationFilter, days: number, found: string][] = [
      ['newest first', {}, 0, 'Alan Grace José Ada'],
      ['by status', { status: 'SUBMITTED' }, 0, 'Grace Ada'],
      ['the approved', { status: 'APPROVED' }, 0, 'José'],
      ['no approved that has expired', { status: 'APPROVED' }, 40, ''],
      ['the expired', { status: 'EXPIRED' }, 40, 'José'],
      ['no expired before its time', { status: 'EXPIRED' }, 0, ''],
      ['by product', { productCode: 'CAREFUL' }, 0, 'Grace'],
      ['by product and status', { productCode: 'PERSONAL', status: 'DECLINED' }, 0, 'Alan'],
      ['the beginning of a name in any case', { applicantName: 'LOVE' }, 0, 'Ada'],
      ['without accents', { applicantName: 'jose alv' }, 0, 'José'],
      ['every word', { applicantName: 'jose lovelace' }, 0, ''],
      ['several by one letter', { applicantName: 'a' }, 0, 'Alan José Ada'],
      ['nothing by punctuation', { applicantName: '%_*' }, 0, ''],
      ['from an instant on', { fromMs: START_MS + 2 * DAY }, 0, 'Alan Grace'],
      ['before an instant', { beforeMs: START_MS + DAY }, 0, 'Ada'],
    ]
    for (const [title, filter, days, found] of ROWS) {
      test(`finds ${title}: ${found}`, async () => {
        here.clock.nowMs += days * DAY
        const { items, total } = await here.applications.list(PARTNER, filter, { page: 1, size: 10 })
        assert.equal(items.map(({ applicant }) => applicant.firstName).join(' '), found)
        assert.equal(total, items.length)
      })
    }

    test('comes in pages', async () => {
      const { items, total } = await here.applications.list(PARTNER, {}, { page: 2, size: 3 })
      assert.deepEqual([items.map(({ applicant }) => applicant.firstName), total], [['Ada'], 4])
    })
  })
})
