-- tillgate: no-transaction
--
-- One loan of an offer, also where keys hold within an institution only: on distributed books loans_by_offer is not unique.

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS loans_of_offer ON loans (institution_id, offer_id) WHERE offer_id IS NOT NULL;
