-- What only the sandbox uses. The tables exist everywhere so that one schema serves all; elsewhere they stay empty.

-- Orders that the scenario account "lost before the core" has lost once; the same order again gets through.
CREATE TABLE sandbox_lost_orders (
  institution_id text COLLATE "C" NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text COLLATE "C" NOT NULL,
  PRIMARY KEY (institution_id, partner_id, rrn)
);

-- Mails that would have been sent.
CREATE TABLE sandbox_mails (
  mail_id   uuid PRIMARY KEY,
  mailed_to text NOT NULL,
  subject   text NOT NULL,
  body_text text NOT NULL,
  body_html text,
  sent_at   timestamptz NOT NULL
);
