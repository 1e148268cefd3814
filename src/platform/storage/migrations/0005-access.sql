-- Who may do what in administration: roles, users, their sessions, passwords and second factors.

-- Belongs to an institution; its users see its records only. The rest of its life is administered elsewhere.
CREATE TABLE sub_tenants (
  sub_tenant_id   uuid PRIMARY KEY,
  institution_id  text COLLATE "C" NOT NULL REFERENCES institutions,
  tenant_code     text COLLATE "C" NOT NULL,
  name            text NOT NULL,
  contact_email   text NOT NULL,
  allowed_modules text[] NOT NULL DEFAULT '{}',
  status          text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
  UNIQUE (institution_id, tenant_code)
);

CREATE TABLE roles (
  role_id        uuid PRIMARY KEY,
  role_name      text NOT NULL,
  description    text NOT NULL DEFAULT '',
  is_enabled     boolean NOT NULL DEFAULT true,
  -- Made by us: it can be given, not changed.
  is_system      boolean NOT NULL DEFAULT false,
  -- Grants every action of every module, also of those that come later. A user with it is an administrator.
  grants_all     boolean NOT NULL DEFAULT false,
  -- Set when a user of an institution made it: users outside do not see it. Null is for everyone.
  institution_id text COLLATE "C" REFERENCES institutions,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL
);
CREATE UNIQUE INDEX roles_by_name ON roles (lower(role_name));

CREATE TABLE role_grants (
  role_id   uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  module_id text COLLATE "C" NOT NULL,
  action_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (role_id, module_id, action_id)
);

INSERT INTO roles (role_id, role_name, description, is_system, grants_all, created_at, updated_at, created_by, updated_by) VALUES
  ('00000000-0000-7000-8000-000000000001', 'Administrator', 'May do everything', true, true, now(), now(), 'system', 'system'),
  ('00000000-0000-7000-8000-000000000002', 'Viewer', 'May see everything and change nothing', true, false, now(), now(), 'system', 'system');
-- The viewer's grants follow the modules in code; see access/roles/system-roles.ts.

CREATE TABLE users (
  user_id          uuid PRIMARY KEY,
  first_name       text NOT NULL,
  last_name        text NOT NULL,
  mail_id          text NOT NULL,
  -- The address in lower case, by which a user is found.
  mail_key         text COLLATE "C" NOT NULL UNIQUE,
  -- What a search looks through, made once and not for every search.
  search_text      text COLLATE "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || mail_id)) STORED,
  role_id          uuid NOT NULL REFERENCES roles,
  is_active        boolean NOT NULL DEFAULT true,
  mfa_enable       boolean NOT NULL DEFAULT false,
  institution_id   text COLLATE "C" REFERENCES institutions,
  sub_tenant_id    uuid REFERENCES sub_tenants,
  -- Null until the invitation is accepted.
  password_hash    text,
  last_login_at    timestamptz,
  locked_until     timestamptz,
  -- How often the user was locked since the last good sign-in: each lock is twice as long as the one before.
  locks            integer NOT NULL DEFAULT 0,
  totp_sealed      text,
  totp_device_name text,
  -- The last time step that was used, so that no code counts twice.
  totp_step        bigint,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  created_by       text NOT NULL,
  updated_by       text NOT NULL,
  CHECK (sub_tenant_id IS NULL OR institution_id IS NOT NULL)
);
-- Lists are in the order of making, newest first, for everyone or within one institution.
CREATE INDEX users_by_institution ON users (institution_id, user_id);
CREATE INDEX users_by_role ON users (role_id);

-- The hashes of earlier passwords, of which the last ones must not come again.
CREATE TABLE password_history (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  set_at        timestamptz NOT NULL,
  password_hash text NOT NULL,
  PRIMARY KEY (user_id, set_at)
);

-- Wrong passwords and wrong codes, counted apart.
CREATE TABLE sign_in_failures (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind    text NOT NULL CHECK (kind IN ('PASSWORD', 'CODE')),
  at      timestamptz NOT NULL,
  failure_id uuid PRIMARY KEY
);
CREATE INDEX sign_in_failures_by_user ON sign_in_failures (user_id, kind, at);

