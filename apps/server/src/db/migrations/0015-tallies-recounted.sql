-- 0008 filled product_tally while its trigger still merged rows as before: it forgot which status and which supplier a
-- row was for. Some accounts therefore counted the products of a supplier twice, and for the supplier none at all.

-- Counts the products of the current account (app.account_id) again. Writers wait until the transaction ends.
CREATE FUNCTION product_tally_recount() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE product, product_supplier, product_cost_total, product_tally IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM product_tally WHERE account_id = current_account();
  INSERT INTO product_tally (account_id, status, products, archived)
    SELECT account_id, status, count(*), count(archived_at)
    FROM product WHERE account_id = current_account() GROUP BY 1, 2;
  INSERT INTO product_tally (account_id, supplier_id, products, archived)
    SELECT ps.account_id, ps.supplier_id, count(*), count(p.archived_at)
    FROM product_supplier ps JOIN product p ON p.account_id = ps.account_id AND p.id = ps.product_id
    WHERE ps.account_id = current_account() GROUP BY 1, 2;
  INSERT INTO product_tally (account_id, units, factory_minor, inbound_minor)
    SELECT account_id, sum(units), sum(factory_minor), sum(inbound_minor)
    FROM product_cost_total WHERE account_id = current_account() GROUP BY 1;
END $$;
REVOKE ALL ON FUNCTION product_tally_recount() FROM PUBLIC;

DO $$
DECLARE
  former text := current_setting('app.account_id', true);
  account record;
BEGIN
  FOR account IN SELECT account_id FROM account_directory ORDER BY account_id LOOP
    PERFORM set_config('app.account_id', account.account_id::text, true);
    PERFORM product_tally_recount();
  END LOOP;
  PERFORM set_config('app.account_id', coalesce(former, ''), true);
END $$;
