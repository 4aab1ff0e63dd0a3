-- Lists of a large catalogue, and imports that write less.

-- How many products there are of each status, and how many each supplier delivers. Rows of costs have neither; those of a supplier stand beside the others.
ALTER TABLE product_tally
  ADD COLUMN status text,
  ADD COLUMN supplier_id uuid,
  ADD CONSTRAINT product_tally_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id) ON DELETE CASCADE;
CREATE INDEX product_tally_supplier_idx ON product_tally (account_id, supplier_id);
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_supplier NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_tally NO FORCE ROW LEVEL SECURITY;
UPDATE product_tally SET products = 0, archived = 0;
INSERT INTO product_tally (account_id, status, products, archived) SELECT account_id, status, count(*), count(archived_at) FROM product GROUP BY 1, 2;
INSERT INTO product_tally (account_id, supplier_id, products, archived)
  SELECT ps.account_id, ps.supplier_id, count(*), count(p.archived_at) FROM product_supplier ps JOIN product p ON p.account_id = ps.account_id AND p.id = ps.product_id GROUP BY 1, 2;
ALTER TABLE product_tally FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION product_tally_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH folded AS (
    DELETE FROM product_tally WHERE (account_id, id) IN (
      SELECT account_id, id FROM product_tally WHERE account_id = NEW.account_id AND supplier_id IS NOT DISTINCT FROM NEW.supplier_id AND id <= NEW.id FOR UPDATE SKIP LOCKED) RETURNING *)
  INSERT INTO product_tally (account_id, status, supplier_id, products, archived, units, factory_minor, inbound_minor)
    SELECT account_id, status, supplier_id, sum(products), sum(archived), sum(units), sum(factory_minor), sum(inbound_minor) FROM folded GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION product_tally_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_tally (account_id, status, products, archived) SELECT account_id, status, count(*), count(archived_at) FROM after GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_tally (account_id, status, products, archived) SELECT account_id, status, -count(*), -count(archived_at) FROM before GROUP BY 1, 2;
  ELSE
    INSERT INTO product_tally (account_id, status, products, archived)
      SELECT account_id, status, sum(n), sum(a) FROM (
        SELECT account_id, status, count(*) AS n, count(archived_at) AS a FROM after GROUP BY 1, 2
        UNION ALL SELECT account_id, status, -count(*), -count(archived_at) FROM before GROUP BY 1, 2) AS d
      GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(a) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- What a list under one supplier sorts by and leaves out, beside the supplier: an index can only be of one table.
ALTER TABLE product_supplier
  ADD COLUMN product_updated_at timestamptz,
  ADD COLUMN is_archived boolean;
UPDATE product_supplier ps SET product_updated_at = p.updated_at, is_archived = p.archived_at IS NOT NULL
  FROM product p WHERE p.account_id = ps.account_id AND p.id = ps.product_id;
ALTER TABLE product_supplier FORCE ROW LEVEL SECURITY;
ALTER TABLE product_supplier
  ALTER COLUMN product_updated_at SET NOT NULL,
  ALTER COLUMN is_archived SET NOT NULL;
DROP INDEX product_supplier_supplier_idx;
CREATE INDEX product_supplier_supplier_idx ON product_supplier (account_id, supplier_id, product_updated_at, product_id) INCLUDE (is_archived);

-- Many rows at once say it themselves; looking it up for each would cost an import a second.
CREATE FUNCTION product_supplier_fill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT updated_at, archived_at IS NOT NULL INTO NEW.product_updated_at, NEW.is_archived FROM product WHERE account_id = NEW.account_id AND id = NEW.product_id;
  RETURN NEW;
END $$;
CREATE TRIGGER product_supplier_fill BEFORE INSERT ON product_supplier FOR EACH ROW
  WHEN (NEW.product_updated_at IS NULL OR NEW.is_archived IS NULL) EXECUTE FUNCTION product_supplier_fill();
CREATE FUNCTION product_supplier_follow() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  UPDATE product_supplier ps SET product_updated_at = n.updated_at, is_archived = n.archived_at IS NOT NULL
    FROM after n WHERE ps.account_id = n.account_id AND ps.product_id = n.id
      AND (ps.product_updated_at, ps.is_archived) IS DISTINCT FROM (n.updated_at, n.archived_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER product_supplier_follow_update AFTER UPDATE ON product REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION product_supplier_follow();

CREATE FUNCTION product_tally_suppliers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_tally (account_id, supplier_id, products, archived) SELECT account_id, supplier_id, count(*), count(*) FILTER (WHERE is_archived) FROM after GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_tally (account_id, supplier_id, products, archived) SELECT account_id, supplier_id, -count(*), -count(*) FILTER (WHERE is_archived) FROM before GROUP BY 1, 2;
  ELSE
    INSERT INTO product_tally (account_id, supplier_id, products, archived)
      SELECT account_id, supplier_id, sum(n), sum(a) FROM (
        SELECT account_id, supplier_id, count(*) AS n, count(*) FILTER (WHERE is_archived) AS a FROM after GROUP BY 1, 2
        UNION ALL SELECT account_id, supplier_id, -count(*), -count(*) FILTER (WHERE is_archived) FROM before GROUP BY 1, 2) AS d
      GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(a) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_tally_suppliers_insert AFTER INSERT ON product_supplier REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION product_tally_suppliers();
CREATE TRIGGER product_tally_suppliers_update AFTER UPDATE ON product_supplier REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION product_tally_suppliers();
CREATE TRIGGER product_tally_suppliers_delete AFTER DELETE ON product_supplier REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION product_tally_suppliers();

-- Pages by name are chosen from the index alone. An index of an expression is not read alone, so the expression is a column.
DROP INDEX product_name_idx;
ALTER TABLE product ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED;
CREATE INDEX product_name_idx ON product (account_id, name_key, id) INCLUDE (status, archived_at);

-- Who made a product, how and with which SKU is a fact of the product and no change: an import of 100,000 wrote as many rows of the changelog for it.
-- Null: made before this was kept, and without an entry in the changelog.
ALTER TABLE product
  ADD COLUMN created_source text,
  ADD COLUMN created_sku text,
  ADD COLUMN created_by uuid,
  ADD CONSTRAINT product_created_source_check CHECK (created_source IN ('USER', 'AMAZON_SYNC', 'CSV_IMPORT', 'GOOGLE_SHEET', 'INVOICE'));
ALTER TABLE product_changelog NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product DISABLE TRIGGER USER;
UPDATE product p SET created_source = c.source, created_sku = c.new_value, created_by = c.changed_by
  FROM product_changelog c WHERE c.account_id = p.account_id AND c.product_id = p.id AND c.field = 'sku' AND c.old_value IS NULL AND c.changed_at = p.created_at;
ALTER TABLE product ENABLE TRIGGER USER;
DELETE FROM product_changelog c USING product p WHERE p.account_id = c.account_id AND p.id = c.product_id
  AND c.field = 'sku' AND c.old_value IS NULL AND c.changed_at = p.created_at AND p.created_source IS NOT NULL;
ALTER TABLE product_changelog FORCE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;

-- What became of a product since it was made: that it was made, and each change. The first entry has the product's own id.
CREATE VIEW product_history WITH (security_invoker = true) AS
  SELECT account_id, id, product_id, source, field, old_value, new_value, old_data, new_data, changed_by, changed_at FROM product_changelog
  UNION ALL
  SELECT account_id, id, id, created_source, 'sku', NULL, created_sku, NULL, to_jsonb(created_sku), created_by, created_at FROM product WHERE created_source IS NOT NULL;
GRANT SELECT ON product_history TO quayside_app;
