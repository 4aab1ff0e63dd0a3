-- What is folded is looked up once. As one statement the planner, which takes a new account for an empty one, read all tallies of the account for
-- each of those that it deleted; and in the one transaction of an import the deleted ones stay in the way.
CREATE OR REPLACE FUNCTION product_tally_fold() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  folded bigint[];
BEGIN
  SELECT array_agg(t.id) INTO folded FROM (
    SELECT id FROM product_tally WHERE account_id = NEW.account_id AND supplier_id IS NOT DISTINCT FROM NEW.supplier_id AND id <= NEW.id FOR UPDATE SKIP LOCKED) AS t;
  WITH gone AS (DELETE FROM product_tally WHERE account_id = NEW.account_id AND id = ANY (folded) RETURNING *)
  INSERT INTO product_tally (account_id, status, supplier_id, products, archived, units, factory_minor, inbound_minor)
    SELECT account_id, status, supplier_id, sum(products), sum(archived), sum(units), sum(factory_minor), sum(inbound_minor) FROM gone GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

-- Row by row, each by its key. As one statement the planner, which takes a new account for an empty one, read all suppliers of its products and compared
-- each with each product that was changed: a minute and a half for ten thousand.
CREATE OR REPLACE FUNCTION product_supplier_follow() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN SELECT account_id, id, updated_at, archived_at IS NOT NULL AS is_archived FROM after LOOP
    UPDATE product_supplier SET product_updated_at = changed.updated_at, is_archived = changed.is_archived
      WHERE account_id = changed.account_id AND product_id = changed.id AND (product_updated_at, is_archived) IS DISTINCT FROM (changed.updated_at, changed.is_archived);
  END LOOP;
  RETURN NULL;
END $$;

-- An import is never deleted. Its rows come a hundred thousand at a time, and each looked its import up, of which there are as many versions as
-- there were batches, while another transaction stores them.
ALTER TABLE product_import_row DROP CONSTRAINT product_import_row_import_fk;

-- Nothing asks it for names any more.
DROP FUNCTION person_names(uuid[]);
