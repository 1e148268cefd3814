// How long every table keeps its rows. A table that is not listed fails a test, so that none grows unnoticed.

import type { GroupName } from '../../platform/history/history-group.ts'

export type Retention =
  /** Archived month by month, after the months that RETENTION_MONTHS says for its group. */
  | { readonly archivedWith: GroupName; readonly remains: string }
  /** Removed with the rows of another table, which it is made from. */
  | { readonly removedWith: string }
  /** Removed by the gateway itself, when that is over. */
  | { readonly until: string }
  /** Never removed. */
  | { readonly forEver: string }

const RECORD = { forEver: 'a record that people or partners keep; grows with them, not with traffic' } as const
const SANDBOX = { until: 'the sandbox is reset; empty elsewhere' } as const
const STATE = { forEver: 'one row, or one per institution or account; replaced, not added to' } as const
// The dashboard and the report of a day have nothing else for days that are archived.
const FIGURES = {
  forEver: 'sums per day; hours and codes bound them, a few hundred rows per institution and day',
} as const
const TERMINAL_FIGURES = {
  forEver: 'sums per day; a row for a terminal, a currency and a day on which it was used, about 150 bytes',
} as const
const LOAN = {
  forEver:
    'a partner may ask where any of its loans stood on any day, which is computed from this; grows with loans and payments',
} as const
const APPLICATION = { archivedWith: 'lending', remains: 'nothing, once the application has ended' } as const

