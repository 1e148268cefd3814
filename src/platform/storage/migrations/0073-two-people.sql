-- A new mail address waits until it is confirmed (docs/decisions/0072). Until then the user signs in by the old one.

ALTER TABLE users ADD COLUMN pending_mail_id text;
-- In lower case, as mail_key: the address is reserved.
ALTER TABLE users ADD COLUMN pending_mail_key text COLLATE "C";
ALTER TABLE users ADD COLUMN pending_mail_until timestamptz;
-- Of the id in the link that confirms it.
ALTER TABLE users ADD COLUMN pending_mail_hash text COLLATE "C";

-- The defaults of `four-eyes` that stored lists have got: each is added once (docs/decisions/0073).
CREATE TABLE four_eyes_defaults (
  entry    text COLLATE "C" PRIMARY KEY,
  added_at timestamptz NOT NULL
);

-- Those of the versions before. A stored list that lacks one of them was shortened on purpose.
INSERT INTO four_eyes_defaults (entry, added_at)
SELECT unnest(ARRAY['EXCEPTIONS:APPROVE:WRITE_OFF', 'EXCEPTIONS:APPROVE:PAY_OUT', 'EXCEPTIONS:APPROVE:SETTLED_OUTSIDE',
                    'DIGITAL_MONEY:APPROVE', 'CORE_CONNECTIVITY:ACTIVATE', 'ACCOUNTS:CREATE:overdraft',
                    'ACCOUNTS:UPDATE:overdraft', 'CARDS:CREATE', 'CARDS:UPDATE']), now();
