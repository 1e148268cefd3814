// What a copy of production loses when it becomes a database for tests: whatever reaches partners, cores or customers, or lets
// somebody in. Books, records and staff stay as they are, and so does the audit log, which only grows.

/** Replaces a mail address within free text. */
const NOBODY = 'removed@example.invalid'
/** Within the text of a JSON value: never across a quote or an escape, so that it stays JSON. */
const ADDRESS = String.raw`[^"\s<>@\\]+@[^"\s<>@\\]+`

export interface StrippedData {
  /** For the report and the audit log. */
  readonly what: string
  /** The first statement counts; the others remove what depends on it. */
  readonly statements: readonly string[]
}

function withoutAddresses(table: string, column: string): string {
  return `UPDATE ${table} SET ${column} = regexp_replace(${column}::text, '${ADDRESS}', '${NOBODY}', 'g')::jsonb
           WHERE ${column}::text LIKE '%@%'`
}

export const STRIPPED: readonly StrippedData[] = [
  {
    what: 'client secrets',
    // No secret has this hash.
    statements: [`UPDATE clients SET secret_hash = 'removed'`],
  },
  {
    what: 'webhooks',
    // Events that partners of production were to hear of go with them; they have names and addresses of customers.
    statements: [
      'DELETE FROM webhooks',
      'TRUNCATE webhook_deliveries, events',
      'TRUNCATE event_outbox',
      'TRUNCATE posted_events',
    ],
  },
  {
    what: 'connections to cores',
    // The second table is for nodes of earlier versions, which a trigger keeps.
    statements: [
      'DELETE FROM core_connections',
      `UPDATE core_connectivity SET core_type = 'NONE', base_url = NULL, user_name_sealed = NULL, password_sealed = NULL`,
    ],
  },
  {
    what: 'mail addresses of digital users',
    statements: ['UPDATE digital_users SET email = NULL WHERE email IS NOT NULL'],
  },
  { what: 'applications with mail addresses', statements: [withoutAddresses('loan_applications', 'applicant')] },
  {
    what: 'loans with mail addresses',
    statements: [withoutAddresses('loans', 'applicant'), withoutAddresses('loans', 'contact')],
  },
  { what: 'mails that wait', statements: ['DELETE FROM mail_outbox'] },
  {
    what: 'sessions',
    statements: [
      'DELETE FROM sessions',
      'DELETE FROM password_links',
      'DELETE FROM mail_otps',
      'DELETE FROM sso_logins',
      'DELETE FROM totp_offers',
      // Their links are gone with the mails.
      `UPDATE users SET pending_mail_id = NULL, pending_mail_key = NULL, pending_mail_until = NULL, pending_mail_hash = NULL
        WHERE pending_mail_id IS NOT NULL`,
    ],
  },
]
