-- tillgate: no-transaction
--
-- Changes of people's identities by who made them: read at every approval (audit/identity-ties.ts). Those of one user are found by
-- audit_log_by_resource.

CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_identity_changes ON audit_log (actor_id, at)
 WHERE resource = 'user' AND action IN ('user.create', 'user.update', 'user.reset-mfa', 'user.activate');

CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_pending_mail ON users (pending_mail_key) WHERE pending_mail_key IS NOT NULL;
