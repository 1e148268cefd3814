-- Searches of loans by the applicant's name.
--
-- The words of the name without case, accents and punctuation, as loan_applications has them, each after the partner and a
-- slash: a search reads its partner's part of the index alone. Null in loans of earlier versions, and in those that their nodes
-- still make: a sweep fills them in (loans/servicing/lists/fill-name-words.ts).

ALTER TABLE loans ADD COLUMN name_words tsvector;
