-- Rows of an order report that were refused, to be corrected and imported again: the columns that are read, nothing that
-- names a buyer's place.
CREATE TABLE order_import_refusal (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- The row of the file; a line whose rows were summed has its first one.
  row integer NOT NULL,
  -- A line of which only a part was shipped is two rows.
  part smallint NOT NULL,
  -- Cells by the names of their columns.
  cells jsonb NOT NULL,
  -- What is wrong: columns, with reasons that are not translated yet.
  reasons jsonb NOT NULL,
  PRIMARY KEY (account_id, import_id, row, part),
  CONSTRAINT order_import_refusal_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES order_import (account_id, id) ON DELETE CASCADE
);
ALTER TABLE order_import_refusal ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_import_refusal FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON order_import_refusal
  USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, DELETE ON order_import_refusal TO quayside_app;

-- What orders change of stock is added in a time that grows with their number. The rows before and after were joined with
-- each other, which have no index: 3,000 orders took 6 seconds. What did not change cancels out.
CREATE OR REPLACE FUNCTION layer_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT stock_of_layer(b, k, -1) AS change
    FROM before b LEFT JOIN order_packing k ON k.account_id = b.account_id AND k.order_id = b.id
    UNION ALL
    SELECT stock_of_layer(l, k, 1)
    FROM made l LEFT JOIN order_packing k ON k.account_id = l.account_id AND k.order_id = l.id
  ) AS changes;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION order_packing_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT stock_of_packing(l, b, -1) AS change
    FROM before b JOIN cost_layer l ON l.account_id = b.account_id AND l.id = b.order_id
    UNION ALL
    SELECT stock_of_packing(l, k, 1)
    FROM made k JOIN cost_layer l ON l.account_id = k.account_id AND l.id = k.order_id
  ) AS changes;
  RETURN NULL;
END $$;
