-- ATM preferences of a card. The key is institution and card; the terminal is only where they were set last.
CREATE TABLE preference_profiles (
  institution_id text COLLATE "C" NOT NULL,
  pan_hash       text COLLATE "C" NOT NULL,
  profile_status text NOT NULL CHECK (profile_status IN ('1', '2', '3')),
  profile_data   jsonb,
  terminal_id    text NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (institution_id, pan_hash)
);
