-- Keys of terminals. The key itself is sealed. A key past `expires_at` counts as EXPIRED, whatever its status says.

CREATE TABLE terminal_keys (
  id             uuid PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL,
  terminal_id    text COLLATE "C" NOT NULL,
  key_type       text NOT NULL CHECK (key_type IN ('APP', 'TMK', 'TPK', 'TAK')),
  algorithm      text NOT NULL CHECK (algorithm IN ('AES256', 'HMAC_SHA256')),
  app_key_sealed text NOT NULL,
  kcv            text NOT NULL,
  -- Counts per terminal and key type, from 1.
  key_version    integer NOT NULL,
  valid_from     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  last_used_at   timestamptz,
  status         text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED')),
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL,
  FOREIGN KEY (institution_id, terminal_id) REFERENCES terminals,
  UNIQUE (institution_id, terminal_id, key_type, key_version)
);

CREATE UNIQUE INDEX terminal_keys_one_active ON terminal_keys (institution_id, terminal_id, key_type) WHERE status = 'ACTIVE';

CREATE INDEX terminal_keys_newest_first ON terminal_keys (created_at DESC, id DESC);
