import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { type AccountDesk, newAccount, openAccountDesk, refusedAs } from '../../../test/support/tokens/account-desk.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { AccountState } from './digital-account.ts'
import { type ValidationInquiry, validateAccount } from './validate-account.ts'

type Row = [
  title: string,
  account: { state?: AccountState; restrictions?: string[]; institution?: string },
  sent: Partial<ValidationInquiry>,
  answer: object,
]

const ACTIVE = { verified: true, accountStatus: 'ACTIVE', nameMatch: 'NOAP', canReceive: true }
const REFUSED = { verified: false, canReceive: false }
const ADA = 'Ada Lovelace'

const ROWS: Row[] = [
  ['no name is sent', {}, {}, ACTIVE],
  ['the name matches', {}, { holderName: 'LOVELACE, ada' }, { ...ACTIVE, nameMatch: 'MTCH' }],
  [
    'the name is close',
    {},
    { holderName: 'A. Lovelace' },
    { ...ACTIVE, verified: false, nameMatch: 'CMTC', suggestedName: ADA },
  ],
  [
    'the name is another',
    {},
    { holderName: 'Grace Hopper' },
    { ...ACTIVE, verified: false, nameMatch: 'NMTC', reason: 'BE01' },
  ],
  ['the currency is its own', {}, { currency: 'USD', tokenType: 'TOKENIZED_DEPOSIT' }, ACTIVE],
  [
    'the currency is another',
    {},
    { currency: 'EUR', holderName: ADA },
    { ...REFUSED, accountStatus: 'ACTIVE', nameMatch: 'MTCH', reason: 'AC11' },
  ],
  [
    'it is provisioning',
    { state: 'PROVISIONING' },
    { currency: 'EUR' },
    { ...REFUSED, accountStatus: 'PROVISIONING', nameMatch: 'NOAP', reason: 'AG01' },
  ],
  [
    'it has failed',
    { state: 'FAILED' },
    { holderName: ADA },
    { ...REFUSED, accountStatus: 'FAILED', nameMatch: 'MTCH', reason: 'AG01' },
  ],
  [
    'it is frozen for credits',
    { state: 'FROZEN', restrictions: ['NO_CREDIT'] },
    { holderName: 'Grace Hopper' },
    { ...REFUSED, accountStatus: 'FROZEN', nameMatch: 'NMTC', reason: 'AC06' },
  ],
  [
    'it is frozen for debits alone',
    { state: 'FROZEN', restrictions: ['NO_DEBIT'] },
    { holderName: ADA },
    { ...ACTIVE, accountStatus: 'FROZEN', nameMatch: 'MTCH' },
  ],
  [
    'it is closed',
    { state: 'CLOSED' },
    { holderName: ADA, currency: 'EUR' },
    { ...REFUSED, accountStatus: 'CLOSED', nameMatch: 'NOAP', reason: 'AC07' },
  ],
  [
    'the institution is suspended',
    { institution: 'SUSPENDED', state: 'CLOSED' },
    { holderName: ADA },
    { ...REFUSED, accountStatus: 'CLOSED', nameMatch: 'NOAP', reason: 'AG11' },
  ],
  [
    'the institution is suspended, and the name is close',
    { institution: 'SUSPENDED' },
    { holderName: 'Ada Lovelac' },
    { ...REFUSED, accountStatus: 'ACTIVE', nameMatch: 'CMTC', suggestedName: ADA, reason: 'AG11' },
  ],
]

onDatabase('account validation', (_engine, open) => {
  let database: Database
  let desk: AccountDesk
  let institutionId: string
  let accountId: string

  before(async () => {
    database = (await open()).database
    desk = await openAccountDesk(database)
    institutionId = await desk.institution()
    const userId = await desk.user(institutionId)
    accountId = (await desk.accounts.create(newAccount(institutionId, userId))).result.accountId
  })
  after(() => desk.close())

  for (const [title, { state = 'ACTIVE', restrictions = [], institution = 'ACTIVE' }, sent, answer] of ROWS) {
    test(`when ${title}`, async () => {
      await database.query('UPDATE digital_institutions SET state = $2 WHERE institution_id = $1', [
        institutionId,
        institution,
      ])
      await database.query('UPDATE digital_accounts SET state = $2, restrictions = $3 WHERE account_id = $1', [
        accountId,
        state,
        restrictions,
      ])
      assert.deepEqual(await validateAccount(database, { institutionId, accountId, ...sent }), answer)
    })
  }

  test('an account that the institution does not have is a result', async () => {
    const elsewhere = await desk.institution({ partnerId: 'OTHER' })
    const answer = { verified: false, nameMatch: 'NOAP', canReceive: false, reason: 'AC01' }
    for (const id of [randomUUID(), '1000000001', '../x'])
      assert.deepEqual(await validateAccount(database, { institutionId, accountId: id, holderName: ADA }), answer)
    assert.deepEqual(await validateAccount(database, { institutionId: elsewhere, accountId }), answer)
  })

  test('a business is compared by its legal name, without legal forms', async () => {
    const userId = await desk.user(institutionId, { legalName: 'Harbour Trading S.A.' })
    await database.query("UPDATE digital_institutions SET state = 'ACTIVE' WHERE institution_id = $1", [institutionId])
    const { result } = await desk.accounts.create(newAccount(institutionId, userId))
    const ask = async (holderName: string) => {
      const { nameMatch, suggestedName } = await validateAccount(database, {
        institutionId,
        accountId: result.accountId,
        holderName,
      })
      return [nameMatch, suggestedName]
    }
    assert.deepEqual(await ask('harbour trading'), ['MTCH', undefined])
    assert.deepEqual(await ask('Harbor Trading SA'), ['CMTC', 'Harbour Trading S.A.'])
  })

  test('institution and token type must exist', async () => {
    for (const id of [randomUUID(), 'FI001'])
      await assert.rejects(
        validateAccount(database, { institutionId: id, accountId, tokenType: 'OTHER' }),
        refusedAs('institution-not-found'),
      )
    await assert.rejects(
      validateAccount(database, { institutionId, accountId, tokenType: 'OTHER' }),
      refusedAs('token-type-not-supported'),
    )
  })
})
