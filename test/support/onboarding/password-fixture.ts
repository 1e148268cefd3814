// Password links on a database, with a movable clock and readable mails.

import { EncryptedStrings, type MintedValue } from '../../../src/administration/access/keys/encrypted-strings.ts'
import { KeyRing } from '../../../src/administration/access/keys/key-ring.ts'
import { PasswordLinks } from '../../../src/administration/access/passwords/password-links.ts'
import { SetPassword } from '../../../src/administration/access/passwords/set-password.ts'
import { Sessions } from '../../../src/administration/access/sessions/sessions.ts'
import { parseMasterKeys, SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import { Outbox, openContent } from '../../../src/platform/mail/outbox.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { quickHash } from './quick-hash.ts'
import { reuseRsaKeys } from './rsa-keys.ts'

reuseRsaKeys()

const secretBox = new SecretBox(parseMasterKeys(Buffer.alloc(32, 7).toString('base64')))

export interface ReadMail {
  readonly subject: string
  readonly text: string
  /** The encrypted value of its link. */
  readonly value: string
}

export async function openPasswordFixture(database: Database) {
  const clock = { nowMs: Date.UTC(2026, 0, 15, 12), now: () => clock.nowMs }
  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const encryptedStrings = new EncryptedStrings({ keyRing, secretBox, clock })
  const outbox = new Outbox({ secretBox, clock })
  const publicUrl = () => 'https://tillgate.bank.example'
  const sessions = new Sessions({ database, clock, secretBox, authenticator: { announced: (_id, end) => end() } })
  const passwordLinks = new PasswordLinks({ database, clock, secretBox, encryptedStrings, outbox, publicUrl })

  /** The queued mails to an address, oldest first. */
  async function mailsTo(email: string): Promise<ReadMail[]> {
    const { rows } = await database.query<{ content_sealed: string }>(
      'SELECT content_sealed FROM mail_outbox WHERE recipient = $1 ORDER BY mail_id',
      [email],
    )
    return rows.map((row) => {
      const { subject, text } = openContent(secretBox, row.content_sealed)
      const value = /https:\/\/tillgate\.bank\.example\/\S+#(\S+)/.exec(text)?.[1] ?? ''
      return { subject, text, value }
    })
  }

  return {
    clock,
    encryptedStrings,
    passwordLinks,
    sessions,
    setPassword: new SetPassword({ database, clock, passwordLinks, hashPassword: quickHash }),
    mailsTo,
    /** The content of the newest link to an address. */
    async newestLink(email: string): Promise<MintedValue> {
      const minted = await encryptedStrings.decryptMinted((await mailsTo(email)).at(-1)?.value ?? '')
      if (minted === undefined) throw new Error(`no link was sent to ${email}`)
      return minted
    },
  }
}

export type PasswordFixture = Awaited<ReturnType<typeof openPasswordFixture>>
