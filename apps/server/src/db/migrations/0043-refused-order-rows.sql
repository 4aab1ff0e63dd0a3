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
