-- ---------------------------------------------------------------- codes of products
-- The barcode is kept as its digits. Two products with one barcode are most likely a mistake, but not always: the page of a product names the other.
ALTER TABLE product
  ADD COLUMN barcode text CONSTRAINT product_barcode_check CHECK (barcode ~ '^([0-9]{8}|[0-9]{12,14})$'),
  -- The item numbers of its suppliers, copied from product_supplier, because a product is searched by them.
  ADD COLUMN supplier_codes text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION product_supplier_codes() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  changed product_supplier := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  codes text[] := coalesce((SELECT array_agg(DISTINCT supplier_sku ORDER BY supplier_sku) FROM product_supplier
    WHERE account_id = changed.account_id AND product_id = changed.product_id AND supplier_sku IS NOT NULL), '{}');
BEGIN
  UPDATE product SET supplier_codes = codes WHERE account_id = changed.account_id AND id = changed.product_id AND supplier_codes <> codes;
  RETURN NULL;
END $$;
-- Row by row: hardly any write touches an item number, and the others must not pay for it.
CREATE TRIGGER product_supplier_codes_insert AFTER INSERT ON product_supplier FOR EACH ROW
  WHEN (NEW.supplier_sku IS NOT NULL) EXECUTE FUNCTION product_supplier_codes();
CREATE TRIGGER product_supplier_codes_update AFTER UPDATE OF supplier_sku ON product_supplier FOR EACH ROW
  WHEN (OLD.supplier_sku IS DISTINCT FROM NEW.supplier_sku) EXECUTE FUNCTION product_supplier_codes();
CREATE TRIGGER product_supplier_codes_delete AFTER DELETE ON product_supplier FOR EACH ROW
  WHEN (OLD.supplier_sku IS NOT NULL) EXECUTE FUNCTION product_supplier_codes();

-- ---------------------------------------------------------------- search
-- The words of a product, and once more without their punctuation: "pan1" finds PAN-1 and "usbc" finds USB-C. A searched word loses its punctuation
-- too (db/paging.ts names the same characters), so everything that holds the word as typed is found as before.
CREATE FUNCTION product_words(name text, sku text, asin text, fnsku text, barcode text, brand text, aliases text[], codes text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  punctuation CONSTANT text := '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~';
  words text := lower(name || ' ' || sku || ' ' || coalesce(asin, '') || ' ' || coalesce(fnsku, '') || ' ' || coalesce(brand, ''));
  word text;
  bare text;
BEGIN
  IF barcode IS NOT NULL THEN words := words || ' ' || barcode; END IF;
  IF aliases <> '{}' THEN words := words || ' ' || lower(array_to_string(aliases, ' ')); END IF;
  IF codes <> '{}' THEN words := words || ' ' || lower(array_to_string(codes, ' ')); END IF;
  IF translate(words, punctuation, '') = words THEN RETURN words; END IF;
  FOREACH word IN ARRAY string_to_array(words, ' ') LOOP
    bare := translate(word, punctuation, '');
    IF bare <> word AND bare <> '' THEN words := words || ' ' || bare; END IF;
  END LOOP;
  RETURN words;
END $$;
-- What the index of words holds beside the words: letters beyond ASCII, '#' with each tag, and '=' with each code.
CREATE FUNCTION product_marks(words text, tags text[], asin text, fnsku text, barcode text, aliases text[], codes text[]) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- Barcodes of any length compare as their 14 digits: a UPC is the EAN with a zero in front of it.
  marks text[] := array_remove(ARRAY['=' || lower(asin), '=' || lower(fnsku), '=' || lpad(barcode, 14, '0')], NULL);
BEGIN
  IF aliases <> '{}' OR codes <> '{}' THEN marks := marks || array(SELECT '=' || lower(code) FROM unnest(aliases || codes) AS code); END IF;
  IF tags <> '{}' OR words ~ '[^\x01-\x7f]' THEN marks := array_cat(search_marks(words, tags), marks); END IF;
  RETURN nullif(marks, '{}');
END $$;

ALTER TABLE product DROP COLUMN search_text;
ALTER TABLE product ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (product_words(name, sku, asin, fnsku, barcode, brand, sku_alias, supplier_codes)) STORED;

CREATE OR REPLACE FUNCTION product_search_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_search SELECT account_id, id AS product_id, archived_at IS NOT NULL AS is_archived, lower(name) AS name_key,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      product_marks(search_text, tags, asin, fnsku, barcode, sku_alias, supplier_codes) AS marks
      FROM after;
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM product_search s USING before b WHERE s.account_id = b.account_id AND s.product_id = b.id;
  ELSE
    UPDATE product_search s SET (is_archived, name_key, search_text, long_text, marks) = (n.is_archived, n.name_key, n.search_text, n.long_text, n.marks)
    FROM (SELECT account_id, id AS product_id, archived_at IS NOT NULL AS is_archived, lower(name) AS name_key,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      product_marks(search_text, tags, asin, fnsku, barcode, sku_alias, supplier_codes) AS marks
      FROM after) n WHERE s.account_id = n.account_id AND s.product_id = n.product_id
      AND (s.is_archived, s.name_key, s.search_text, s.long_text, s.marks) IS DISTINCT FROM (n.is_archived, n.name_key, n.search_text, n.long_text, n.marks);
  END IF;
  RETURN NULL;
END $$;

-- Ids of the products of this account that have one of these codes: other SKUs, ASIN, FNSKU and item numbers of suppliers in lower case, barcodes with
-- 14 digits. What is known here is better than what the planner can guess of a new account: each code is looked up in the index.
CREATE FUNCTION find_coded_products(codes text[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER ROWS 500
  SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT product_id FROM product_search WHERE account_id = current_account() AND marks && array(SELECT '=' || code FROM unnest(codes) AS code) $$;
REVOKE ALL ON FUNCTION find_coded_products(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_coded_products(text[]) TO quayside_app;

-- What is there already.
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_supplier NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product DISABLE TRIGGER USER;
UPDATE product p SET supplier_codes = s.codes
  FROM (SELECT account_id, product_id, array_agg(DISTINCT supplier_sku ORDER BY supplier_sku) AS codes FROM product_supplier
    WHERE supplier_sku IS NOT NULL GROUP BY 1, 2) AS s
  WHERE p.account_id = s.account_id AND p.id = s.product_id;
ALTER TABLE product ENABLE TRIGGER USER;
UPDATE product_search s SET (search_text, long_text, marks) = (n.search_text, n.long_text, n.marks)
  FROM (SELECT account_id, id,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      product_marks(search_text, tags, asin, fnsku, barcode, sku_alias, supplier_codes) AS marks
    FROM product) AS n
  WHERE s.account_id = n.account_id AND s.product_id = n.id
    AND (s.search_text, s.long_text, s.marks) IS DISTINCT FROM (n.search_text, n.long_text, n.marks);
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE product_supplier FORCE ROW LEVEL SECURITY;
