-- What of each line of a purchase order, and of each order without one, has come how far. Kept beside its sources, so
-- that the dearest of what needs somebody is found by an index.
CREATE TABLE five_quantities (
  account_id uuid NOT NULL REFERENCES account (account_id),
  -- The item of the purchase order; of an order without one, the order.
  id uuid NOT NULL,
  purchase_order_id uuid,
  product_id uuid NOT NULL,
  supplier_id uuid,
  ordered bigint NOT NULL,
  invoiced bigint NOT NULL,
  packed bigint NOT NULL,
  shipped bigint NOT NULL,
  received bigint NOT NULL,
  in_transit bigint NOT NULL,
  -- What of the four differences somebody has to act on. Surpluses are below 0.
  not_invoiced bigint NOT NULL,
  not_packed bigint NOT NULL,
  not_shipped bigint NOT NULL,
  not_received bigint NOT NULL,
  is_open boolean GENERATED ALWAYS AS (
    not_invoiced <> 0 OR not_packed <> 0 OR not_shipped <> 0 OR not_received <> 0
  ) STORED,
  -- How the four differences stand, as the domain names it, and what lists show beside them.
  states text[] NOT NULL,
  order_ids uuid[] NOT NULL,
  tolerance_hundredths integer NOT NULL,
  -- Null: there is no purchase order.
  is_purchase_order_open boolean,
  -- What these units cost landed; null while that is not known.
  value_minor bigint,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT five_quantities_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX five_quantities_open_idx ON five_quantities (account_id, value_minor DESC NULLS LAST, id) WHERE is_open;
CREATE INDEX five_quantities_product_idx ON five_quantities (account_id, product_id);
CREATE INDEX five_quantities_purchase_order_idx ON five_quantities (account_id, purchase_order_id)
  WHERE purchase_order_id IS NOT NULL;

-- Differences that a person accepted as they are. Never changed, only taken back.
CREATE TABLE accepted_difference (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- A row of five_quantities, which goes and comes back with its order.
  line_id uuid NOT NULL,
  product_id uuid NOT NULL,
  difference text NOT NULL CONSTRAINT accepted_difference_check
    CHECK (difference IN ('NOT_INVOICED', 'NOT_PACKED', 'NOT_SHIPPED', 'NOT_RECEIVED')),
  units bigint NOT NULL CONSTRAINT accepted_difference_units_check CHECK (units <> 0),
  words text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  taken_back_at timestamptz,
  taken_back_by uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT accepted_difference_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE UNIQUE INDEX accepted_difference_key ON accepted_difference (account_id, line_id, difference)
  WHERE taken_back_at IS NULL;

-- Accounts whose five quantities a job works out anew, line by line: after an upgrade, or when a tolerance is another.
CREATE TABLE five_quantities_renewal (
  account_id uuid NOT NULL REFERENCES account (account_id),
  -- The last line that was worked out.
  last_id uuid,
  PRIMARY KEY (account_id)
);
CREATE FUNCTION unfinished_five_quantities_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO unfinished_work (job, account_id, row_key)
      VALUES ('stock.five-quantities', NEW.account_id, NEW.account_id::text) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work WHERE job = 'stock.five-quantities' AND account_id = OLD.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_five_quantities_follow AFTER INSERT OR DELETE ON five_quantities_renewal
  FOR EACH ROW EXECUTE FUNCTION unfinished_five_quantities_follow();
INSERT INTO five_quantities_renewal (account_id) SELECT account_id FROM account;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['five_quantities', 'accepted_difference', 'five_quantities_renewal'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT ON %I TO quayside_app', name);
  END LOOP;
END $$;
GRANT UPDATE, DELETE ON five_quantities, five_quantities_renewal TO quayside_app;
GRANT UPDATE (taken_back_at, taken_back_by) ON accepted_difference TO quayside_app;
