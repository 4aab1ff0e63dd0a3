-- ---------------------------------------------------------------- search of invoices by their lines
-- The searched text of each line: the SKU of its product, its name and its reference, and their words once more without punctuation (0019). As with
-- product_search, only the owner may read the table, and a function answers ids of the account (ADR 0027).
CREATE TABLE invoice_line_search (
  account_id uuid NOT NULL,
  line_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (account_id, line_id)
);
ALTER TABLE invoice_line_search ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION line_words(sku text, name text, reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product_words(coalesce(name, ''), coalesce(sku, ''), reference, NULL, NULL, NULL, '{}', '{}') $$;

CREATE FUNCTION invoice_line_search_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM invoice_line_search s USING before b WHERE s.account_id = b.account_id AND s.line_id = b.id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM invoice_line_search s USING after n WHERE s.account_id = n.account_id AND s.line_id = n.id AND n.deleted_at IS NOT NULL;
  END IF;
  INSERT INTO invoice_line_search AS s (account_id, line_id, invoice_id, words)
    SELECT n.account_id, n.id, n.invoice_id, line_words(p.sku, n.name, n.internal_reference)
    FROM after n LEFT JOIN product p ON p.account_id = n.account_id AND p.id = n.product_id WHERE n.deleted_at IS NULL
    ON CONFLICT (account_id, line_id) DO UPDATE SET invoice_id = excluded.invoice_id, words = excluded.words
      WHERE (s.invoice_id, s.words) IS DISTINCT FROM (excluded.invoice_id, excluded.words);
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_line_search_insert AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION invoice_line_search_follow();
CREATE TRIGGER invoice_line_search_update AFTER UPDATE ON invoice_line REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION invoice_line_search_follow();
CREATE TRIGGER invoice_line_search_delete AFTER DELETE ON invoice_line REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION invoice_line_search_follow();

-- A product whose SKU changes is rare; the lines that name it are looked up one product at a time.
CREATE FUNCTION invoice_line_search_rename() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE invoice_line_search s SET words = line_words(NEW.sku, l.name, l.internal_reference)
    FROM invoice_line l WHERE l.account_id = NEW.account_id AND l.product_id = NEW.id AND s.account_id = l.account_id AND s.line_id = l.id;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_line_search_rename AFTER UPDATE OF sku ON product FOR EACH ROW
  WHEN (OLD.sku IS DISTINCT FROM NEW.sku) EXECUTE FUNCTION invoice_line_search_rename();

-- Ids of the invoices of this account with a line whose text contains the word (lower case, as a pattern for LIKE). Planned for each pattern: a rare word
-- is looked up in the index, a common one is found sooner by reading all lines.
CREATE FUNCTION find_invoices_by_line(pattern text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT DISTINCT invoice_id FROM invoice_line_search WHERE account_id = %L AND words LIKE %L', current_account(), pattern);
END $$;
REVOKE ALL ON FUNCTION find_invoices_by_line(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_invoices_by_line(text) TO quayside_app;

ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line NO FORCE ROW LEVEL SECURITY;
INSERT INTO invoice_line_search (account_id, line_id, invoice_id, words)
  SELECT l.account_id, l.id, l.invoice_id, line_words(p.sku, l.name, l.internal_reference)
  FROM invoice_line l LEFT JOIN product p ON p.account_id = l.account_id AND p.id = l.product_id WHERE l.deleted_at IS NULL;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line FORCE ROW LEVEL SECURITY;
CREATE INDEX invoice_line_search_words_idx ON invoice_line_search USING gin (account_id, words gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
