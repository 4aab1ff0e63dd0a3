-- What went back to the supplier by credit notes counts as neither packed, shipped nor received of its order.
ALTER TABLE order_packing ADD COLUMN credited bigint NOT NULL DEFAULT 0;
-- The rows of all accounts are written here, so row-level security must not apply to the owner meanwhile.
ALTER TABLE order_packing NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pack_list NO FORCE ROW LEVEL SECURITY;
UPDATE order_packing k
SET credited = l.credited
FROM (
  SELECT account_id, order_id, sum(credited)::bigint AS credited
  FROM pack_list
  WHERE removed_at IS NULL AND credited > 0
  GROUP BY account_id, order_id
) l
WHERE l.account_id = k.account_id AND l.order_id = k.order_id;
ALTER TABLE order_packing FORCE ROW LEVEL SECURITY;
ALTER TABLE pack_list FORCE ROW LEVEL SECURITY;