export const RETENTION: Readonly<Record<string, Retention>> = {
  // Orders and books.
  transactions: { archivedWith: 'books', remains: 'the RRN, in spent_rrns' },
  reversal_tombstones: { archivedWith: 'books', remains: 'the RRN, in spent_rrns' },
  switch_messages: { archivedWith: 'books', remains: 'nothing' },
  declined_advices: { archivedWith: 'books', remains: 'nothing, once ended' },
  corrections: { forEver: 'suspense accounts and undoing rest on it; made by people, a few a day' },
  cash_movements: { forEver: 'expected cash and references rest on it; made by people, a few a week and terminal' },
  cash_differences: { forEver: 'suspense accounts rest on it; few of the counts have one' },
  exception_resolutions: { archivedWith: 'books', remains: 'nothing' },
  journals: { archivedWith: 'books', remains: 'the balance of each account at the end of the month' },
  holds: { archivedWith: 'books', remains: 'nothing, once released' },
  account_entries: { removedWith: 'journals' },
  inquiries: { archivedWith: 'inquiries', remains: 'nothing' },
  general_ledger_deltas: { until: 'they are folded into totals, within seconds' },
  general_ledger_totals: STATE,
  account_month_balances: { forEver: 'balances rest on it; a row per account and month in which it moved' },
  spent_rrns: { forEver: 'an RRN is used for good; about 96 bytes each' },
  accounts: RECORD,
  account_records: RECORD,
  cards: RECORD,
  card_records: RECORD,
  preference_profiles: RECORD,
  terminal_usage: STATE,
  book_days: STATE,
  closed_days: { forEver: 'when each business day was closed; a row of 60 bytes per institution and day' },
  entry_state: STATE,
  exception_work: { until: '400 days after its last change, once the exception is no longer open' },
  exception_comments: { until: '400 days after, once the exception is no longer open' },
  exception_jobs: { until: '100 days after they have ended' },
  exception_job_lines: { removedWith: 'exception_jobs' },
  reconciliations: { until: '400 days after they have ended' },
  reconciliation_lines: { until: 'the file is matched' },
  reconciliation_differences: { removedWith: 'reconciliations' },
  reconciliation_exceptions: { forEver: 'what was posted of a file is not posted again; as many as people settle' },
  host_exceptions: { until: '100 days after they have ended' },
  iso8583_exchanges: { until: '100 days after they have ended' },
  iso8583_strays: { until: '30 days are over' },
  entry_history: { until: 'the history of an institution is listed' },

  // Figures.
  transaction_changes: { until: 'they are counted, within seconds' },
  posting_marks: { until: 'rollups and statements have taken what they mark, within seconds; empty on one server' },
  transaction_rollups: FIGURES,
  latency_rollups: FIGURES,
  terminal_totals: TERMINAL_FIGURES,
  rollup_state: STATE,
  rollup_rebuilds: { until: 'the day is counted' },

  // Lending.
  lending_homes: { forEver: 'on distributed books a small row per loan; those of applications leave with them' },
  lending_keys: { archivedWith: 'keys', remains: 'a hash, in spent_keys' },
  loans: LOAN,
  loan_events: LOAN,
  loan_closings: { archivedWith: 'lending', remains: 'nothing, once its journal is archived' },
  loan_replays: { archivedWith: 'lending', remains: 'nothing' },
  loan_schedules: { archivedWith: 'lending', remains: 'the last schedule; all, while the loan runs' },
  loan_snapshots: { forEver: 'written by versions before 0042 only; nothing is added' },
  loan_states: { forEver: 'a row per loan, replaced' },
  loan_applications: APPLICATION,
  loan_application_history: APPLICATION,
  loan_risk_signals: APPLICATION,
  loan_decisions: APPLICATION,
  loan_offers: APPLICATION,
  loan_products: RECORD,
  loan_rates: RECORD,

  // Digital banking.
  token_movements: { archivedWith: 'tokens', remains: 'a hash of the reference, in spent_keys' },
  token_movement_homes: { removedWith: 'token_movements' },
  token_exceptions: { archivedWith: 'tokens', remains: 'nothing; unclaimed money stays, with its movement' },
  token_entries: { removedWith: 'journals' },
  // Four rows a movement: search finds movements by the beginning of a word of ref, endToEndId and linked id, and without these
  // rows a rare word would read all movements of a partner.
  digital_words: { removedWith: 'token_movements' },
  digital_references: { archivedWith: 'keys', remains: 'a hash, in spent_keys' },
  spent_keys: { forEver: 'a key is used for good; about 96 bytes each' },
  builtin_ledger_operations: { archivedWith: 'tokens', remains: 'nothing' },
  builtin_ledger_holds: { archivedWith: 'tokens', remains: 'nothing, once ended' },
  builtin_ledger_accounts: STATE,
  builtin_ledger_assets: STATE,
  evm_ledger: STATE,
  evm_assets: { forEver: 'a row per asset of the contract, whoever registered it' },
  evm_keys: STATE,
  evm_work: { forEver: 'an id is used for good, also on the chain; about 150 bytes each once it has ended' },
  evm_transactions: { forEver: 'what a nonce was used for; about 200 bytes for up to 300 operations' },
  evm_sendings: { until: 'the nonce is used up in a final block' },
  digital_institutions: RECORD,
  digital_users: RECORD,
  digital_accounts: RECORD,
  digital_settlements: { forEver: 'settlement cash rests on it; made by people, a few a day' },

  // Administration.
  audit_log: { archivedWith: 'audit', remains: 'a signed anchor, in audit_anchors' },
  audit_anchors: { forEver: 'the audit log goes on from it; a row per month' },
  audit_head: STATE,
  archive_cuts: STATE,
  archive_parts: { forEver: 'what is archived; a row per group, institution and month' },
  change_requests: RECORD,
  alert_rules: RECORD,
  alert_duty: STATE,
  saved_views: RECORD,
  notifications: { until: '30 days are over, or what waited is decided' },
  institutions: RECORD,
  core_connectivity: RECORD,
  core_connections: RECORD,
  account_types: RECORD,
  transaction_capabilities: RECORD,
  billers: RECORD,
  hot_cards: RECORD,
  stops: RECORD,
  terminals: RECORD,
  terminal_keys: RECORD,
  sub_tenants: RECORD,
  partners: RECORD,
  clients: RECORD,
  client_usage: STATE,
  business_calendars: STATE,
  application_properties: RECORD,
  application_property_versions: RECORD,
  users: RECORD,
  four_eyes_defaults: { forEver: 'one row per default entry of four-eyes lists; grows with versions' },
  roles: RECORD,
  role_grants: RECORD,
  access_keys: { until: 'they are replaced and no token needs them' },
  password_history: { until: 'a newer password takes the place of the oldest' },
  recovery_codes: { until: 'they are used or replaced' },
  sessions: { until: 'they end' },
  sign_in_failures: { until: 'they no longer count' },
  password_links: { until: 'they expire' },
  mail_otps: { until: 'they expire' },
  totp_offers: { until: 'they expire' },
  sso_logins: { until: 'they expire' },
  used_ids: { until: 'what they guard has expired' },
  event_outbox: { until: 'they are in the feeds of partners, within seconds' },
  posted_events: { until: 'they are in the feeds of partners, within seconds' },
  told_exceptions: { until: 'they are resolved' },
  told_token_exceptions: { until: 'they are resolved' },
  event_heads: STATE,
  events: { until: 'events.keep-days have passed: 30, unless the property says otherwise' },
  webhooks: RECORD,
  webhook_deliveries: { removedWith: 'events' },
  expired_deliveries: { until: '7 days have passed since their event was removed' },
  mail_outbox: { until: 'the mail is sent or expires' },
  transaction_exports: { until: 'a week is over' },
  transaction_export_chunks: { removedWith: 'transaction_exports' },
  settings: STATE,
  directory_epoch: STATE,
  hot_card_epoch: STATE,
  schema_migrations: { forEver: 'a row per version of the schema' },

  // The sandbox.
  sandbox_lost_orders: SANDBOX,
  sandbox_mails: SANDBOX,
  simulated_chain: SANDBOX,
  simulated_chain_accounts: SANDBOX,
  simulated_chain_assets: SANDBOX,
  simulated_chain_events: SANDBOX,
  simulated_chain_holds: SANDBOX,
  simulated_chain_ops: SANDBOX,
}
