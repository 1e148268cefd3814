-- The messages of switches that orders came with (docs/decisions/0076): reversals name their original by them, and a corrected
-- repetition is told from a new reversal. Only orders of switches have rows; a repeat that was sent under another trace number
-- has one of its own.

CREATE TABLE switch_messages (
  institution_id    text COLLATE "C" NOT NULL,
  -- As the file of switches names it.
  switch            text COLLATE "C" NOT NULL,
  -- DE 11. Trace numbers begin again after 999999.
  stan              text COLLATE "C" NOT NULL,
  -- Of the first transmission: 0200 for a 0201 too.
  mti               text COLLATE "C" NOT NULL,
  -- DE 7 of 1987, DE 12 of 1993; empty when the message had none.
  sent_time         text COLLATE "C" NOT NULL,
  -- DE 32 without leading zeros, or empty.
  acquirer          text COLLATE "C" NOT NULL,
  -- DE 37 as it was sent, and the date and time of DE 12 and 13.
  sent_rrn          text COLLATE "C" NOT NULL,
  local_time        text COLLATE "C" NOT NULL,
  -- The order as it is recorded.
  partner_id        text COLLATE "C" NOT NULL,
  rrn               text COLLATE "C" NOT NULL,
  is_reversal       boolean NOT NULL,
  recorded_at       timestamptz NOT NULL,
  -- Reversals that have them: their original data elements. Empty parts do not count.
  original_mti      text COLLATE "C",
  original_stan     text COLLATE "C",
  original_time     text COLLATE "C",
  original_acquirer text COLLATE "C",
  -- No order had these elements yet: the one that comes late is refused.
  awaits_original   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (institution_id, switch, stan, mti, sent_time, partner_id, rrn)
);

CREATE INDEX switch_messages_by_order ON switch_messages (institution_id, partner_id, rrn);
CREATE INDEX switch_messages_by_time ON switch_messages (institution_id, switch, sent_time) WHERE NOT is_reversal;
CREATE INDEX switch_messages_awaiting ON switch_messages (institution_id, switch, original_stan) WHERE awaits_original;
