-- The audit log. Each record carries the hash of the one before it; the head is a row of its own, whose lock puts the
-- records in order. Nothing here can be changed: the trigger refuses, and the chain would show it.

CREATE TABLE audit_log (
  position       bigint PRIMARY KEY,
  audit_id       uuid NOT NULL UNIQUE,
  at             timestamptz NOT NULL,
  actor_id       text,
  actor_email    text,
  action         text NOT NULL,
  resource       text NOT NULL,
  resource_id    text,
  -- JSON as text: the hash covers the very bytes.
  before         text,
  after          text,
  outcome        text NOT NULL,
  ip             text,
  correlation_id uuid,
  -- The scope the record belongs to; null is the platform itself.
  institution_id text COLLATE "C",
  sub_tenant_id  uuid,
  prev_hash      text NOT NULL,
  hash           text NOT NULL
);
CREATE INDEX audit_log_by_institution ON audit_log (institution_id, position);
CREATE INDEX audit_log_by_sub_tenant ON audit_log (sub_tenant_id, position) WHERE sub_tenant_id IS NOT NULL;
CREATE INDEX audit_log_by_resource ON audit_log (resource, resource_id, position);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, position);

CREATE TABLE audit_head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  position bigint NOT NULL,
  hash     text NOT NULL
);
INSERT INTO audit_head (position, hash) VALUES (0, repeat('0', 64));

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- The head moves on with every record, and never goes.
CREATE TRIGGER never_deleted BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Mails that wait for the mail server. Written in the transaction that causes them; their content is sealed, because it
-- carries one-time values.
CREATE TABLE mail_outbox (
  mail_id         uuid PRIMARY KEY,
  recipient       text NOT NULL,
  content_sealed  text NOT NULL,
  created_at      timestamptz NOT NULL,
  -- After this it is not worth sending.
  expires_at      timestamptz NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at);
