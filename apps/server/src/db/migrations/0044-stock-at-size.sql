-- What is undone as a whole. Sales of imports are found by their lines.
CREATE INDEX receipt_operation_idx ON receipt (account_id, operation_id);
CREATE INDEX movement_operation_idx ON movement (account_id, operation_id) WHERE customer_order_line_id IS NULL;
CREATE INDEX stock_count_operation_idx ON stock_count (account_id, operation_id);

-- The list of plans is chosen and counted from this index alone.
CREATE INDEX shipment_plan_listed_idx ON shipment_plan (account_id, number) INCLUDE (id)
  WHERE removed_at IS NULL AND archived_at IS NULL;

-- How many products of an account have stock, so that nobody has to count them.
ALTER TABLE stock_total ADD COLUMN products bigint NOT NULL DEFAULT 0;

CREATE FUNCTION product_stock_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_total AS t (account_id, products, updated_at)
  SELECT account_id, count(*), now() FROM made GROUP BY account_id
  ON CONFLICT (account_id) DO UPDATE SET products = t.products + excluded.products;
  RETURN NULL;
END $$;
CREATE FUNCTION product_stock_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_total t SET products = t.products - n.products
  FROM (SELECT account_id, count(*) AS products FROM gone GROUP BY account_id) n
  WHERE t.account_id = n.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER product_stock_inserted AFTER INSERT ON product_stock
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION product_stock_inserted();
CREATE TRIGGER product_stock_deleted AFTER DELETE ON product_stock
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION product_stock_deleted();

-- The rows of all accounts are written here, so row-level security must not apply to the owner meanwhile.
ALTER TABLE stock_total NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_stock NO FORCE ROW LEVEL SECURITY;
UPDATE stock_total t SET products = (SELECT count(*) FROM product_stock s WHERE s.account_id = t.account_id);
ALTER TABLE stock_total FORCE ROW LEVEL SECURITY;
ALTER TABLE product_stock FORCE ROW LEVEL SECURITY;

-- What changed is added and what it was is taken away, without a join of the two: PostgreSQL does not know how many rows
-- a statement changed, and would compare each with each.
CREATE OR REPLACE FUNCTION layer_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT stock_of_layer(l, k, 1) AS change
    FROM made l LEFT JOIN order_packing k ON k.account_id = l.account_id AND k.order_id = l.id
    UNION ALL
    SELECT stock_of_layer(b, k, -1)
    FROM before b LEFT JOIN order_packing k ON k.account_id = b.account_id AND k.order_id = b.id
  ) AS changes;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION order_packing_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT stock_of_packing(l, k, 1) AS change
    FROM made k JOIN cost_layer l ON l.account_id = k.account_id AND l.id = k.order_id
    UNION ALL
    SELECT stock_of_packing(l, b, -1)
    FROM before b JOIN cost_layer l ON l.account_id = b.account_id AND l.id = b.order_id
  ) AS changes;
  RETURN NULL;
END $$;
