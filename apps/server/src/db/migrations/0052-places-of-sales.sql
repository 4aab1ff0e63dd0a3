-- Who shipped the line of a customer order. Lines of before did not say it, and left the place of their sales channel.
ALTER TABLE customer_order_line ADD COLUMN fulfilment text NOT NULL DEFAULT 'AMAZON'
  CONSTRAINT customer_order_line_fulfilment_check CHECK (fulfilment IN ('AMAZON', 'MERCHANT'));
ALTER TABLE order_import_line ADD COLUMN fulfilment text NOT NULL DEFAULT 'AMAZON'
  CONSTRAINT order_import_line_fulfilment_check CHECK (fulfilment IN ('AMAZON', 'MERCHANT'));

-- From which place sales leave: what the account has chosen for own shipping, for orders of other shops, and for a sales
-- channel. A choice holds from its day on until the next one.
CREATE TABLE sale_place (
  account_id uuid NOT NULL REFERENCES account (account_id),
  source text NOT NULL CONSTRAINT sale_place_source_check CHECK (source IN ('OWN', 'MULTI_CHANNEL', 'CHANNEL')),
  -- The code of a sales channel, or in lower case what a report named; empty for the other sources.
  channel text NOT NULL,
  -- 0001-01-01: from the beginning.
  from_day date NOT NULL,
  -- Null: the usual place again.
  place text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, source, channel, from_day)
);
ALTER TABLE sale_place ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_place FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sale_place USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, DELETE ON sale_place TO quayside_app;
