import type { Defects } from '../defect.ts'

export const ADMINISTRATION: Defects = {
  'sessions-without-exception-stay': {
    breaks: 'all sessions of a user end when none is excepted',
    file: 'src/administration/access/sessions/sessions.ts',
    find: 'session_id IS DISTINCT FROM $4::uuid',
    replace: 'session_id <> $4::uuid',
  },
  'refresh-does-not-extend': {
    breaks: 'a session that is refreshed is not idle',
    file: 'src/administration/access/sessions/sessions.ts',
    find: 'rotated_at = $3, last_used_at = $3 WHERE',
    replace: 'rotated_at = $3 WHERE',
  },
  'locks-counted-on': {
    breaks: 'after a good sign-in the next lock is a short one again',
    file: 'src/administration/access/sessions/lockout.ts',
    find: 'SET locked_until = NULL, locks = 0 WHERE',
    replace: 'SET locked_until = NULL WHERE',
  },
  'session-kept-from-before': {
    breaks: 'a session that was read before a change is not cached after it',
    file: 'src/administration/access/sessions/session-cache.ts',
    find: 'found !== undefined && epoch === this.#epoch && this.#isLive()',
    replace: 'found !== undefined && this.#isLive()',
  },
  'move-audited-for-new-owner': {
    breaks: 'a change of owner is audited under the platform, so that no owner sees values of the other',
    file: 'src/administration/records/change-record.ts',
    find: 'if (was && is && was.institutionId !== is.institutionId) return {}\n',
    replace: '\n',
  },
  'sub-tenant-sees-institution': {
    breaks: 'users of a sub-tenant do not see what belongs to the institution only',
    file: 'src/administration/records/scope-conditions.ts',
    find: "if (subTenantId !== undefined) return 'false'\n",
    replace: '\n',
  },
  'secrets-in-lists-audited': {
    breaks: 'members of a list of secrets are redacted in the audit log',
    file: 'src/administration/audit/redaction.ts',
    find: 'value.map((member) => redact(member, name))',
    replace: 'value.map((member) => redact(member))',
  },
  'expiry-never-cleared': {
    breaks: 'a rotation with expiry null makes the client valid for good',
    file: 'src/administration/institutions/clients/clients.ts',
    find: 'expiresAt === undefined ? before.expiresAt : expiresAt,',
    replace: 'expiresAt ?? before.expiresAt,',
  },
  'failures-not-reset': {
    breaks: 'a webhook is left alone after failures in a row, not after single ones',
    file: 'src/administration/event-delivery/webhooks/webhook-sender.ts',
    find: "end.state === 'DELIVERED' ? 0 : webhook.failuresInARow + 1",
    replace: "end.state === 'DELIVERED' ? webhook.failuresInARow : webhook.failuresInARow + 1",
  },
  'feed-stuck-at-other-kinds': {
    breaks: 'a reader of some kinds of events passes those of other kinds',
    file: 'src/administration/event-delivery/event-feed.ts',
    find: 'Math.max(after, until),',
    replace: 'Number(shown.at(-1)?.sequence ?? after),',
  },
  'approved-beyond-scope': {
    breaks: 'a change that concerns more than the own institution is approved by the platform',
    file: 'src/administration/change-requests/change-requests.ts',
    find: 'if (!isInScope(record, reader))',
    replace: 'if (!isInScope(record, reader) && record.institutionId !== undefined)',
  },
}