CREATE TABLE sessions (
  session_id   uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- The end whatever happens; last_used_at gives the end when nothing does.
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  revoked_for  text,
  ip           text NOT NULL,
  user_agent   text NOT NULL,
  -- The refresh token of a session is numbered: it is made from this salt, the number and the master key, so nothing
  -- in the database can be presented as one.
  refresh_salt text NOT NULL,
  generation   integer NOT NULL DEFAULT 1,
  rotated_at   timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);

-- Keys that others encrypt to (ENC) and that sign our tokens (SIG). The newest of a kind is in use; older ones are still
-- accepted until they expire.
CREATE TABLE access_keys (
  kid            text COLLATE "C" PRIMARY KEY,
  use            text NOT NULL CHECK (use IN ('ENC', 'SIG')),
  public_jwk     jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at     timestamptz NOT NULL,
  -- Set when a newer one takes over.
  expires_at     timestamptz
);

-- Values that count once: the ids of encrypted strings. Kept until they would be refused for their age anyway.
CREATE TABLE used_ids (
  used_id    text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_ids_by_expiry ON used_ids (expires_at);

-- The one-time values of invitation and reset mails. Only a hash is kept.
CREATE TABLE password_links (
  link_hash  text COLLATE "C" PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('INVITE', 'RESET')),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX password_links_by_user ON password_links (user_id);

-- A second factor that was offered and not registered yet.
CREATE TABLE totp_offers (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_sealed text NOT NULL,
  offered_at    timestamptz NOT NULL,
  -- Wrong codes so far.
  tries         integer NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text COLLATE "C" NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- One-time passwords by mail. Addresses that no user has are here too, so that they answer alike.
CREATE TABLE mail_otps (
  mail_key   text COLLATE "C" PRIMARY KEY,
  code_hash  text NOT NULL,
  expires_at timestamptz NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  -- When the last ones were asked for, newest first: one a minute, five an hour.
  asked_at   timestamptz[] NOT NULL
);

-- Single sign-on that was started here and has not come back yet.
CREATE TABLE sso_logins (
  state_hash      text COLLATE "C" PRIMARY KEY,
  verifier_sealed text NOT NULL,
  nonce           text NOT NULL,
  redirect_uri    text NOT NULL,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX sso_logins_by_expiry ON sso_logins (expires_at);

-- Every node keeps sessions with their users and roles in memory and forgets what these tell it to. The payload names
-- what changed: a session, a user, a role, or everything.
CREATE FUNCTION announce_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('access_changed', 'all');
  ELSIF TG_TABLE_NAME = 'sessions' THEN
    PERFORM pg_notify('access_changed', 'session:' || OLD.session_id);
  ELSIF TG_TABLE_NAME = 'users' THEN
    PERFORM pg_notify('access_changed', 'user:' || OLD.user_id);
  ELSIF TG_TABLE_NAME = 'roles' THEN
    PERFORM pg_notify('access_changed', 'role:' || OLD.role_id);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('access_changed', 'role:' || OLD.role_id);
  ELSE
    PERFORM pg_notify('access_changed', 'role:' || NEW.role_id);
  END IF;
  RETURN NULL;
END $$;

-- A session that is merely used again announces nothing.
CREATE TRIGGER session_changed AFTER UPDATE OF revoked_at, expires_at, user_id ON sessions FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER session_deleted AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER user_changed AFTER UPDATE OF mail_id, role_id, is_active, institution_id, sub_tenant_id, first_name, last_name ON users FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER role_changed AFTER UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER role_grants_changed AFTER INSERT OR UPDATE OR DELETE ON role_grants FOR EACH ROW EXECUTE FUNCTION announce_access_change();

-- Partners and clients become records that people keep.
ALTER TABLE partners
  ADD COLUMN id         uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN families   text[] NOT NULL DEFAULT '{accounts}',
  ADD COLUMN version    integer NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN created_by text NOT NULL DEFAULT 'system',
  ADD COLUMN updated_by text NOT NULL DEFAULT 'system';
ALTER TABLE clients ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX clients_by_partner ON clients (partner_id);

-- Beside the clients, because a change of theirs makes every node read the directory again.
CREATE TABLE client_usage (
  client_id    text COLLATE "C" PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);
