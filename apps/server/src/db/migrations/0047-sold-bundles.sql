-- A movement that is a part of a bundle which was sold by hand, so that the bundle can come back as one. Those that come
-- from a line of a customer order have its product and units.
CREATE TABLE sold_bundle (
  account_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  -- The sale: all its parts have the same.
  sale_id uuid NOT NULL,
  product_id uuid NOT NULL,
  -- Units of the bundle; each part has a multiple of them.
  units bigint NOT NULL CONSTRAINT sold_bundle_units_check CHECK (units > 0),
  PRIMARY KEY (account_id, movement_id),
  CONSTRAINT sold_bundle_movement_fk FOREIGN KEY (account_id, movement_id) REFERENCES movement (account_id, id),
  CONSTRAINT sold_bundle_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX sold_bundle_product_idx ON sold_bundle (account_id, product_id);
CREATE INDEX sold_bundle_sale_idx ON sold_bundle (account_id, sale_id);

ALTER TABLE sold_bundle ENABLE ROW LEVEL SECURITY;
ALTER TABLE sold_bundle FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sold_bundle USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT ON sold_bundle TO quayside_app;
