-- One row per file of the store, above accounts: which keys there are, and since when no row of an account has claimed them. The row is written
-- before the bytes and removed after them.
CREATE TABLE file_in_store (
  storage_key text PRIMARY KEY,
  -- Null: a row of an account claims it.
  unclaimed_since timestamptz,
  -- Its bytes are going: it can no longer be claimed.
  is_removing boolean NOT NULL DEFAULT false
);
CREATE INDEX file_in_store_unclaimed_idx ON file_in_store (unclaimed_since) WHERE unclaimed_since IS NOT NULL;

-- One row per file of an account: which row of which table it belongs to.
CREATE TABLE stored_file (
  account_id uuid NOT NULL REFERENCES account (account_id),
  storage_key text NOT NULL,
  owner_table text NOT NULL,
  owner_id uuid NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  content_type text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, storage_key)
);
CREATE UNIQUE INDEX stored_file_key_idx ON stored_file (storage_key);
ALTER TABLE stored_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE stored_file FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stored_file USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT ON stored_file TO quayside_app;

-- Keeps both tables in step with a column that names files, in the transaction that names, replaces or drops one. Each such column has this trigger;
-- its arguments are the columns of key, owner, SHA-256, size and content type ('' where there is none). It runs as the owner of the tables,
-- because the application role has no rights on file_in_store; the account is still the one that the transaction entered.
CREATE FUNCTION claim_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  old_key text;
  new_key text;
  file stored_file;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO old_key USING OLD;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO new_key USING NEW;
  END IF;
  IF old_key IS NOT DISTINCT FROM new_key THEN
    RETURN NULL;
  END IF;
  IF old_key IS NOT NULL THEN
    DELETE FROM stored_file WHERE account_id = OLD.account_id AND storage_key = old_key;
    UPDATE file_in_store SET unclaimed_since = now() WHERE storage_key = old_key;
  END IF;
  IF new_key IS NOT NULL THEN
    -- The release before enters no key when bytes arrive, so a key without a row is as good.
    INSERT INTO file_in_store (storage_key) VALUES (new_key)
      ON CONFLICT (storage_key) DO UPDATE SET unclaimed_since = NULL WHERE NOT file_in_store.is_removing;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The file % is being removed', new_key;
    END IF;
    EXECUTE format('SELECT ($1).%I, ($1).%I, ($1).%I', TG_ARGV[1], TG_ARGV[2], TG_ARGV[3]) INTO file.owner_id, file.sha256, file.size USING NEW;
    IF TG_ARGV[4] <> '' THEN
      EXECUTE format('SELECT ($1).%I', TG_ARGV[4]) INTO file.content_type USING NEW;
    END IF;
    INSERT INTO stored_file (account_id, storage_key, owner_table, owner_id, sha256, size, content_type)
      VALUES (NEW.account_id, new_key, TG_TABLE_NAME, file.owner_id, file.sha256, file.size, file.content_type);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER document_version_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON document_version
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'document_id', 'sha256', 'size', 'content_type');
-- Products are written many thousands at a time, and few have a picture: where the column is null nothing is called.
CREATE TRIGGER product_file_insert AFTER INSERT ON product
  FOR EACH ROW WHEN (NEW.picture_key IS NOT NULL) EXECUTE FUNCTION claim_file('picture_key', 'id', 'picture_sha256', 'picture_size', 'picture_type');
CREATE TRIGGER product_file_update AFTER UPDATE OF picture_key ON product
  FOR EACH ROW WHEN (OLD.picture_key IS DISTINCT FROM NEW.picture_key)
  EXECUTE FUNCTION claim_file('picture_key', 'id', 'picture_sha256', 'picture_size', 'picture_type');
CREATE TRIGGER product_file_delete AFTER DELETE ON product
  FOR EACH ROW WHEN (OLD.picture_key IS NOT NULL) EXECUTE FUNCTION claim_file('picture_key', 'id', 'picture_sha256', 'picture_size', 'picture_type');
CREATE TRIGGER product_import_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON product_import
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'id', 'file_sha256', 'size', '');

-- What rows name today. Other files that are there are entered when the server starts (findLostFiles).
ALTER TABLE document_version NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE stored_file NO FORCE ROW LEVEL SECURITY;
INSERT INTO stored_file (account_id, storage_key, owner_table, owner_id, sha256, size, content_type, created_at)
  SELECT account_id, storage_key, 'document_version', document_id, sha256, size, content_type, created_at FROM document_version
  UNION ALL SELECT account_id, picture_key, 'product', id, coalesce(picture_sha256, ''), coalesce(picture_size, 0), picture_type, updated_at
    FROM product WHERE picture_key IS NOT NULL
  UNION ALL SELECT account_id, storage_key, 'product_import', id, file_sha256, coalesce(size, 0), NULL, created_at
    FROM product_import WHERE storage_key IS NOT NULL;
INSERT INTO file_in_store (storage_key) SELECT storage_key FROM stored_file;
ALTER TABLE document_version FORCE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE product_import FORCE ROW LEVEL SECURITY;
ALTER TABLE stored_file FORCE ROW LEVEL SECURITY;

-- Only the sum of the pictures read it, which asks stored_file now.
DROP INDEX product_picture_idx;
