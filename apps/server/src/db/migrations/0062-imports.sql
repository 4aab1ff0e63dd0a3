-- One table for the imports of all kinds, in place of one table for each.

CREATE TABLE import (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT import_kind_check CHECK (kind IN ('PRODUCTS', 'SUPPLIERS', 'ORDERS')),
  state text NOT NULL CONSTRAINT import_state_check CHECK (state IN (
    'PENDING', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'
  )),
  mode text NOT NULL CONSTRAINT import_mode_check CHECK (mode IN ('ALL_OR_NOTHING', 'VALID_ROWS')),
  is_dry_run boolean NOT NULL,
  file_name text NOT NULL,
  file_sha256 text NOT NULL,
  -- Null once the file has been deleted, or where it is kept no longer than it takes to read it.
  storage_key text,
  size bigint NOT NULL,
  -- What a person chose for this file.
  choices jsonb NOT NULL DEFAULT '{}',
  -- How the file is read, as found out before the first row is checked.
  layout jsonb,
  -- Where a process that takes over goes on, and a lease that a dead process no longer renews.
  rows_done integer NOT NULL DEFAULT 0,
  rows_total integer,
  lease_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  cursor jsonb,
  result jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (account_id, id)
);

-- Row-level security would hide all rows from their owner, and copy none without a word.
ALTER TABLE product_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_mapping NO FORCE ROW LEVEL SECURITY;
ALTER TABLE stored_file NO FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier_import_row NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_line NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_change NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_refusal NO FORCE ROW LEVEL SECURITY;

-- Imports of early releases have no file, no rows and no layout; what they knew of it is in their result.
INSERT INTO import (
  account_id, id, kind, state, mode, is_dry_run, file_name, file_sha256, storage_key, size, choices, layout, rows_done,
  rows_total, lease_until, tries, result, created_by, created_at, finished_at
)
SELECT account_id, id, 'PRODUCTS', state, mode, is_dry_run, coalesce(result ->> 'fileName', ''), file_sha256,
  storage_key, coalesce(size, 0),
  jsonb_strip_nulls(jsonb_build_object(
    'fields', fields, 'decimalMarks', result -> 'decimalMarks', 'units', result -> 'units', 'file', result -> 'file'
  )) || CASE
    WHEN result ? 'values' AND (fields IS NOT NULL OR layout IS NULL) THEN jsonb_build_object('values', result -> 'values')
    ELSE '{}'
  END,
  coalesce(layout, CASE WHEN result ? 'kind' THEN jsonb_build_object(
    'kind', result -> 'kind', 'encoding', result -> 'encoding', 'sheet', NULL, 'delimiter', ',',
    'names', coalesce((
      SELECT jsonb_agg(c.value -> 'name' ORDER BY c.ordinality)
      FROM jsonb_array_elements(result -> 'columns') WITH ORDINALITY AS c
    ), '[]'), 'fields', '[]'::jsonb, 'mapping', 'GUESSED', 'idType', -1, 'needed', 0
  ) END),
  rows_done, rows_total, lease_until, tries, result - '{fileName,decimalMarks,units,file,values}'::text[], created_by,
  created_at,
  coalesce(finished_at, CASE WHEN layout IS NULL AND storage_key IS NULL THEN created_at END)
FROM product_import;

INSERT INTO import (
  account_id, id, kind, state, mode, is_dry_run, file_name, file_sha256, storage_key, size, choices, layout, result,
  created_by, created_at, finished_at
)
SELECT account_id, id, 'SUPPLIERS', state, mode, is_dry_run, file_name, file_sha256, storage_key, size,
  choices - 'earlierMarks', layout, result, created_by, created_at, finished_at
FROM supplier_import;

-- A report that is being read is read from the beginning again.
INSERT INTO import (
  account_id, id, kind, state, mode, is_dry_run, file_name, file_sha256, storage_key, size, choices, layout, rows_done,
  rows_total, tries, cursor, result, created_by, created_at, finished_at
)
SELECT account_id, id, 'ORDERS', state, 'VALID_ROWS', is_dry_run, file_name, file_sha256, storage_key, size,
  CASE WHEN result ? 'file' THEN jsonb_build_object('file', result -> 'file') ELSE '{}' END,
  CASE WHEN state NOT IN ('PENDING', 'CHECKING') THEN CASE
    WHEN result ? 'reading' THEN jsonb_build_object('reading', result -> 'reading') ELSE '{}'
  END || jsonb_build_object(
    'isMixed', coalesce(result -> 'isMixed', 'false'),
    'encoding', result -> 'encoding', 'delimiter', E'\t', 'names', '[]'::jsonb, 'needed', 0, 'uses', '[]'::jsonb,
    'columns', coalesce(result -> 'columns', '[]'), 'at', '{}'::jsonb
  ) END,
  rows_done, rows_total, tries, nullif(result -> 'after', 'null'),
  result - '{file,reading,isMixed,encoding,columns,after}'::text[], created_by, created_at, finished_at
FROM order_import;

