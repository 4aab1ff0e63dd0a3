-- Receipts that were reversed are not read with those of their product, lot, order or plan that hold.
DROP INDEX receipt_product_idx;
CREATE INDEX receipt_product_idx ON receipt (account_id, product_id, reversed_at, day, id);
DROP INDEX receipt_lot_idx;
CREATE INDEX receipt_lot_idx ON receipt (account_id, lot_id, reversed_at, day);
DROP INDEX receipt_plan_idx;
CREATE INDEX receipt_plan_idx ON receipt (account_id, plan_id, reversed_at, day) WHERE plan_id IS NOT NULL;
DROP INDEX receipt_order_idx;
CREATE INDEX receipt_order_idx ON receipt (account_id, order_id, reversed_at, plan_id, day)
  WHERE order_id IS NOT NULL;
