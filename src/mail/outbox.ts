// Mails that wait to be sent. A mail is queued in the transaction that causes it, so it goes out exactly when that
// commits. Its content is sealed, because it carries links and codes that let somebody in.

import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Sql } from '../storage/database.ts'
import { isOneAddress } from './mail-address.ts'

export interface Mail {
  /** One bare address. */
  readonly to: string
  /** Without secrets: mail programs show it on locked screens. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** After this it is not worth sending. */
  readonly expiresAtMs: number
}

export interface QueueOptions {
  /** Does all the work and queues nothing, so that whoever asks cannot tell from the time it takes. */
  readonly onlyPretend?: boolean
}

export class Outbox {
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor({ secretBox, clock }: { readonly secretBox: SecretBox; readonly clock: Clock }) {
    this.#secretBox = secretBox
    this.#clock = clock
  }

  /** Wake the sender once the transaction has committed; otherwise its timer finds the mail a little later. */
  async queue(sql: Sql, mail: Mail, { onlyPretend = false }: QueueOptions = {}): Promise<void> {
    // Mail ids are checked where they come in; one that is none here is a defect.
    if (!isOneAddress(mail.to)) throw new TypeError('not one mail address')
    const nowMs = this.#clock.now()
    const now = new Date(nowMs)
    await sql.query(QUEUE, [
      newId(nowMs),
      mail.to,
      sealContent(this.#secretBox, mail),
      now,
      new Date(mail.expiresAtMs),
      !onlyPretend,
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

/** What is sealed. The address is in it too: whoever can write to the table must not be able to send a link elsewhere. */
export type MailContent = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>

function sealContent(secretBox: SecretBox, { to, subject, text, html }: Mail): string {
  return secretBox.seal(JSON.stringify({ to, subject, text, html } satisfies MailContent), CONTEXT)
}

/** Throws when the content was tampered with or its key is gone. */
export function openContent(secretBox: SecretBox, sealed: string): MailContent {
  return JSON.parse(secretBox.open(sealed, CONTEXT))
}
