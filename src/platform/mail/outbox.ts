// Mails waiting to be sent. A mail is queued in the transaction that causes it, so it is sent exactly when that
// commits. Its content is encrypted, because it contains sign-in links and codes.

import { newId } from '../kernel/identifiers/ids.ts'
import type { SecretBox } from '../kernel/secrets/secrets.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Sql } from '../storage/database.ts'
import { isSingleAddress } from './mail-address.ts'

export interface Mail {
  /** One bare address. */
  readonly to: string
  /** No secrets: mail programs show it on lock screens. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Not sent after this. */
  readonly expiresAtMs: number
}

export interface QueueOptions {
  /** Does the same work but queues nothing, so that response times do not reveal whether a user exists. */
  readonly dryRun?: boolean
}

export class Outbox {
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor({ secretBox, clock }: { readonly secretBox: SecretBox; readonly clock: Clock }) {
    this.#secretBox = secretBox
    this.#clock = clock
  }

  /** Wake the sender after the commit; otherwise its timer finds the mail a little later. */
  async queue(sql: Sql, mail: Mail, { dryRun = false }: QueueOptions = {}): Promise<void> {
    // Addresses are validated at the edge, so an invalid one here is a defect.
    if (!isSingleAddress(mail.to)) throw new TypeError('not one mail address')
    const nowMs = this.#clock.now()
    const now = new Date(nowMs)
    await sql.query(QUEUE, [
      newId(nowMs),
      mail.to,
      sealContent(this.#secretBox, mail),
      now,
      new Date(mail.expiresAtMs),
      !dryRun,
    ])
  }
}

const QUEUE = {
  name: 'mail-queue',
  text: `INSERT INTO mail_outbox (mail_id, recipient, content_sealed, created_at, expires_at, next_attempt_at)
         SELECT $1::uuid, $2::text, $3::text, $4::timestamptz, $5::timestamptz, $4::timestamptz
          WHERE $6::boolean`,
}

const CONTEXT = 'mail_outbox'

/** The encrypted part. It includes the address: write access to the table must not be enough to redirect a link. */
export type MailContent = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>

function sealContent(secretBox: SecretBox, { to, subject, text, html }: Mail): string {
  return secretBox.seal(JSON.stringify({ to, subject, text, html } satisfies MailContent), CONTEXT)
}

/** Throws if the content was tampered with or its key is missing. */
export function openContent(secretBox: SecretBox, sealed: string): MailContent {
  return JSON.parse(secretBox.open(sealed, CONTEXT))
}
