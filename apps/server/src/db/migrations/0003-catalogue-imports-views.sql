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

-- ---------------------------------------------------------------- search
-- LIKE is not leakproof, so under row-level security no index serves it (ADR 0027). What is searched lies here once more, where the
-- application role may not read at all; `find_products` is the one door, and what it answers is joined with `product` under row-level security.
CREATE EXTENSION IF NOT EXISTS btree_gin;
DROP INDEX product_search_idx;
CREATE TABLE product_search (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  is_archived boolean NOT NULL,
  name_key text NOT NULL,
  -- The one or the other: an index takes no row beyond 2,704 bytes.
  search_text text,
  long_text text,
  -- Letters beyond ASCII, alone and in pairs, because a Chinese word of two has no trigram; and '#' with each tag. Null where there is nothing.
  marks text[],
  PRIMARY KEY (account_id, product_id)
);
-- No policy: whoever is not the owner sees nothing, even if somebody grants it one day.
ALTER TABLE product_search ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION search_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(run[1], i, size))
  FROM regexp_matches(words, '[^\x01-\x7f]+', 'g') AS run, generate_series(1, length(run[1])) AS i, (VALUES (1), (2)) AS of (size)
  WHERE i + size - 1 <= length(run[1]) $$;
CREATE FUNCTION search_marks(words text, tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(array_cat(search_pairs(words), array(SELECT '#' || tag FROM unnest(tags) AS tag)), '{}') $$;
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
INSERT INTO product_search SELECT account_id, id AS product_id, archived_at IS NOT NULL AS is_archived, lower(name) AS name_key,
    CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
    CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
    CASE WHEN tags <> '{}' OR search_text ~ '[^\x01-\x7f]' THEN search_marks(search_text, tags) END AS marks
  FROM product;
-- Writers put new words on a short list first; a search reads all of that, so it may not grow long.
CREATE INDEX product_search_words_idx ON product_search USING gin (account_id, coalesce(search_text, long_text) gin_trgm_ops, marks) WITH (gin_pending_list_limit = 1024);
-- Walked by name without a look at the table.
CREATE INDEX product_search_name_idx ON product_search (account_id, name_key, product_id) INCLUDE (search_text, is_archived);

-- Plans are kept per connection: one made for a file of 100,000 rows must not serve a single row, so only index look-ups are allowed.
CREATE FUNCTION product_search_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_search SELECT account_id, id AS product_id, archived_at IS NOT NULL AS is_archived, lower(name) AS name_key,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      CASE WHEN tags <> '{}' OR search_text ~ '[^\x01-\x7f]' THEN search_marks(search_text, tags) END AS marks
      FROM after;
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM product_search s USING before b WHERE s.account_id = b.account_id AND s.product_id = b.id;
  ELSE
    UPDATE product_search s SET (is_archived, name_key, search_text, long_text, marks) = (n.is_archived, n.name_key, n.search_text, n.long_text, n.marks)
    FROM (SELECT account_id, id AS product_id, archived_at IS NOT NULL AS is_archived, lower(name) AS name_key,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      CASE WHEN tags <> '{}' OR search_text ~ '[^\x01-\x7f]' THEN search_marks(search_text, tags) END AS marks
      FROM after) n WHERE s.account_id = n.account_id AND s.product_id = n.product_id
      AND (s.is_archived, s.name_key, s.search_text, s.long_text, s.marks) IS DISTINCT FROM (n.is_archived, n.name_key, n.search_text, n.long_text, n.marks);
  END IF;
  RETURN NULL;
END $$;

-- Ids of the products of this account whose text holds every one of these words (lower case, taken literally): at most so many, in no
-- order, or by name ('asc', 'desc') from a place on.
CREATE FUNCTION find_products(words text[], archived boolean, most integer, by_name text DEFAULT NULL, skip integer DEFAULT 0) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 500
  SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = on SET enable_indexscan = on SET random_page_cost = 1.1 AS $$
DECLARE
  own text := format('account_id = %L', current_account()) || CASE archived WHEN true THEN ' AND is_archived' WHEN false THEN ' AND NOT is_archived' ELSE '' END;
  hit text := (SELECT string_agg(format('strpos(coalesce(search_text, long_text), %L) > 0', w), ' AND ') FROM unnest(words) AS w);
  by_order text := CASE by_name WHEN 'asc' THEN 'ORDER BY name_key, product_id' WHEN 'desc' THEN 'ORDER BY name_key DESC, product_id DESC' ELSE '' END;
  hits integer[];
  looked_at integer;
  met integer := 0;
  keys text;
BEGIN
  IF current_account() IS NULL OR hit IS NULL THEN RETURN; END IF;
  IF by_order <> '' THEN
    RETURN QUERY EXECUTE format('SELECT product_id FROM (SELECT account_id, product_id, search_text FROM product_search WHERE %s %s LIMIT 250000) AS walked WHERE %s OFFSET $1 LIMIT $2', own, by_order,
      replace(hit, 'long_text', '(SELECT l.long_text FROM product_search l WHERE l.account_id = walked.account_id AND l.product_id = walked.product_id)')) USING skip, most;
    GET DIAGNOSTICS met = ROW_COUNT;
    IF met = most THEN RETURN; END IF;
  END IF;
  -- How common the words are, by the oldest and the newest products: the last figure is of all words together.
  EXECUTE format('SELECT count(*), array[%s, count(*) FILTER (WHERE %s)] FROM ((SELECT search_text, long_text FROM product_search WHERE %s ORDER BY product_id LIMIT 500)
      UNION ALL (SELECT search_text, long_text FROM product_search WHERE %3$s ORDER BY product_id DESC LIMIT 500)) AS sample',
    (SELECT string_agg(format('count(*) FILTER (WHERE strpos(coalesce(search_text, long_text), %L) > 0)', w), ', ' ORDER BY n) FROM unnest(words) WITH ORDINALITY AS given (w, n)), hit, own)
    INTO looked_at, hits;
  -- In every seventh product: reading on until there are enough beats putting long lists together. Otherwise the rare words find them.
  IF hits[cardinality(hits)] * 7 < looked_at THEN
    SELECT string_agg(key, ' AND ') INTO keys FROM (
      SELECT format('coalesce(search_text, long_text) LIKE %L', '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%') AS key, n
        FROM unnest(words) WITH ORDINALITY AS given (w, n) WHERE w ~ '[a-z0-9]{3}'
      UNION ALL
      SELECT format('marks @> %L::text[]', CASE WHEN w ~ '[^\x01-\x7f]{2}' THEN (SELECT array_agg(p) FROM unnest(search_pairs(w)) AS p WHERE length(p) = 2) ELSE search_pairs(w) END), n
        FROM unnest(words) WITH ORDINALITY AS given (w, n) WHERE w ~ '[^\x01-\x7f]'
    ) AS possible WHERE hits[n] * 5 < looked_at * 2 OR NOT EXISTS (
      SELECT FROM unnest(words) WITH ORDINALITY AS given (w, o) WHERE hits[o] * 5 < looked_at * 2 AND w ~ '[a-z0-9]{3}|[^\x01-\x7f]');
  END IF;
  IF keys IS NOT NULL THEN
    -- What is known of the words above is better than what the planner can guess.
    PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
  END IF;
  RETURN QUERY EXECUTE format('SELECT product_id FROM product_search WHERE %s AND %s %s OFFSET $1 LIMIT $2', concat_ws(' AND ', own, keys), hit, by_order)
    USING CASE WHEN by_order <> '' THEN skip + met ELSE 0 END, most - met;
