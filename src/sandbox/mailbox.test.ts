import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import type { Database } from '../platform/storage/database.ts'
import { readMailbox } from './mailbox.ts'

onDatabase('the sandbox mailbox', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO sandbox_mails VALUES
         ('00000000-0000-7000-8000-000000000001', 'a@sandbox.example', 'First', 'one', NULL, '2026-01-01T10:00:00Z'),
         ('00000000-0000-7000-8000-000000000002', 'A@sandbox.example', 'Second', 'two', '<p>two</p>', '2026-01-01T11:00:00Z'),
         ('00000000-0000-7000-8000-000000000003', 'b@sandbox.example', 'Third', 'three', NULL, '2026-01-01T12:00:00Z')`,
    )
  })

  const RECIPIENTS: [to: string | undefined, subjects: string[]][] = [
    ['a@sandbox.example', ['Second', 'First']],
    ['B@SANDBOX.EXAMPLE', ['Third']],
    ['nobody@sandbox.example', []],
    [undefined, ['Third', 'Second', 'First']],
  ]
  for (const [to, subjects] of RECIPIENTS) {
    test(`mails to ${to ?? 'everybody'} are listed newest first`, async () => {
      assert.deepEqual(
        (await readMailbox(database, to)).map((mail) => mail.subject),
        subjects,
      )
    })
  }

  test('a mail is shown with all its parts', async () => {
    assert.deepEqual((await readMailbox(database, 'a@sandbox.example'))[0], {
      mailId: '00000000-0000-7000-8000-000000000002',
      to: 'A@sandbox.example',
      subject: 'Second',
      text: 'two',
      html: '<p>two</p>',
      sentAt: '2026-01-01T11:00:00.000Z',
    })
  })
})
