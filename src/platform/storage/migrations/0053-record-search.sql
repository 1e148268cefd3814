-- tillgate: no-transaction
--
-- Records found by what people have in hand: an authorization id, the reference of a loan application, a customer or reference of
-- a loan. No statement of the posting path has a condition on these columns.

-- A Bloom filter per range of pages, as transactions_by_correlation: it costs a posting nothing.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_auth_id
  ON transactions USING brin (auth_id text_bloom_ops (n_distinct_per_range = 2500))
  WITH (autosummarize = on);

CREATE INDEX CONCURRENTLY IF NOT EXISTS loan_applications_of_partner_by_reference
  ON loan_applications (partner_id, external_reference, application_id) WHERE external_reference IS NOT NULL;