END $$;
-- Ids of the products of this account that have one of these tags.
CREATE FUNCTION find_tagged_products(tags text[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER ROWS 500 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT product_id FROM product_search WHERE account_id = current_account() AND marks && array(SELECT '#' || tag FROM unnest(tags) AS tag) $$;
REVOKE ALL ON FUNCTION find_products(text[], boolean, integer, text, integer), find_tagged_products(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_products(text[], boolean, integer, text, integer), find_tagged_products(text[]) TO quayside_app;

-- ---------------------------------------------------------------- lists of many products
CREATE INDEX product_created_idx ON product (account_id, created_at, id);
CREATE INDEX product_status_idx ON product (account_id, status, id) INCLUDE (archived_at);
CREATE INDEX product_brand_idx ON product (account_id, brand, id) INCLUDE (archived_at);
CREATE INDEX product_group_idx ON product (account_id, product_group) WHERE product_group IS NOT NULL;
CREATE INDEX product_archived_idx ON product (account_id, id) WHERE archived_at IS NOT NULL;
CREATE INDEX product_no_weight_idx ON product (account_id, id) WHERE unit_weight_ug IS NULL;
CREATE INDEX product_no_volume_idx ON product (account_id, id) WHERE unit_volume_mm3 IS NULL;
DROP INDEX product_supplier_supplier_idx;
CREATE INDEX product_supplier_supplier_idx ON product_supplier (account_id, supplier_id, product_id);
CREATE INDEX product_cost_total_sums_idx ON product_cost_total (account_id, product_id) INCLUDE (units, factory_minor, inbound_minor);

-- How many products an account has and what they cost together, as differences that are added up: a total row would make writers wait for each other.
CREATE TABLE product_tally (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  products bigint NOT NULL DEFAULT 0,
  -- Of them.
  archived bigint NOT NULL DEFAULT 0,
  -- Sums of product_cost_total, archived products too.
  units numeric NOT NULL DEFAULT 0,
  factory_minor numeric NOT NULL DEFAULT 0,
  inbound_minor numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
);
ALTER TABLE product_cost_total NO FORCE ROW LEVEL SECURITY;
INSERT INTO product_tally (account_id, products, archived) SELECT account_id, count(*), count(archived_at) FROM product GROUP BY 1;
INSERT INTO product_tally (account_id, units, factory_minor, inbound_minor) SELECT account_id, sum(units), sum(factory_minor), sum(inbound_minor) FROM product_cost_total GROUP BY 1;
ALTER TABLE product_cost_total FORCE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE product_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON product_tally USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON product_tally TO quayside_app;

-- Every sixteenth row of differences folds those of its account into one; rows that somebody else is folding are left alone.
CREATE FUNCTION product_tally_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH folded AS (
    DELETE FROM product_tally WHERE (account_id, id) IN (
      SELECT account_id, id FROM product_tally WHERE account_id = NEW.account_id AND id <= NEW.id FOR UPDATE SKIP LOCKED) RETURNING *)
  INSERT INTO product_tally (account_id, products, archived, units, factory_minor, inbound_minor)
    SELECT account_id, sum(products), sum(archived), sum(units), sum(factory_minor), sum(inbound_minor) FROM folded GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER product_tally_fold AFTER INSERT ON product_tally FOR EACH ROW WHEN (pg_trigger_depth() < 2 AND NEW.id % 16 = 0) EXECUTE FUNCTION product_tally_fold();

CREATE FUNCTION product_tally_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_tally (account_id, products, archived) SELECT account_id, count(*), count(archived_at) FROM after GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_tally (account_id, products, archived) SELECT account_id, -count(*), -count(archived_at) FROM before GROUP BY 1;
  ELSE
    INSERT INTO product_tally (account_id, archived)
      SELECT account_id, sum(n) FROM (SELECT account_id, count(archived_at) AS n FROM after GROUP BY 1 UNION ALL SELECT account_id, -count(archived_at) FROM before GROUP BY 1) AS d
      GROUP BY 1 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION product_tally_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_tally (account_id, units, factory_minor, inbound_minor) SELECT account_id, sum(units), sum(factory_minor), sum(inbound_minor) FROM after GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_tally (account_id, units, factory_minor, inbound_minor) SELECT account_id, -sum(units), -sum(factory_minor), -sum(inbound_minor) FROM before GROUP BY 1;
  ELSE
    INSERT INTO product_tally (account_id, units, factory_minor, inbound_minor)
      SELECT account_id, sum(u), sum(f), sum(i) FROM (
        SELECT account_id, sum(units) AS u, sum(factory_minor) AS f, sum(inbound_minor) AS i FROM after GROUP BY 1
        UNION ALL SELECT account_id, -sum(units), -sum(factory_minor), -sum(inbound_minor) FROM before GROUP BY 1) AS d
      GROUP BY 1 HAVING sum(u) <> 0 OR sum(f) <> 0 OR sum(i) <> 0;
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE t record;
BEGIN
  FOR t IN SELECT * FROM (VALUES ('product', 'product_search_follow'), ('product', 'product_tally_products'), ('product_cost_total', 'product_tally_costs')) AS x (name, kept_by) LOOP
    EXECUTE format('CREATE TRIGGER %s_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION %1$s()', t.kept_by, t.name);
    EXECUTE format('CREATE TRIGGER %s_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION %1$s()', t.kept_by, t.name);
    EXECUTE format('CREATE TRIGGER %s_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION %1$s()', t.kept_by, t.name);
  END LOOP;
END $$;
