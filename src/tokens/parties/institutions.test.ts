import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import { tokenAccount } from '../movements/accounts/token-accounts.ts'
import type { Transfer } from '../movements/movement.ts'
import { storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { INSTITUTION_STATES, type InstitutionState } from './digital-institution.ts'
import type { AddedTerms } from './institutions.ts'
import { BANK, openParties, type Parties, START_MS } from './parties.fixture.ts'
import { INSTITUTION_TARGETS } from './party-states.ts'

const BIC = 'FSBKUS33'
const LEI = '5493001KJTIIGC8Y1R12'

onDatabase('digital institutions', (_engine, open) => {
  let database: Database
  let parties: Parties
  before(async () => {
    database = (await open()).database
    parties = await openParties(database)
  })
  beforeEach(async () => {
    await emptyTables(database, 'digital_institutions, digital_accounts, digital_references, token_movements')
    await emptyTables(database, 'general_ledger_deltas')
    delete parties.settings.onboardingInstitutions
    parties.clock.nowMs = START_MS
  })

  const onboarded = async (draft = {}, more = {}) => (await parties.onboard(draft, more)).result
  const reason = (name: string) => ({ reason: `tokens.${name}` })
  const setState = (id: string, state: string) =>
    database.query('UPDATE digital_institutions SET state = $2 WHERE institution_id = $1', [id, state])

  test('are born active, or under review when onboarding is manual', async () => {
    const made = await onboarded({ bic: BIC, lei: LEI, externalId: 'FI001' }, { ref: 'r-1' })
    assert.deepEqual(made, {
      ...BANK,
      bic: BIC,
      lei: LEI,
      externalId: 'FI001',
      institutionId: made.institutionId,
      bookId: 'FI001',
      partnerId: 'PARTNER01',
      state: 'ACTIVE',
      made: {
        ref: 'r-1',
        channelType: 'API',
        version: 1,
        createdAt: new Date(START_MS),
        updatedAt: new Date(START_MS),
      },
    })
    assert.deepEqual(await parties.institutions.find('PARTNER01', made.institutionId), made)
    parties.settings.onboardingInstitutions = 'MANUAL'
    const pending = await onboarded()
    assert.deepEqual([pending.state, pending.bookId], ['PENDING_REVIEW', pending.institutionId])
    const { rows } = await database.query(
      'SELECT search_words, created_by FROM digital_institutions WHERE institution_id = $1',
      [made.institutionId],
    )
    const words = ['first', 'bank', BIC.toLowerCase(), LEI.toLowerCase(), 'fi001', 'r', '1']
    assert.deepEqual(rows, [{ search_words: words, created_by: 'client' }])
  })

  for (const externalId of ['FI003', 'FI999', 'GONE']) {
    test(`must not name ${externalId}, which the partner may not use or which is not there`, async () => {
      await assert.rejects(parties.onboard({ externalId }), reason('partner-not-allowed'))
    })
  }

  describe('what names one is unique on the platform', () => {
    const NAMES: [first: object, second: object][] = [
      [{ bic: BIC }, { bic: BIC }],
      [{ bic: BIC }, { bic: `${BIC}XXX` }],
      [{ lei: LEI }, { lei: LEI }],
      [{ externalId: 'FI001' }, { externalId: 'FI001' }],
    ]
    for (const [first, second] of NAMES) {
      const field = Object.keys(second)[0]
      test(`${JSON.stringify(second)} until the other is rejected or offboarded`, async () => {
        const { institutionId } = await onboarded(first)
        for (const state of ['PENDING_REVIEW', 'ACTIVE', 'SUSPENDED']) {
          await setState(institutionId, state)
          await assert.rejects(parties.onboard(second, { partnerId: 'OTHER' }), {
            ...reason('institution-exists'),
            details: [{ path: `institution.${field}`, message: 'belongs to another institution' }],
          })
        }
        for (const state of ['REJECTED', 'OFFBOARDED']) {
          await setState(institutionId, state)
          const again = await onboarded(second)
          await setState(again.institutionId, 'REJECTED')
        }
      })
    }
    test('branches of one bank are two', async () => {
      await onboarded({ bic: `${BIC}NYC` })
      await onboarded({ bic: BIC })
      assert.equal((await database.query('SELECT FROM digital_institutions')).rowCount, 2)
    })
  })

  test('a reference makes one for good; other content is refused', async () => {
    const first = await parties.onboard({ bic: BIC }, { ref: 'once' })
    await parties.moveInstitution(first.result.institutionId, { target: 'SUSPENDED' })
    const again = await parties.onboard({ bic: BIC }, { ref: 'once' })
    assert.deepEqual([first.replayed, again.replayed], [false, true])
    assert.deepEqual([again.result.institutionId, again.result.state], [first.result.institutionId, 'SUSPENDED'])
    await assert.rejects(parties.onboard({}, { ref: 'once', content: 'other' }), reason('reference-reused'))
    assert.equal((await parties.onboard({}, { ref: 'once', partnerId: 'OTHER' })).replayed, false)
  })

  test('a refused request leaves its reference free', async () => {
    await assert.rejects(parties.onboard({ externalId: 'FI999' }, { ref: 'free' }), reason('partner-not-allowed'))
    assert.equal((await parties.onboard({ externalId: 'FI001' }, { ref: 'free' })).replayed, false)
  })

  test('the same reference ten times at once makes one', async () => {
    const draft = { bic: BIC, lei: LEI, externalId: 'FI001' }
    const all = await Promise.all(Array.from({ length: 10 }, () => parties.onboard(draft, { ref: 'race' })))
    assert.equal(new Set(all.map(({ result }) => result.institutionId)).size, 1)
    assert.equal(all.filter(({ replayed }) => !replayed).length, 1)
    assert.equal((await database.query('SELECT FROM digital_institutions')).rowCount, 1)
  })

  test('of ten with one bic at once one is made', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, place) => parties.onboard({ bic: BIC }, { partnerId: `P${place}` })),
    )
    const refused = all.filter((one) => one.status === 'rejected')
    assert.equal(refused.length, 9)
    for (const one of refused) assert.equal(one.reason.reason, 'tokens.institution-exists')
  })

  test('are seen by their partner in any state, by others while active or suspended', async () => {
    const { institutionId } = await onboarded()
    for (const state of INSTITUTION_STATES) {
      await setState(institutionId, state)
      assert.equal((await parties.institutions.readable('PARTNER01', institutionId)).state, state)
      const isVisible = state === 'ACTIVE' || state === 'SUSPENDED'
      for (const read of [
        () => parties.institutions.visible(institutionId),
        () => parties.institutions.readable('OTHER', institutionId),
      ]) {
        if (isVisible) assert.equal((await read()).state, state)
        else await assert.rejects(read(), reason('institution-not-found'))
      }
      await assert.rejects(parties.institutions.find('OTHER', institutionId), reason('institution-not-found'))
    }
  })

  for (const id of ['', 'x', newId(START_MS), `${newId(START_MS)}'`, '\u0000']) {
    test(`${JSON.stringify(id)} is not found`, async () => {
      const { institutions } = parties
      await assert.rejects(institutions.find('PARTNER01', id), reason('institution-not-found'))
      await assert.rejects(institutions.visible(id), reason('institution-not-found'))
      await assert.rejects(institutions.readable('PARTNER01', id), reason('institution-not-found'))
      await assert.rejects(parties.moveInstitution(id, { target: 'ACTIVE' }), reason('institution-not-found'))
    })
  }

  describe('move', () => {
    const MOVES: Record<InstitutionState, readonly string[]> = {
      PENDING_REVIEW: ['ACTIVE', 'REJECTED'],
      ACTIVE: ['SUSPENDED', 'OFFBOARDED'],
      SUSPENDED: ['ACTIVE', 'OFFBOARDED'],
      REJECTED: [],
      OFFBOARDED: [],
    }
    for (const state of INSTITUTION_STATES) {
      for (const target of INSTITUTION_TARGETS) {
        const isMove = MOVES[state].includes(target)
        test(`from ${state} to ${target}: ${isMove ? 'yes' : 'no'}`, async () => {
          const { institutionId } = await onboarded()
          await setState(institutionId, state)
          parties.clock.nowMs += 1000
          if (isMove) {
            const { result } = await parties.moveInstitution(institutionId, { target })
            assert.deepEqual([result.state, result.made.version], [target, 2])
            assert.equal(result.made.updatedAt.getTime(), START_MS + 1000)
            assert.deepEqual(await parties.institutions.find('PARTNER01', institutionId), result)
          } else {
            await assert.rejects(parties.moveInstitution(institutionId, { target }), {
              ...reason('invalid-state-transition'),
              resource: { type: 'INSTITUTION', id: institutionId, state },
            })
          }
        })
      }
    }

    test('only by their partner', async () => {
      const { institutionId } = await onboarded()
      const move = parties.moveInstitution(institutionId, { target: 'SUSPENDED' }, { partnerId: 'OTHER' })
      await assert.rejects(move, reason('institution-not-found'))
    })

    test('from the version that the caller has seen, which is checked before the state', async () => {
      const { institutionId } = await onboarded()
      for (const target of ['SUSPENDED', 'ACTIVE', 'REJECTED']) {
        const stale = parties.moveInstitution(institutionId, { target, expectedVersion: 2 })
        await assert.rejects(stale, reason('version-conflict'))
      }
      const { result } = await parties.moveInstitution(institutionId, { target: 'SUSPENDED', expectedVersion: 1 })
      assert.equal(result.made.version, 2)
    })

    test('once per reference; a repeat reads the institution as it now is', async () => {
      const { institutionId } = await onboarded()
      const suspend = () => parties.moveInstitution(institutionId, { target: 'SUSPENDED' }, { ref: 's' })
      await suspend()
      await parties.moveInstitution(institutionId, { target: 'ACTIVE' })
      const { replayed, result } = await suspend()
      assert.deepEqual([replayed, result.state, result.made.version], [true, 'ACTIVE', 3])
    })

    test('of ten at once without a version one moves, and ten with one reference are one', async () => {
      const { institutionId } = await onboarded()
      const all = await Promise.allSettled(
        Array.from({ length: 10 }, () => parties.moveInstitution(institutionId, { target: 'SUSPENDED' })),
      )
      assert.equal(all.filter((one) => one.status === 'fulfilled').length, 1)
      const same = await Promise.all(
        Array.from({ length: 10 }, () => parties.moveInstitution(institutionId, { target: 'ACTIVE' }, { ref: 'a' })),
      )
      assert.deepEqual(new Set(same.map(({ result }) => result.made.version)), new Set([3]))
    })
  })

  describe('gets more terms', () => {
    const add = (id: string, added: AddedTerms, more: object = {}) =>
      parties.institutions.changeStatus(parties.request('FI_ONBOARDING_STATUS'), id, { added, ...more })
    const LEI = '5493001KJTIIGC8Y1R12'

    test('currencies are added once, BIC and LEI where none is, alone or with a move', async () => {
      const { institutionId } = await onboarded({ currencies: ['USD'] })
      const first = await add(institutionId, { currencies: ['EUR', 'USD'], bic: 'TERMUS33' })
      assert.deepEqual(
        [first.result.currencies, first.result.bic, first.result.made.version, first.result.state],
        [['USD', 'EUR'], 'TERMUS33', 2, 'ACTIVE'],
      )
      const move = { target: 'SUSPENDED', reason: 'why' }
      const second = await add(institutionId, { lei: LEI, bic: 'TERMUS33' }, move)
      assert.deepEqual([second.result.lei, second.result.state, second.result.made.version], [LEI, 'SUSPENDED', 3])
      const { rowCount } = await database.query(
        `SELECT FROM digital_institutions WHERE institution_id = $1 AND search_words @> ARRAY['termus33', $2]`,
        [institutionId, LEI.toLowerCase()],
      )
      assert.equal(rowCount, 1)
    })

    test('what another institution has, what is there already, and what has ended is refused, and nothing changes', async () => {
      const { institutionId } = await onboarded({ currencies: ['USD'] })
      await onboarded({ bic: 'TAKEUS33' })
      const rejected = await onboarded()
      await database.query(`UPDATE digital_institutions SET state = 'REJECTED' WHERE institution_id = $1`, [
        rejected.institutionId,
      ])
      await assert.rejects(
        add(institutionId, { currencies: ['EUR'], bic: 'TAKEUS33XXX' }),
        reason('institution-exists'),
      )
      await add(institutionId, { bic: 'MINEUS33' })
      await assert.rejects(add(institutionId, { bic: 'ELSEUS33' }), reason('invalid-state-transition'))
      await assert.rejects(add(rejected.institutionId, { currencies: ['EUR'] }), reason('invalid-state-transition'))
      await assert.rejects(
        add(institutionId, { currencies: ['EUR'] }, { expectedVersion: 1 }),
        reason('version-conflict'),
      )
      const { currencies, bic } = await parties.institutions.find('PARTNER01', institutionId)
      assert.deepEqual([currencies, bic], [['USD'], 'MINEUS33'])
    })
  })

  describe('is offboarded', () => {
    const post = (account: string, amountMinor: bigint, currency: string, bookId: string) =>
      database.query(
        `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
         VALUES ($1, $2, $3, $4, $5)`,
        [bookId, newId(START_MS), account, currency, amountMinor],
      )
    const transfer = (fields: Partial<Transfer>) =>
      storeMovements(database, transferWith({ state: 'RESERVED', ...fields }))
    const paying = (id: string): Partial<Transfer> => ({ bookId: id, issuerId: id })
    const payingTo = (id: string): Partial<Transfer> => ({
      payee: { bookId: id, issuerId: id, accountId: newId(START_MS), partnerId: 'PARTNER01' },
    })
    const account = (institutionId: string, state: string) =>
      database.query(
        `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                       state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by,
                                       updated_by)
         VALUES ($1::uuid::text, $2, $1, $2, 'P', 'USD', 'L', $3, '{}', 'r', 'API', now(), now(), 'x', 'x')`,
        [institutionId, newId(START_MS), state],
      )
    const ROWS: [title: string, isOver: boolean, arrange: (id: string) => Promise<unknown>][] = [
      ['not with tokens in circulation', false, (id) => post(tokenAccount(id, 'supply'), -1n, 'EUR', id)],
      ['not with backing', false, (id) => post(tokenAccount(id, 'backing'), 1n, 'USD', id)],
      ['not with backing in a currency of the past', false, (id) => post(tokenAccount(id, 'backing'), 1n, 'JPY', id)],
      ['not while it owes another institution', false, (id) => post(tokenAccount(id, 'owed'), 5n, 'USD', id)],
      ['not while another institution owes it', false, (id) => post(tokenAccount(id, 'owed'), -5n, 'EUR', id)],
      ['not with unclaimed money', false, (id) => post(tokenAccount(id, 'unclaimed'), 1n, 'USD', id)],
      [
        'not with unclaimed money in a currency of the past',
        false,
        (id) => post(tokenAccount(id, 'unclaimed'), 1n, 'JPY', id),
      ],
      ['not with open work', false, (id) => transfer(paying(id))],
      ['not with an open transfer to it', false, (id) => transfer(payingTo(id))],
      ['not while an account is being opened', false, (id) => account(id, 'PROVISIONING')],
      ['with accounts that hold nothing', true, (id) => account(id, 'ACTIVE')],
      [
        'with work that is over',
        true,
        (id) => transfer({ ...paying(id), ...payingTo(id), state: 'COMMITTED', finalAt: new Date(START_MS) }),
      ],
      ['with work of others', true, () => transfer({})],
      [
        'once its debt is settled',
        true,
        async (id) => {
          for (const minor of [5n, -5n]) await post(tokenAccount(id, 'owed'), minor, 'USD', id)
        },
      ],
      ['with tokens of another one in its book', true, (id) => post(tokenAccount(newId(0), 'backing'), 5n, 'USD', id)],
    ]
    for (const [title, isOver, arrange] of ROWS) {
      test(title, async () => {
        const { institutionId } = await onboarded()
        await arrange(institutionId)
        const move = parties.moveInstitution(institutionId, { target: 'OFFBOARDED' }, { ref: 'off' })
        if (isOver) assert.equal((await move).result.state, 'OFFBOARDED')
        else await assert.rejects(move, reason('open-obligations'))
      })
    }
  })

  test('what an operator does is audited, what a client does is not', async () => {
    const actor = { userId: newId(START_MS), email: 'ada@sandbox.example' }
    const { institutionId } = await onboarded({ externalId: 'FI001' }, { actor, ref: 'audited' })
    await onboarded({ externalId: 'FI001' }, { actor, ref: 'audited' })
    await parties.moveInstitution(institutionId, { target: 'SUSPENDED' }, { actor })
    await parties.moveInstitution(institutionId, { target: 'ACTIVE' })
    const { rows } = await database.query<{ action: string; after: string }>(
      `SELECT action, actor_email, resource_id, institution_id, after FROM audit_log WHERE resource_id = $1 ORDER BY position`,
      [institutionId],
    )
    assert.deepEqual(
      rows.map(({ after, ...row }) => ({ ...row, state: JSON.parse(after).state })),
      ['create', 'change-status'].map((action, place) => ({
        action: `digital-institution.${action}`,
        actor_email: actor.email,
        resource_id: institutionId,
        institution_id: 'FI001',
        state: ['ACTIVE', 'SUSPENDED'][place],
      })),
    )
  })
})
