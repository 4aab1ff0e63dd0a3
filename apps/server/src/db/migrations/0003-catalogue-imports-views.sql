-- The catalogue whole: variants, packaging, suppliers with their terms, pictures, imports as resources, bank details, saved views.

-- ---------------------------------------------------------------- products
ALTER TABLE product
  -- A variant; its parent is none itself.
  ADD COLUMN parent_id uuid,
  -- The packed unit and the case, in the product's own units. Weights are gross.
  ADD COLUMN pack_length numeric(11, 4),
  ADD COLUMN pack_width numeric(11, 4),
  ADD COLUMN pack_height numeric(11, 4),
  ADD COLUMN pack_weight numeric(11, 4),
  ADD COLUMN pack_units integer CHECK (pack_units > 0),
  ADD COLUMN case_length numeric(11, 4),
  ADD COLUMN case_width numeric(11, 4),
  ADD COLUMN case_height numeric(11, 4),
  ADD COLUMN case_weight numeric(11, 4),
  ADD COLUMN case_units integer CHECK (case_units > 0),
  -- Our own picture; its bytes lie in the file store.
  ADD COLUMN picture_key text,
  ADD COLUMN picture_type text,
  ADD COLUMN picture_sha256 text,
  ADD COLUMN picture_size bigint,
  ADD CONSTRAINT product_parent_fk FOREIGN KEY (account_id, parent_id) REFERENCES product (account_id, id),
  ADD CONSTRAINT product_parent_not_itself CHECK (parent_id <> id);
CREATE INDEX product_parent_idx ON product (account_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX product_picture_idx ON product (account_id) INCLUDE (picture_key, picture_size) WHERE picture_key IS NOT NULL;
-- Deleting a product asks whether an order or line stands on it, removed ones too.
DROP INDEX cost_layer_product_idx, invoice_line_product_idx;
CREATE INDEX cost_layer_product_idx ON cost_layer (account_id, product_id, date);
CREATE INDEX invoice_line_product_idx ON invoice_line (account_id, product_id) WHERE product_id IS NOT NULL;

ALTER TABLE product_supplier
  -- Of one unit, in millionths of the currency's main unit: prices of parts have more decimals than amounts.
  ADD COLUMN price_micros bigint CHECK (price_micros >= 0),
  ADD COLUMN currency text,
  ADD COLUMN minimum_order integer CHECK (minimum_order > 0),
  ADD COLUMN lead_time integer CHECK (lead_time >= 0),
  ADD COLUMN supplier_sku text;

-- The values themselves, so that one field can be put back exactly; the texts beside them are for reading. Null in rows from before.
ALTER TABLE product_changelog ADD COLUMN old_data jsonb, ADD COLUMN new_data jsonb;

-- ---------------------------------------------------------------- operations on many rows
-- What an operation made or changed, row by row: enough to take it back and to see whether somebody touched the row since.
CREATE TABLE operation_row (
  account_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  -- Null: the operation made the row.
  before jsonb,
  -- The row's version before and after the operation; 0: it was not there.
  version_before integer NOT NULL,
  version_after integer NOT NULL,
  PRIMARY KEY (account_id, operation_id, subject_id)
);
CREATE INDEX operation_row_subject_idx ON operation_row (account_id, subject_id);

-- ---------------------------------------------------------------- imports
-- SKUs are compared in lower case. As a column of its own: under row-level security an index on lower(sku) serves no look-up, because
-- lower() is not leakproof, and every look-up by SKU would read all products of the account.
ALTER TABLE product ADD COLUMN sku_key text NOT NULL GENERATED ALWAYS AS (lower(sku)) STORED;
DROP INDEX product_sku_key;
CREATE UNIQUE INDEX product_sku_key ON product (account_id, sku_key);

ALTER TABLE product_import
  DROP CONSTRAINT product_import_state_check,
  ADD CONSTRAINT product_import_state_check CHECK (state IN ('PENDING', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'CANCELLED', 'UNDONE')),
  ADD COLUMN mode text NOT NULL DEFAULT 'ALL_OR_NOTHING' CHECK (mode IN ('ALL_OR_NOTHING', 'VALID_ROWS')),
  -- The file as it came, kept while it can still be imported, undone or its wrong rows be fetched; null: swept.
  ADD COLUMN storage_key text,
  ADD COLUMN size bigint,
  -- Field per column, chosen by a person; null: remembered or guessed from the header.
  ADD COLUMN fields jsonb,
  -- How the file is read: its kind, columns, separator and rows, as found out before the first row is checked.
  ADD COLUMN layout jsonb,
  -- Where a process that takes over goes on: rows staged so far, and a lease that a dead process no longer renews.
  ADD COLUMN rows_done integer NOT NULL DEFAULT 0,
  ADD COLUMN rows_total integer,
  ADD COLUMN lease_until timestamptz,
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  ADD COLUMN finished_at timestamptz;
CREATE INDEX product_import_open_idx ON product_import (account_id) WHERE state IN ('PENDING', 'CHECKING', 'IMPORTING');
CREATE INDEX product_import_created_idx ON product_import (account_id, created_at DESC, id DESC);

-- The rows of a file as they were understood.
CREATE TABLE product_import_row (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- As a spreadsheet numbers them; row 1 is the header.
  row integer NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATE', 'UPDATE', 'SKIP', 'FAIL')),
  sku_key text,
  product_id uuid,
  -- Fields as they were understood, and what is wrong. The cells of wrong rows are read from the file again.
  changes jsonb NOT NULL,
  errors jsonb,
  PRIMARY KEY (account_id, import_id, row),
  CONSTRAINT product_import_row_import_fk FOREIGN KEY (account_id, import_id) REFERENCES product_import (account_id, id) ON DELETE CASCADE
);
CREATE INDEX product_import_row_fail_idx ON product_import_row (account_id, import_id, row) WHERE action = 'FAIL';
CREATE INDEX product_import_row_product_idx ON product_import_row (account_id, product_id) WHERE product_id IS NOT NULL;

-- Which column fills which field, for files with the same header.
CREATE TABLE import_mapping (
  account_id uuid NOT NULL REFERENCES account (account_id),
  -- SHA-256 of the header's names.
  header_sha256 text NOT NULL,
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, header_sha256)
);

