-- Ways out of what digital ledgers do: drift that people accept or adjust, operations that a ledger does not answer, ids that are
-- cancelled on a chain, assets that others registered there, settlements that are undone. Nodes of the version before neither read
-- nor write the new columns.
-- tillgate: oldest-node 0024

-- contract: the new constraint takes all that the old one took.
ALTER TABLE token_exceptions DROP CONSTRAINT token_exceptions_kind_check;
ALTER TABLE token_exceptions ADD CONSTRAINT token_exceptions_kind_check
  CHECK (kind IN ('FUNDS_UNCLAIMED', 'LEG_FAILED', 'DRIFT', 'LEDGER_SILENT'));

-- LEDGER_SILENT: the operation.
ALTER TABLE token_exceptions ADD COLUMN op_id text COLLATE "C";
-- Drift: what the ledger has more than the book, in balance or supply and in what is held; and whether a person has accepted that
-- difference, which holds until it changes.
ALTER TABLE token_exceptions ADD COLUMN drift_minor numeric;
ALTER TABLE token_exceptions ADD COLUMN drift_held_minor numeric;
ALTER TABLE token_exceptions ADD COLUMN is_accepted boolean NOT NULL DEFAULT false;
-- ADJUST_LEDGER of an account: the operation that was stored before the ledger was asked, and when it is looked at again.
ALTER TABLE token_exceptions ADD COLUMN adjustment jsonb;
ALTER TABLE token_exceptions ADD COLUMN adjustment_due_at timestamptz;

-- The id is refused on the chain: it is sent without its actions.
ALTER TABLE evm_work ADD COLUMN is_cancelled boolean NOT NULL DEFAULT false;

-- How far the events of the contract were read, and the assets that they tell of, whoever registered them.
ALTER TABLE evm_ledger ADD COLUMN scanned_block bigint;
CREATE TABLE evm_assets (
  -- The asset's number on the chain.
  asset numeric PRIMARY KEY
);

-- The settlement that this one undoes, and the one that undoes it.
ALTER TABLE digital_settlements ADD COLUMN reverses uuid;
ALTER TABLE digital_settlements ADD COLUMN reversed_by uuid;
