-- The undo of a large import is work of the job that runs imports: its state is UNDOING meanwhile.
ALTER TABLE product_import
  DROP CONSTRAINT product_import_state_check,
  ADD CONSTRAINT product_import_state_check CHECK (state IN ('PENDING', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED',
    'REFUSED', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'));
DROP INDEX product_import_open_idx;
CREATE INDEX product_import_open_idx ON product_import (account_id)
  WHERE state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING');

CREATE OR REPLACE FUNCTION unfinished_imports_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING') THEN
    INSERT INTO unfinished_work (job, account_id, row_key) VALUES ('products.import', NEW.account_id, NEW.id::text)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'products.import' AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
