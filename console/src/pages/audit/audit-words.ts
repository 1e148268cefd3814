// The audit log in words.

import { word } from '../../texts/translate.ts'

/** The kinds of records that the log speaks of. */
export const RESOURCES: readonly string[] = [
  'account',
  'account-type',
  'alert-rule',
  'application-property',
  'biller',
  'business-day',
  'card',
  'change-request',
  'client',
  'configuration',
  'core-connectivity',
  'correction',
  'reconciliation',
  'digital-account',
  'digital-institution',
  'digital-settlement',
  'digital-user',
  'exception',
  'exception-comment',
  'exception-job',
  'institution',
  'loan',
  'loan-application',
  'loan-offer',
  'loan-product',
  'loan-rate',
  'otp',
  'partner',
  'role',
  'sandbox',
  'session',
  'sub-tenant',
  'terminal',
  'terminal-key',
  'transaction-capability',
  'transaction-export',
  'user',
  'webhook',
]

/** Records without a user are the platform's own, or of a caller who was not signed in. */
export function actorOf({
  actorEmail,
  actorId,
  ip,
}: {
  actorEmail: string | null
  actorId: string | null
  ip: string | null
}): string {
  return actorEmail ?? actorId ?? (ip === null ? 'The platform itself' : 'No one signed in')
}

const ACRONYMS = /\b(mfa|otp)\b/g

/** The console says “sign in”. */
const PLAIN: Readonly<Record<string, string>> = { login: 'sign in', logout: 'sign out' }

/** `terminal-key` as `Terminal key`, `user.reset-mfa` as `User: reset MFA`, in the reader's language. */
export function auditWords(code: string): string {
  const [kind = '', ...rest] = code
    .replaceAll('-', ' ')
    .replaceAll(/\blog(in|out)\b/g, (found) => PLAIN[found] ?? found)
    .replaceAll(ACRONYMS, (found) => found.toUpperCase())
    .split('.')
  return [kind.charAt(0).toUpperCase() + kind.slice(1), ...rest].map(word).join(': ')
}
