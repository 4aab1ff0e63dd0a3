-- Pictures of products that were replaced or removed. Their files are kept for some time, so that the changelog can put
-- them back.
CREATE TABLE former_picture (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  storage_key text NOT NULL,
  content_type text NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, product_id, sha256),
  CONSTRAINT former_picture_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
    ON DELETE CASCADE
);
CREATE INDEX former_picture_age_idx ON former_picture (account_id, replaced_at);
ALTER TABLE former_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON former_picture USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON former_picture TO quayside_app;
CREATE TRIGGER former_picture_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON former_picture
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'product_id', 'sha256', 'size', 'content_type');
