import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type FullProfile, PreferenceProfiles, type ProfileStatus } from './preference-profiles.ts'

const FULL: FullProfile = {
  language: 'ENG',
  fastCashAmount: '060',
  fastCashReceipt: '2',
  withdrawalReceipt: '1',
  otherReceipt: '3',
  receiptBalance: '1',
  account: 'CHK',
}
const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const clock = { now: () => Date.UTC(2026, 0, 15) }

onDatabase('preference profiles', (_engine, open) => {
  let database: Database
  let profiles: PreferenceProfiles
  before(async () => {
    database = (await open()).database
    profiles = new PreferenceProfiles(database, secretBox, clock)
  })

  const moves = {
    full: (key: { institutionId: string; pan: string }) => profiles.save(key, FULL, 'T1'),
    neverAsk: (key: { institutionId: string; pan: string }) => profiles.save(key, { neverAsk: true }, 'T1'),
    delete: (key: { institutionId: string; pan: string }) => profiles.delete(key, 'T1'),
  }
  const paths: [title: string, steps: (keyof typeof moves)[], status: ProfileStatus, data: unknown][] = [
    ['never saved', [], '0', null],
    ['saved', ['full'], '1', FULL],
    ['told never to ask', ['neverAsk'], '2', { neverAsk: true }],
    ['saved, then told never to ask', ['full', 'neverAsk'], '2', { neverAsk: true }],
    ['told never to ask, then saved', ['neverAsk', 'full'], '1', FULL],
    ['saved and deleted', ['full', 'delete'], '3', null],
    ['deleted without having been saved', ['delete'], '0', null],
    ['deleted twice', ['neverAsk', 'delete', 'delete'], '3', null],
    ['saved again after a deletion', ['full', 'delete', 'full'], '1', FULL],
  ]
  for (const [index, [title, steps, status, data]] of paths.entries()) {
    test(`a profile that was ${title} has status ${status}`, async () => {
      const key = { institutionId: 'FI001', pan: `400000000000${index}` }
      for (const step of steps) await moves[step](key)
      assert.deepEqual(await profiles.retrieve(key), { status, data })
    })
  }

  test('a deletion says whether there was a profile to delete', async () => {
    const key = { institutionId: 'FI001', pan: '4111111111111111' }
    assert.equal(await profiles.delete(key, 'T1'), false)
    await profiles.save(key, FULL, 'T1')
    assert.equal(await profiles.delete(key, 'T1'), true)
    assert.equal(await profiles.delete(key, 'T1'), false)
  })

  test("institutions cannot see each other's profiles, and no card number is stored", async () => {
    const pan = '5555555555554444'
    await profiles.save({ institutionId: 'FI001', pan }, FULL, 'T1')
    assert.deepEqual(await profiles.retrieve({ institutionId: 'FI002', pan }), { status: '0', data: null })
    const { rows } = await database.query('SELECT p::text AS row FROM preference_profiles p')
    assert.doesNotMatch(JSON.stringify(rows), /5555555555554444/)
  })

  test('a status that this version does not know is an error that names it', async () => {
    const key = { institutionId: 'FI001', pan: '4999999999999' }
    await moves.full(key)
    await database.query(`
      ALTER TABLE preference_profiles DROP CONSTRAINT preference_profiles_profile_status_check;
      UPDATE preference_profiles SET profile_status = '9' WHERE profile_status <> '9'`)
    await assert.rejects(profiles.retrieve(key), {
      message: 'preference_profiles FI001: profile_status "9" is not known to this version',
    })
  })
})
