-- Names of suppliers are compared in one form of their characters: ＡＢＣ and ABC are the same company.
CREATE OR REPLACE FUNCTION company_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT nullif(replace(CASE WHEN k.short ~ '[^ ]' THEN k.short ELSE k.spaced END, ' ', ''), '') FROM (
    SELECT b.spaced, regexp_replace(regexp_replace(b.spaced,
      '( +(co|company|corp|corporation|inc|incorporated|ltd|limited|llc|llp|plc|lp|gmbh|mbh|ag|kg|ohg|ug|se|sa|sas|sarl|sl|srl|spa|bv|nv|oy|ab|as|aps|kft|sro|spzoo|doo|pty|pte|pvt|private|bhd|sdn|kk|jsc|ooo|and|und))+ *$', ''),
      '(股份有限公司|有限责任公司|有限公司|股份公司|公司|株式会社|주식회사)+ *$', '') AS short
    FROM (SELECT regexp_replace(regexp_replace(fold_accents(lower(normalize(name, NFKC))), '[.''’`"“”]', '', 'g'), '[-–—\s,;:/\\_()（）\[\]{}&+*|·、，。!?#@~]+', ' ', 'g') AS spaced) b) k $$;

-- The keys that are there already. An update computes a generated column again.
ALTER TABLE supplier NO FORCE ROW LEVEL SECURITY;
ALTER TABLE supplier DISABLE TRIGGER USER;
UPDATE supplier SET company_name = company_name
  WHERE name_key IS DISTINCT FROM company_key(company_name) OR local_name_key IS DISTINCT FROM company_key(local_name);
ALTER TABLE supplier ENABLE TRIGGER USER;
ALTER TABLE supplier FORCE ROW LEVEL SECURITY;
