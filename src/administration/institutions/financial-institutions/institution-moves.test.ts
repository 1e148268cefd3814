import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { INSTITUTION_STATUSES } from '../directory.ts'
import { MOVES, type Move, type MoveName } from './institution-moves.ts'
import type { RecordedStatus } from './institution-records.ts'
import type { InstitutionChange, NewInstitution } from './institution-terms.ts'
import {
  ANNE,
  BERT,
  businessClock,
  by,
  CONTACT,
  clock,
  institutionsOn,
  LAKESIDE,
  NOBODYS_ID,
  refusal,
} from './institutions.fixture.ts'

onDatabase('the states of an institution', (_engine, open) => {
  const bank = institutionsOn(open)

  // One row per pair of state and move: the state afterwards, or a conflict.
  describe('moves', () => {
    for (const status of INSTITUTION_STATUSES) {
      for (const name of Object.keys(MOVES) as MoveName[]) {
        const { from, to }: Move = MOVES[name]
        const begins = from.includes(status)
        const title = begins ? to : 'a conflict'
        test(`${name} of ${status}: ${title}`, async () => {
          const record = await bank.inState(status)
          await bank.makeReady(record)
          const moved = bank.institutions.move(by(BERT), record.id, name, 'because')
          if (begins) {
            assert.partialDeepStrictEqual(await moved, { status: to, version: 2, statusReason: 'because' })
          } else {
            await assert.rejects(moved, refusal('institutions.institution-wrong-state', new RegExp(status)))
            assert.deepEqual(await bank.institutions.find({}, record.id), record)
          }
        })
      }
    }
  })

  // The fields that readiness needs, without one of them or both, and how the refusal names it.
  const INCOMPLETE: [title: string, fields: Partial<NewInstitution>, named: RegExp][] = [
    ['a BIN', { bins: [] }, /a BIN \(BIN\)$/],
    [
      'a technical contact',
      { contacts: [{ ...CONTACT, kind: 'PRIMARY' }] },
      /a technical contact \(TECHNICAL_CONTACT\)$/,
    ],
    ['both', { bins: [], contacts: [] }, /a BIN \(BIN\), a technical contact \(TECHNICAL_CONTACT\)$/],
  ]
  for (const [title, fields, named] of INCOMPLETE) {
    const notReady = (error: unknown) => {
      refusal('institutions.institution-not-ready')(error)
      assert.match((error as Error).message, named)
      return true
    }

    test(`a draft without ${title} is not submitted`, async () => {
      const record = await bank.draft(fields)
      await assert.rejects(bank.institutions.move(by(ANNE), record.id, 'submit'), notReady)
      assert.deepEqual(await bank.institutions.find({}, record.id), record)
    })

    test(`a change does not take ${title} from an ACTIVE institution`, async () => {
      const record = await bank.inState('ACTIVE')
      await assert.rejects(bank.institutions.update(by(ANNE), record.id, { version: 1, ...fields }), notReady)
      const cleared = Object.fromEntries(Object.keys(fields).map((field) => [field, null]))
      await assert.rejects(bank.institutions.update(by(ANNE), record.id, { version: 1, ...cleared }), notReady)
      assert.deepEqual(await bank.institutions.find({}, record.id), record)
    })

    test(`a SUSPENDED institution may lose ${title}`, async () => {
      const { id } = await bank.inState('SUSPENDED')
      assert.equal((await bank.institutions.update(by(ANNE), id, { version: 1, ...fields })).version, 2)
    })

    // Earlier versions let it be submitted and activated like this.
    test(`an ACTIVE institution that already lacks ${title} can still be changed`, async () => {
      const { id } = await bank.inState('ACTIVE', fields)
      const { displayName } = await bank.institutions.update(by(ANNE), id, { version: 1, displayName: 'Other' })
      assert.equal(displayName, 'Other')
    })

    test(`one that was submitted without ${title} is approved, rejected, completed and activated`, async () => {
      const { institutions } = bank
      const { id } = await bank.inState('SUBMITTED', fields)
      await institutions.move(by(BERT), id, 'approve')
      const { status, version } = await institutions.move(by(BERT), id, 'reject', 'incomplete')
      assert.equal(status, 'REJECTED')
      const { bins = [], contacts = [] } = LAKESIDE
      await institutions.update(by(ANNE), id, { version, bins, contacts })
      await institutions.move(by(ANNE), id, 'submit')
      await institutions.move(by(BERT), id, 'approve')
      await bank.makeReady(LAKESIDE)
      assert.equal((await institutions.move(by(BERT), id, 'activate')).status, 'ACTIVE')
    })
  }

  test('an approved institution is rejected by who approved it, not by who submitted it', async () => {
    const { id } = await bank.draft()
    await bank.institutions.move(by(ANNE), id, 'submit')
    await bank.institutions.move(by(BERT), id, 'approve')
    const own = bank.institutions.move(by(ANNE), id, 'reject', 'no')
    await assert.rejects(own, refusal('institutions.institution-own-work'))
    assert.equal((await bank.institutions.move(by(BERT), id, 'reject', 'no')).status, 'REJECTED')
  })

  // One row per state: what PATCH, a new base currency and DELETE do.
  const FIELDS: [status: RecordedStatus, afterChange: RecordedStatus | 409, isNew: boolean][] = [
    ['DRAFT', 'DRAFT', true],
    ['SUBMITTED', 409, false],
    ['APPROVED', 409, false],
    ['REJECTED', 'DRAFT', true],
    ['ACTIVE', 'ACTIVE', false],
    ['SUSPENDED', 'SUSPENDED', false],
    ['TERMINATED', 409, false],
  ]
  for (const [status, afterChange, isNew] of FIELDS) {
    test(`in ${status} a change leads to ${afterChange}, and base currency and deletion are ${isNew ? 'open' : 'conflicts'}`, async () => {
      const record = await bank.inState(status)
      const state = refusal('institutions.institution-wrong-state')
      const changed = bank.institutions.update(by(ANNE), record.id, { version: 1, displayName: 'Other' })
      if (afterChange === 409) await assert.rejects(changed, state)
      else assert.partialDeepStrictEqual(await changed, { status: afterChange, displayName: 'Other', version: 2 })

      await bank.database.query('UPDATE institutions SET status = $2 WHERE id = $1', [record.id, status])
      const { version } = await bank.institutions.find({}, record.id)
      const currency = bank.institutions.update(by(ANNE), record.id, { version, baseCurrency: 'EUR' })
      if (isNew) assert.partialDeepStrictEqual(await currency, { baseCurrency: 'EUR', currencies: ['EUR'] })
      else await assert.rejects(currency, state)

      await bank.database.query('UPDATE institutions SET status = $2 WHERE id = $1', [record.id, status])
      const deleted = bank.institutions.delete(by(ANNE), record.id)
      if (isNew) await deleted
      else await assert.rejects(deleted, state)
      assert.equal(bank.here.institution('FI010') === undefined, isNew)
    })
  }

  test('the base currency may be sent as it is in any state that can be changed', async () => {
    const { id } = await bank.inState('ACTIVE')
    assert.equal((await bank.institutions.update(by(ANNE), id, { version: 1, baseCurrency: 'USD' })).version, 2)
  })

  describe('four eyes', () => {
    const CARL: Actor = { userId: '0197f3a0-0000-7000-8000-000000000003', email: 'carl@platform.example' }
    // Who made it, edited it and submitted it, and who may not decide.
    const ROWS: [title: string, edits: readonly Actor[], submits: Actor, barred: readonly Actor[], free: Actor][] = [
      ['who made and submitted it', [], ANNE, [ANNE], BERT],
      ['who made it, when another submitted it', [], BERT, [ANNE, BERT], CARL],
      ['who edited it last and who submitted it', [BERT], ANNE, [ANNE, BERT], CARL],
      ['not an earlier editor', [BERT, CARL], CARL, [CARL], BERT],
    ]
    for (const move of ['approve', 'reject'] as const) {
      for (const [title, edits, submits, barred, free] of ROWS) {
        test(`${move} is closed to ${title}`, async () => {
          const { id } = await bank.draft()
          let version = 1
          for (const editor of edits) {
            ;({ version } = await bank.institutions.update(by(editor), id, { version, displayName: `Name ${version}` }))
          }
          await bank.institutions.move(by(submits), id, 'submit')
          for (const actor of barred) {
            await assert.rejects(
              bank.institutions.move(by({ ...actor, email: 'renamed@platform.example' }), id, move, 'no'),
              refusal('institutions.institution-own-work'),
            )
          }
          await bank.institutions.move(by(free), id, move, 'no')
        })
      }
    }

    const ROLES = { before: { roleId: 'a' }, after: { roleId: 'b' } }
    const TIES: [title: string, isBySubmitter: boolean, change: { action: string; before?: object; after: object }][] =
      [
        ['created who approves', true, { action: 'user.create', after: {} }],
        ['changed the role of who approves', true, { action: 'user.update', ...ROLES }],
        ['was created by who approves', false, { action: 'user.create', after: {} }],
        ['had the second factor reset by who approves', false, { action: 'user.reset-mfa', before: {}, after: {} }],
      ]
    for (const move of ['approve', 'reject'] as const) {
      for (const [title, isBySubmitter, change] of TIES) {
        test(`${move} is closed for 30 days when the submitter ${title}`, async () => {
          const startMs = clock.nowMs
          const DORA: Actor = { userId: newId(startMs), email: 'dora@platform.example' }
          const [actor, target] = isBySubmitter ? [ANNE, DORA] : [DORA, ANNE]
          const entry = { resource: 'user', resourceId: target.userId as string, ...change }
          await bank.database.transaction((sql) => recordAudit(sql, clock.nowMs, actor, entry))
          const { id } = await bank.draft()
          await bank.institutions.move(by(ANNE), id, 'submit')
          const words = /neither approves for the other until/
          await assert.rejects(
            bank.institutions.move(by(DORA), id, move, 'no'),
            refusal('institutions.institution-own-work', words),
          )
          assert.match((await bank.institutions.whyNotDecided(by(DORA), id)) ?? '', words)
          assert.match((await bank.institutions.whyNotDecided(by(ANNE), id)) ?? '', /who submitted/)
          assert.equal(await bank.institutions.whyNotDecided(by(CARL), id), undefined)
          clock.nowMs = startMs + 30 * DAY_MS
          assert.equal(await bank.institutions.whyNotDecided(by(DORA), id), undefined)
          await bank.institutions.move(by(DORA), id, move, 'no')
        })
      }
    }

    test('an earlier submission does not count after a rejection', async () => {
      const { id } = await bank.draft()
      await bank.institutions.move(by(ANNE), id, 'submit')
      const { version } = await bank.institutions.move(by(BERT), id, 'reject', 'BIN')
      const again = await bank.institutions.update(by(CARL), id, { version, bins: ['400011'] })
      assert.deepEqual([again.status, again.statusReason], ['DRAFT', undefined])
      await bank.institutions.move(by(CARL), id, 'submit')
      assert.equal((await bank.institutions.move(by(ANNE), id, 'approve')).status, 'APPROVED')
    })
  })

  test('create and every move but submit are for platform users; what is elsewhere is not found', async () => {
    const own = { institutionId: 'FI010' }
    await assert.rejects(bank.institutions.create(by(ANNE, own), LAKESIDE), refusal('institutions.platform-only'))
    for (const name of Object.keys(MOVES) as MoveName[]) {
      await emptyTables(bank.database, 'institutions')
      const { id } = await bank.inState(MOVES[name].from[0])
      for (const scope of [{ institutionId: 'FI002' }, { ...own, subTenantId: NOBODYS_ID }]) {
        await assert.rejects(
          bank.institutions.move(by(BERT, scope), id, name, 'why'),
          refusal('institutions.institution-not-found'),
        )
      }
      const moved = bank.institutions.move(by(BERT, own), id, name, 'why')
      if (name === 'submit') assert.equal((await moved).status, 'SUBMITTED')
      else await assert.rejects(moved, refusal('institutions.platform-only'))
    }
  })

  test('readiness names what is missing, activation refuses until nothing is, and so does resuming', async () => {
    const record = await bank.inState('APPROVED', { bins: [], contacts: [] })
    const { id } = record
    const missing = async () => (await bank.institutions.readiness({}, id)).missing.join(' ')
    assert.equal(await missing(), 'CORE_CONNECTIVITY ACCOUNT_TYPE BIN TECHNICAL_CONTACT')
    await assert.rejects(
      bank.institutions.move(by(BERT), id, 'activate'),
      refusal('institutions.institution-not-ready', /core connectivity.*account type.*a BIN.*technical contact/),
    )
    await bank.makeReady(record)
    assert.equal(await missing(), 'BIN TECHNICAL_CONTACT')
    await bank.database.query(
      `UPDATE core_connections SET status = 'INACTIVE'; UPDATE account_types SET is_active = false;
       UPDATE institutions SET bins = '{400010}', contacts = '[{"kind": "PRIMARY"}]'`,
    )
    assert.equal(await missing(), 'CORE_CONNECTIVITY ACCOUNT_TYPE TECHNICAL_CONTACT')
    await bank.database.query(
      `UPDATE core_connections SET status = 'ACTIVE', environment = 'prod'; UPDATE account_types SET is_active = true;
       UPDATE institutions SET contacts = '[{"kind": "TECHNICAL"}]'`,
    )
    assert.equal(await missing(), 'CORE_CONNECTIVITY')
    await bank.database.query(`UPDATE core_connections SET environment = 'sandbox'`)
    assert.deepEqual(await bank.institutions.readiness({}, id), { ready: true, missing: [] })
    await bank.institutions.move(by(BERT), id, 'activate')
    assert.equal(bank.here.institution('FI010')?.status, 'ACTIVE')

    await bank.institutions.move(by(BERT), id, 'suspend', 'audit')
    await bank.database.query(`UPDATE core_connections SET status = 'INACTIVE'`)
    await assert.rejects(bank.institutions.move(by(BERT), id, 'resume'), refusal('institutions.institution-not-ready'))
  })

  test('the end of day begins with the business date of the first activation', async () => {
    const closedThrough = async () =>
      (await bank.database.query<{ closed_through: string | null }>('SELECT closed_through FROM institutions')).rows[0]
        ?.closed_through
    const record = await bank.inState('APPROVED', { cutoverTime: '09:00' })
    await bank.makeReady(record)
    assert.equal(await closedThrough(), null)
    await bank.institutions.move(by(BERT), record.id, 'activate')
    assert.equal(await closedThrough(), '20260115')
    clock.nowMs += 3 * 86_400_000
    await bank.institutions.move(by(BERT), record.id, 'suspend', 'audit')
    await bank.institutions.move(by(BERT), record.id, 'resume')
    assert.equal(await closedThrough(), '20260115')
  })

  // The sandbox's clock was moved: business dates follow it, the times of changes stay real.
  test('a moved business clock gives the business date, the first day to close, and what sets the date back', async () => {
    businessClock.aheadMs = 40 * DAY_MS - 2 * HOUR_MS
    const record = await bank.inState('APPROVED', { cutoverTime: '09:00' })
    assert.deepEqual([record.businessDate, record.createdAt.slice(0, 10)], ['2026-02-24', '2026-01-15'])
    await bank.makeReady(record)
    const active = await bank.institutions.move(by(BERT), record.id, 'activate')
    assert.deepEqual([active.businessDate, active.updatedAt.slice(0, 10)], ['2026-02-24', '2026-01-15'])
    const { rows } = await bank.database.query<{ closed_through: string }>('SELECT closed_through FROM institutions')
    assert.deepEqual(rows, [{ closed_through: '20260223' }])
    const { items } = await bank.institutions.list({}, {}, { page: 1, size: 10 })
    assert.deepEqual(
      items.map(({ businessDate }) => businessDate),
      ['2026-02-24'],
    )
    // It is eight by the business clock and ten by the real one.
    const moved = (cutoverTime: string, version: number) =>
      bank.institutions.update(by(ANNE), record.id, { version, cutoverTime })
    assert.equal((await moved('07:00', active.version)).businessDate, '2026-02-25')
    await assert.rejects(moved('09:00', active.version + 1), refusal('institutions.institution-date-set-back'))
  })

  // At 10:00 UTC: the calendar before and after, and whether the date goes back.
  const CALENDARS: [before: [zone: string, cutover: string], change: Partial<InstitutionChange>, isRefused: boolean][] =
    [
      [['UTC', '00:00'], { timezone: 'Pacific/Pago_Pago' }, true],
      [['UTC', '00:00'], { timezone: 'Pacific/Kiritimati' }, false],
      [['UTC', '00:00'], { cutoverTime: '09:00' }, false],
      [['UTC', '09:00'], { cutoverTime: '11:00' }, true],
      [['UTC', '09:00'], { cutoverTime: null }, true],
      [['UTC', '09:00'], { timezone: 'Asia/Tokyo' }, false],
      [['Pacific/Pago_Pago', '22:00'], { timezone: 'UTC', cutoverTime: '00:00' }, false],
    ]
  for (const [[timezone, cutoverTime], change, isRefused] of CALENDARS) {
    test(`from ${cutoverTime} in ${timezone}, ${JSON.stringify(change)} is ${isRefused ? 'refused' : 'accepted'}`, async () => {
      const { id } = await bank.inState('ACTIVE', { timezone, cutoverTime })
      const changed = bank.institutions.update(by(ANNE), id, { version: 1, ...change })
      if (isRefused) await assert.rejects(changed, refusal('institutions.institution-date-set-back'))
      else assert.equal((await changed).version, 2)
      await bank.database.query(`UPDATE institutions SET status = 'DRAFT'`)
      const { version } = await bank.institutions.find({}, id)
      // A draft has posted nothing, so its calendar is free.
      await bank.institutions.update(by(ANNE), id, { version, ...change })
    })
  }
})
