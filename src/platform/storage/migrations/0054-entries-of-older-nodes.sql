-- Which postings of a movement have written their entries of statements: the version that a node which writes entries has stored
-- last. A node of the version before leaves it as it is, so its postings show. Movements that had ended before have none: the
-- statements of their accounts are filled in as a whole.
ALTER TABLE token_movements ADD COLUMN entered_version integer;
ALTER TABLE token_movements ALTER COLUMN entered_version SET DEFAULT 0;
UPDATE token_movements SET entered_version = 0 WHERE is_open;
