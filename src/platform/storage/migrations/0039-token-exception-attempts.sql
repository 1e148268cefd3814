-- An exception of tokens is one row while it lasts: how often it was met, and when last. `recorded_at` is since when. Nodes of
-- the version before add a row for every attempt; the sweep of the movements makes one of them, and ends those that are over.
ALTER TABLE token_exceptions ADD COLUMN attempts integer NOT NULL DEFAULT 1;
ALTER TABLE token_exceptions ADD COLUMN last_at timestamptz;
