// The sandbox's mailbox: mails that would have been sent, kept for users who try a flow that sends one.

import { isoTimestamp } from '../platform/kernel/time/clock.ts'
import type { Sql } from '../platform/storage/database.ts'

const MAX_MAILS = 200

export interface SandboxMail {
  readonly mailId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly sentAt: string
}

interface MailRow {
  mail_id: string
  mailed_to: string
  subject: string
  body_text: string
  body_html: string | null
  sent_at: Date
}

/** The newest mails to an address (case-insensitive), or to everybody, newest first. */
export async function readMailbox(sql: Sql, to?: string): Promise<SandboxMail[]> {
  const { rows } = await sql.query<MailRow>(
    `SELECT mail_id, mailed_to, subject, body_text, body_html, sent_at
       FROM sandbox_mails
      WHERE $1::text IS NULL OR lower(mailed_to) = lower($1)
      ORDER BY sent_at DESC, mail_id DESC
      LIMIT $2`,
    [to ?? null, MAX_MAILS],
  )
  return rows.map((row) => ({
    mailId: row.mail_id,
    to: row.mailed_to,
    subject: row.subject,
    text: row.body_text,
    ...(row.body_html !== null && { html: row.body_html }),
    sentAt: isoTimestamp(row.sent_at.getTime()),
  }))
}
