-- Imports of suppliers. A file has at most 2,000 rows, so a call imports it in one transaction, and no import waits or
-- runs.
CREATE TABLE supplier_import (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('CHECKED', 'IMPORTED', 'REFUSED', 'CANCELLED', 'UNDONE')),
  mode text NOT NULL CHECK (mode IN ('ALL_OR_NOTHING', 'VALID_ROWS')),
  is_dry_run boolean NOT NULL,
  file_name text NOT NULL,
  file_sha256 text NOT NULL,
  -- Null once the file and the rows have been deleted.
  storage_key text,
  size bigint NOT NULL,
  -- The same for all files with the same headings. What a person chose for them is remembered.
  header_sha256 text NOT NULL,
  mapped_at timestamptz,
  -- The fields, decimal marks and meanings of words that a person chose.
  choices jsonb NOT NULL,
  layout jsonb NOT NULL,
  result jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX supplier_import_created_idx ON supplier_import (account_id, created_at DESC, id DESC);
CREATE INDEX supplier_import_file_idx ON supplier_import (account_id, file_sha256);
CREATE INDEX supplier_import_header_idx ON supplier_import (account_id, header_sha256, mapped_at DESC)
  WHERE mapped_at IS NOT NULL;
CREATE TRIGGER supplier_import_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON supplier_import
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'id', 'file_sha256', 'size', '');

CREATE TABLE supplier_import_row (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row integer NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATE', 'UPDATE', 'SKIP', 'FAIL')),
  company_name text NOT NULL,
  -- The supplier that the row changes or has created.
  supplier_id uuid,
  changes jsonb NOT NULL,
  errors jsonb NOT NULL,
  PRIMARY KEY (account_id, import_id, row),
  FOREIGN KEY (account_id, import_id) REFERENCES supplier_import (account_id, id) ON DELETE CASCADE
);

ALTER TABLE supplier_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE supplier_import FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON supplier_import USING (account_id = current_account())
  WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON supplier_import TO quayside_app;
ALTER TABLE supplier_import_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE supplier_import_row FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON supplier_import_row USING (account_id = current_account())
  WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON supplier_import_row TO quayside_app;
