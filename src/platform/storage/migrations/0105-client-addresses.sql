-- Where a client may call from, and its secret from before a rotation while both are taken (docs/decisions/0099). Nodes of the version
-- before look at neither: until all are of this version, they take a client from anywhere, and its new secret only.

ALTER TABLE clients ADD COLUMN addresses text[] NOT NULL DEFAULT '{}';
ALTER TABLE clients ADD COLUMN old_secret_hash text;
ALTER TABLE clients ADD COLUMN old_secret_until timestamptz;