-- ---------------------------------------------------------------- suppliers
-- A name without case, punctuation and legal form, so that "Ningbo Haosheng Co., Ltd." is "NINGBO HAOSHENG". A name of nothing else stays whole.
CREATE FUNCTION company_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT nullif(replace(CASE WHEN k.short ~ '[^ ]' THEN k.short ELSE k.spaced END, ' ', ''), '') FROM (
    SELECT b.spaced, regexp_replace(regexp_replace(b.spaced,
      '( +(co|company|corp|corporation|inc|incorporated|ltd|limited|llc|llp|plc|lp|gmbh|mbh|ag|kg|ohg|ug|se|sa|sas|sarl|sl|srl|spa|bv|nv|oy|ab|as|aps|kft|sro|spzoo|doo|pty|pte|pvt|private|bhd|sdn|kk|jsc|ooo|and|und))+ *$', ''),
      '(股份有限公司|有限责任公司|有限公司|股份公司|公司|株式会社|주식회사)+ *$', '') AS short
    FROM (SELECT regexp_replace(regexp_replace(lower(name), '[.''’`"“”]', '', 'g'), '[-–—\s,;:/\\_()（）\[\]{}&+*|·、，。!?#@~]+', ' ', 'g') AS spaced) b) k $$;
-- The last nine digits: with and without the country's number it is the same telephone. Fewer than seven are none.
CREATE FUNCTION telephone_key(telephone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN length(d.digits) >= 7 THEN right(d.digits, 9) END FROM (SELECT regexp_replace(telephone, '[^0-9]', '', 'g') AS digits) d $$;

ALTER TABLE supplier
  ADD COLUMN xero_id text,
  -- [{percent, event, days}], in the order in which they fall due.
  ADD COLUMN payment_terms jsonb NOT NULL DEFAULT '[]',
  -- What duplicates are found by: with equality only, which an index serves under row-level security.
  ADD COLUMN name_key text GENERATED ALWAYS AS (company_key(company_name)) STORED,
  ADD COLUMN local_name_key text GENERATED ALWAYS AS (company_key(local_name)) STORED,
  ADD COLUMN email_key text GENERATED ALWAYS AS (lower(email)) STORED,
  ADD COLUMN email_domain text GENERATED ALWAYS AS (nullif(split_part(lower(email), '@', 2), '')) STORED,
  ADD COLUMN telephone_key text GENERATED ALWAYS AS (telephone_key(telephone)) STORED,
  ADD COLUMN xero_key text GENERATED ALWAYS AS (lower(xero_id)) STORED;
CREATE INDEX supplier_name_key_idx ON supplier (account_id, name_key);
CREATE INDEX supplier_local_name_key_idx ON supplier (account_id, local_name_key) WHERE local_name_key IS NOT NULL;
CREATE INDEX supplier_email_key_idx ON supplier (account_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX supplier_email_domain_idx ON supplier (account_id, email_domain) WHERE email_domain IS NOT NULL;
CREATE INDEX supplier_telephone_key_idx ON supplier (account_id, telephone_key) WHERE telephone_key IS NOT NULL;
CREATE INDEX supplier_xero_key_idx ON supplier (account_id, xero_key) WHERE xero_key IS NOT NULL;

CREATE TABLE supplier_lead_time (
  account_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  shipping_method text NOT NULL CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  production_days integer CHECK (production_days >= 0),
  transit_days integer CHECK (transit_days >= 0),
  check_in_days integer CHECK (check_in_days >= 0),
  PRIMARY KEY (account_id, supplier_id, shipping_method),
  CONSTRAINT supplier_lead_time_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id) ON DELETE CASCADE
);

CREATE TABLE supplier_bank_details (
  account_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  -- AES-256-GCM over the JSON of the details, bound to this row.
  sealed text NOT NULL,
  -- The same with dots for all but the last four characters of a number.
  masked jsonb NOT NULL,
  -- Keyed hash of the account number, to find two suppliers with one account without opening either.
  account_hash text NOT NULL,
  changed_by uuid,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, supplier_id),
  CONSTRAINT supplier_bank_details_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id) ON DELETE CASCADE
);
CREATE INDEX supplier_bank_details_hash_idx ON supplier_bank_details (account_id, account_hash);

-- By which master keys secrets were sealed, without the keys: a start with another key, or without one, is refused instead of losing them.
CREATE TABLE secrets_key (
  version integer PRIMARY KEY CHECK (version > 0),
  -- Keyed hash of a fixed text.
  proof text NOT NULL,
  first_used_at timestamptz NOT NULL
);

-- ---------------------------------------------------------------- saved views
CREATE TABLE grid_view (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  grid_id text NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  state jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX grid_view_name_key ON grid_view (account_id, grid_id, owner_id, lower(name));
CREATE TABLE grid_default_view (
  account_id uuid NOT NULL,
  person_id uuid NOT NULL,
  grid_id text NOT NULL,
  view_id uuid NOT NULL,
  PRIMARY KEY (account_id, person_id, grid_id),
  CONSTRAINT grid_default_view_view_fk FOREIGN KEY (account_id, view_id) REFERENCES grid_view (account_id, id) ON DELETE CASCADE
);

-- ---------------------------------------------------------------- row-level security
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['operation_row', 'product_import_row', 'import_mapping', 'supplier_lead_time', 'supplier_bank_details', 'grid_view', 'grid_default_view'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', t);
  END LOOP;
END $$;
