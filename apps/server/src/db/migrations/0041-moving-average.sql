-- The moving average as a choice of the account, and costs that no order bears in what stock is worth.

-- What left it is to be valued anew, from the first day on: the account chose another method (`stock_total`).
ALTER TABLE product_stock ADD COLUMN is_stale boolean NOT NULL DEFAULT false;
CREATE INDEX product_stock_stale_idx ON product_stock (account_id, product_id) WHERE is_stale;

-- What a taking cost by the moving average. Null: it follows from its place in the lot, or is not known.
ALTER TABLE taking
  ADD COLUMN landed_minor bigint,
  ADD COLUMN factory_minor bigint,
  ADD CONSTRAINT taking_cost_check CHECK ((landed_minor IS NULL) = (factory_minor IS NULL));
-- What takings cost that a replay replaced, for restatements.
CREATE INDEX taking_superseded_idx ON taking (account_id, product_id, superseded_at) WHERE superseded_at IS NOT NULL;

-- What of the total of a lot are costs without an order.
ALTER TABLE lot ADD COLUMN joined_minor bigint NOT NULL DEFAULT 0;
CREATE INDEX lot_joined_idx ON lot (account_id, product_id) WHERE joined_minor <> 0;

-- The pool of a product at the end of each day on which it changed. Never changed, only superseded.
CREATE TABLE stock_pool (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  day date NOT NULL,
  -- What it was worth when it was settled last, of how many units, and how many of these have gone since.
  landed_minor bigint NOT NULL,
  factory_minor bigint NOT NULL,
  units bigint NOT NULL,
  gone bigint NOT NULL CONSTRAINT stock_pool_gone_check CHECK (gone BETWEEN 0 AND units),
  -- Costs without an order that join with the next receipt.
  waiting_minor bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stock_pool_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE UNIQUE INDEX stock_pool_day_key ON stock_pool (account_id, product_id, day) WHERE superseded_at IS NULL;

-- Costs of products that no order bears, as stock knows them.
CREATE TABLE loose_cost (
  account_id uuid NOT NULL REFERENCES account (account_id),
  -- The line of the invoice.
  line_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  product_id uuid NOT NULL,
  day date NOT NULL,
  amount_minor bigint NOT NULL,
  -- The lot whose total it is part of, first in, first out. Null: it waits, or the pool has it.
  lot_id uuid,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, line_id, product_id),
  CONSTRAINT loose_cost_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX loose_cost_product_idx ON loose_cost (account_id, product_id, day);
CREATE INDEX loose_cost_invoice_idx ON loose_cost (account_id, invoice_id);

-- A change of the method, which products follow one after the other.
CREATE TABLE stock_method_change (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- Null: the method stayed, but stock is to be valued anew after an upgrade.
  from_method text CONSTRAINT stock_method_change_from_check CHECK (from_method IN ('FIFO', 'AVERAGE')),
  to_method text NOT NULL CONSTRAINT stock_method_change_to_check CHECK (to_method IN ('FIFO', 'AVERAGE')),
  requested_by uuid,
  request_id text,
  product_count integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- All products follow it, or a later change took its place.
  ended_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX stock_method_change_open_key ON stock_method_change (account_id) WHERE ended_at IS NULL;

CREATE FUNCTION unfinished_stock_methods_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.ended_at IS NULL THEN
    INSERT INTO unfinished_work (job, account_id, row_key)
      VALUES ('stock.method', NEW.account_id, NEW.id::text) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'stock.method' AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_stock_methods_follow_insert AFTER INSERT ON stock_method_change
  FOR EACH ROW EXECUTE FUNCTION unfinished_stock_methods_follow();
CREATE TRIGGER unfinished_stock_methods_follow_update AFTER UPDATE OF ended_at ON stock_method_change
  FOR EACH ROW WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION unfinished_stock_methods_follow();

-- Costs without an order from before this release. Lots take theirs in when the job has valued their products anew.
ALTER TABLE cost_entry NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_stock NO FORCE ROW LEVEL SECURITY;
INSERT INTO loose_cost (account_id, line_id, invoice_id, product_id, day, amount_minor, updated_at)
SELECT e.account_id, e.line_id, e.invoice_id, e.product_id, i.date, sum(e.account_minor), now()
FROM cost_entry e
JOIN invoice i ON i.account_id = e.account_id AND i.id = e.invoice_id
WHERE e.layer_id IS NULL AND e.superseded_at IS NULL AND NOT e.is_excluded AND i.date IS NOT NULL
GROUP BY e.account_id, e.line_id, e.invoice_id, e.product_id, i.date;
UPDATE product_stock s SET is_stale = true
WHERE EXISTS (SELECT FROM loose_cost c WHERE c.account_id = s.account_id AND c.product_id = s.product_id);
INSERT INTO stock_method_change (account_id, id, to_method, product_count, created_at)
SELECT account_id, gen_random_uuid(), 'FIFO', count(*), now() FROM product_stock WHERE is_stale GROUP BY account_id;
ALTER TABLE cost_entry FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice FORCE ROW LEVEL SECURITY;
ALTER TABLE product_stock FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['stock_pool', 'loose_cost', 'stock_method_change'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT ON %I TO quayside_app', name);
  END LOOP;
END $$;
GRANT UPDATE (superseded_at) ON stock_pool TO quayside_app;
GRANT UPDATE, DELETE ON loose_cost TO quayside_app;
GRANT UPDATE (ended_at) ON stock_method_change TO quayside_app;
