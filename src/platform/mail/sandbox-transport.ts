// The sandbox sends no mail: it stores mails in a table that its users can read.

import type { Clock } from '../kernel/time/clock.ts'
import type { Sql } from '../storage/database.ts'
import type { MailTransport } from './mail-transport.ts'

export function sandboxTransport({ database, clock }: { database: Sql; clock: Clock }): MailTransport {
  return {
    async send({ mailId, to, subject, text, html }) {
      // Ignores a mail that is already stored, after a crash before its removal from the outbox.
      await database.query(
        `INSERT INTO sandbox_mails (mail_id, mailed_to, subject, body_text, body_html, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [mailId, to, subject, text, html, new Date(clock.now())],
      )
    },
    async probe() {
      await database.query('SELECT 1')
    },
  }
}