-- What was chosen for files of suppliers with the same headings was read from the last such import.
INSERT INTO import_mapping (account_id, header_sha256, fields, choices, updated_at)
SELECT DISTINCT ON (account_id, header_sha256) account_id, 'SUPPLIERS:' || header_sha256, choices -> 'fields',
  jsonb_build_object('values', choices -> 'values', 'decimalMarks', coalesce(choices -> 'earlierMarks', '[]')), mapped_at
FROM supplier_import
WHERE mapped_at IS NOT NULL AND jsonb_typeof(choices -> 'fields') = 'array'
ORDER BY account_id, header_sha256, mapped_at DESC, id DESC;

-- The files stay where they are, and belong to the new rows. No trigger is there yet that would claim or release them.
UPDATE stored_file SET owner_table = 'import' WHERE owner_table IN ('product_import', 'supplier_import', 'order_import');

-- What is kept of an import belongs to the new row before the old one goes.
ALTER TABLE order_import_line
  DROP CONSTRAINT order_import_line_import_fk,
  ADD CONSTRAINT order_import_line_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES import (account_id, id) ON DELETE CASCADE;
ALTER TABLE order_import_change
  DROP CONSTRAINT order_import_change_import_fk,
  ADD CONSTRAINT order_import_change_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES import (account_id, id) ON DELETE CASCADE;
ALTER TABLE order_import_refusal
  DROP CONSTRAINT order_import_refusal_import_fk,
  ADD CONSTRAINT order_import_refusal_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES import (account_id, id) ON DELETE CASCADE;
ALTER TABLE supplier_import_row
  DROP CONSTRAINT supplier_import_row_account_id_import_id_fkey,
  ADD CONSTRAINT supplier_import_row_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES import (account_id, id) ON DELETE CASCADE;

-- Work that a job has begun goes on: its rows are named by the ids of the imports, which stay.
INSERT INTO unfinished_work (job, account_id, row_key)
SELECT CASE kind WHEN 'PRODUCTS' THEN 'products.import' ELSE 'stock.order-import' END, account_id, id::text
FROM import
WHERE kind <> 'SUPPLIERS' AND state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING')
ON CONFLICT DO NOTHING;

DO $$
DECLARE
  was bigint := (SELECT count(*) FROM product_import) + (SELECT count(*) FROM supplier_import)
    + (SELECT count(*) FROM order_import);
  now_is bigint := (SELECT count(*) FROM import);
  files bigint := (SELECT count(*) FROM import WHERE storage_key IS NOT NULL);
  claimed bigint := (
    SELECT count(*) FROM import i
    JOIN stored_file f ON f.account_id = i.account_id AND f.storage_key = i.storage_key AND f.owner_table = 'import'
      AND f.owner_id = i.id
  );
  work bigint := (SELECT count(*) FROM unfinished_work WHERE job IN ('products.import', 'stock.order-import'));
  unfinished bigint := (
    SELECT count(*) FROM import
    WHERE kind <> 'SUPPLIERS' AND state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING')
  );
BEGIN
  IF was <> now_is THEN
    RAISE EXCEPTION 'Of % imports, % were copied', was, now_is;
  END IF;
  IF files <> claimed THEN
    RAISE EXCEPTION 'Of % files of imports, % belong to their import', files, claimed;
  END IF;
  IF work <> unfinished THEN
    RAISE EXCEPTION 'Of % unfinished imports, % are known to their job', unfinished, work;
  END IF;
END $$;

DROP TABLE product_import, supplier_import, order_import;
DROP FUNCTION unfinished_imports_follow();
DROP FUNCTION unfinished_order_imports_follow();

CREATE INDEX import_created_idx ON import (account_id, kind, created_at DESC, id DESC);
CREATE INDEX import_file_idx ON import (account_id, kind, file_sha256);
CREATE INDEX import_open_idx ON import (account_id, kind)
  WHERE state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING');
CREATE TRIGGER import_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON import
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'id', 'file_sha256', 'size', '');

CREATE FUNCTION unfinished_imports_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  its_job text := CASE NEW.kind WHEN 'PRODUCTS' THEN 'products.import' WHEN 'ORDERS' THEN 'stock.order-import' END;
BEGIN
  IF its_job IS NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING') THEN
    INSERT INTO unfinished_work (job, account_id, row_key) VALUES (its_job, NEW.account_id, NEW.id::text)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work WHERE job = its_job AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_imports_follow_insert AFTER INSERT ON import
  FOR EACH ROW WHEN (NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'))
  EXECUTE FUNCTION unfinished_imports_follow();
CREATE TRIGGER unfinished_imports_follow_update AFTER UPDATE OF state ON import
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION unfinished_imports_follow();

ALTER TABLE import_mapping FORCE ROW LEVEL SECURITY;
ALTER TABLE stored_file FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier_import_row FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_line FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_change FORCE ROW LEVEL SECURITY;
ALTER TABLE order_import_refusal FORCE ROW LEVEL SECURITY;
ALTER TABLE import ENABLE ROW LEVEL SECURITY;
ALTER TABLE import FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON import USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON import TO quayside_app;
