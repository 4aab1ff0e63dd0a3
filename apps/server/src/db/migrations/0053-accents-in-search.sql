-- A text without the accents of Latin letters, so that cafe finds Café and Muller is found beside Müller. An own function, because the extension unaccent may
-- be missing on a server of others, and is not immutable. db/fold-accents.ts does the same with a searched word.
CREATE FUNCTION fold_accents(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- Mostly there is nothing to do, which is seen without looking at the letters.
  IF octet_length(words) = char_length(words) THEN RETURN words; END IF;
  RETURN replace(replace(replace(
    translate(normalize(regexp_replace(normalize(words, NFD), '([A-Za-z])[\u0300-\u036f]+', '\1', 'g'), NFC), 'øłđıħŧ', 'oldiht'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
END $$;

-- The words of a product or an invoice line, without their punctuation (0019), and all of them once more without accents.
CREATE OR REPLACE FUNCTION product_words(name text, sku text, asin text, fnsku text, barcode text, brand text, aliases text[], codes text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  punctuation CONSTANT text := '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~';
  words text := lower(name || ' ' || sku || ' ' || coalesce(asin, '') || ' ' || coalesce(fnsku, '') || ' ' || coalesce(brand, ''));
  word text;
  bare text;
  folded text;
BEGIN
  IF barcode IS NOT NULL THEN words := words || ' ' || barcode; END IF;
  IF aliases <> '{}' THEN words := words || ' ' || lower(array_to_string(aliases, ' ')); END IF;
  IF codes <> '{}' THEN words := words || ' ' || lower(array_to_string(codes, ' ')); END IF;
  IF translate(words, punctuation, '') <> words THEN
    FOREACH word IN ARRAY string_to_array(words, ' ') LOOP
      bare := translate(word, punctuation, '');
      IF bare <> word AND bare <> '' THEN words := words || ' ' || bare; END IF;
    END LOOP;
  END IF;
  IF octet_length(words) <> char_length(words) THEN
    folded := fold_accents(words);
    IF folded <> words THEN words := words || ' ' || folded; END IF;
  END IF;
  RETURN words;
END $$;

-- A name without case, accents, punctuation and legal form.
CREATE OR REPLACE FUNCTION company_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT nullif(replace(CASE WHEN k.short ~ '[^ ]' THEN k.short ELSE k.spaced END, ' ', ''), '') FROM (
    SELECT b.spaced, regexp_replace(regexp_replace(b.spaced,
      '( +(co|company|corp|corporation|inc|incorporated|ltd|limited|llc|llp|plc|lp|gmbh|mbh|ag|kg|ohg|ug|se|sa|sas|sarl|sl|srl|spa|bv|nv|oy|ab|as|aps|kft|sro|spzoo|doo|pty|pte|pvt|private|bhd|sdn|kk|jsc|ooo|and|und))+ *$', ''),
      '(股份有限公司|有限责任公司|有限公司|股份公司|公司|株式会社|주식회사)+ *$', '') AS short
    FROM (SELECT regexp_replace(regexp_replace(fold_accents(lower(name)), '[.''’`"“”]', '', 'g'), '[-–—\s,;:/\\_()（）\[\]{}&+*|·、，。!?#@~]+', ' ', 'g') AS spaced) b) k $$;

-- What is there already, where it has letters beyond ASCII.
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product DISABLE TRIGGER USER;
UPDATE product SET name = name WHERE octet_length(search_text) <> char_length(search_text);
ALTER TABLE product ENABLE TRIGGER USER;
UPDATE product_search s SET (search_text, long_text, marks) = (n.search_text, n.long_text, n.marks)
  FROM (SELECT account_id, id,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) <= 2400 THEN search_text END AS search_text,
      CASE WHEN octet_length(lower(name)) + octet_length(search_text) > 2400 THEN search_text END AS long_text,
      product_marks(search_text, tags, asin, fnsku, barcode, sku_alias, supplier_codes) AS marks
    FROM product WHERE octet_length(search_text) <> char_length(search_text)) AS n
  WHERE s.account_id = n.account_id AND s.product_id = n.id
    AND (s.search_text, s.long_text, s.marks) IS DISTINCT FROM (n.search_text, n.long_text, n.marks);
ALTER TABLE supplier DISABLE TRIGGER USER;
UPDATE supplier SET company_name = company_name, local_name = local_name
  WHERE octet_length(company_name || coalesce(local_name, '')) <> char_length(company_name || coalesce(local_name, ''));
ALTER TABLE supplier ENABLE TRIGGER USER;
UPDATE invoice_line_search s SET words = line_words(p.sku, l.name, l.internal_reference)
  FROM invoice_line l LEFT JOIN product p ON p.account_id = l.account_id AND p.id = l.product_id
  WHERE s.account_id = l.account_id AND s.line_id = l.id AND octet_length(s.words) <> char_length(s.words);
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line FORCE ROW LEVEL SECURITY;
