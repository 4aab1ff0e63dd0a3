-- Stock: what arrived, what left and what it cost, counts, what is missing, and customer orders.

-- Units that count beside what is invoiced: surplus less what was never sent. They are part of `units`.
ALTER TABLE cost_layer ADD COLUMN adjusted_units bigint NOT NULL DEFAULT 0;

-- What arrived of a pack list. `units` stays what was packed.
ALTER TABLE pack_list
  ADD COLUMN received bigint NOT NULL DEFAULT 0 CONSTRAINT pack_list_received_check CHECK (received >= 0),
  -- Received beyond what was packed.
  ADD COLUMN surplus bigint NOT NULL DEFAULT 0 CONSTRAINT pack_list_surplus_check CHECK (surplus >= 0),
  -- Missing units that were decided: never sent, or lost on the way.
  ADD COLUMN short bigint NOT NULL DEFAULT 0 CONSTRAINT pack_list_short_check CHECK (short >= 0),
  ADD COLUMN lost bigint NOT NULL DEFAULT 0 CONSTRAINT pack_list_lost_check CHECK (lost >= 0),
  -- Received units that a credit note took out: they went back to the supplier.
  ADD COLUMN credited bigint NOT NULL DEFAULT 0 CONSTRAINT pack_list_credited_check CHECK (credited >= 0),
  -- It was made for units that arrived without having been packed; it goes when their receipts are reversed.
  ADD COLUMN is_from_receipt boolean NOT NULL DEFAULT false,
  -- The units that its costs are shared over.
  ADD COLUMN lot_units bigint GENERATED ALWAYS AS (units + surplus - short - credited) STORED,
  ADD COLUMN missing bigint GENERATED ALWAYS AS (units + surplus - received - short - lost) STORED,
  ADD CONSTRAINT pack_list_arrived_check CHECK (received + short + lost <= units + surplus),
  ADD CONSTRAINT pack_list_credited_received_check CHECK (credited <= received);

-- Sums over the pack lists of an order and of a plan.
ALTER TABLE order_packing
  ADD COLUMN received bigint NOT NULL DEFAULT 0,
  ADD COLUMN missing bigint NOT NULL DEFAULT 0,
  -- What its pack lists hold of its units; the others are unpacked.
  ADD COLUMN lot_units bigint NOT NULL DEFAULT 0,
  -- Packed, and neither shipped nor received.
  ADD COLUMN unshipped bigint NOT NULL DEFAULT 0,
  -- On its way with a plan, and not received.
  ADD COLUMN in_transit bigint NOT NULL DEFAULT 0;
-- The rows of all accounts are written here, so row-level security must not apply to the owner meanwhile.
ALTER TABLE order_packing NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer NO FORCE ROW LEVEL SECURITY;
UPDATE order_packing k
SET lot_units = k.packed, unshipped = k.packed - k.shipped, in_transit = k.shipped
WHERE k.packed > 0;
ALTER TABLE shipment_plan
  ADD COLUMN received bigint NOT NULL DEFAULT 0,
  ADD COLUMN missing bigint NOT NULL DEFAULT 0,
  -- A person called it received although something is missing.
  ADD COLUMN is_received_by_hand boolean NOT NULL DEFAULT false,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN archived_at timestamptz;

-- Plans that something is missing of and undecided.
CREATE INDEX shipment_plan_missing_idx ON shipment_plan (account_id, id) WHERE status = 'RECEIVED' AND missing > 0;

-- The unit of valuation. A pack list is a lot with its own id; so is opening stock, and what a count found.
CREATE TABLE lot (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT lot_kind_check CHECK (kind IN ('PACK_LIST', 'OPENING', 'COUNT')),
  -- Null: opening stock, or what a count found.
  order_id uuid,
  -- The number of the pack list; 0 for the others.
  number bigint NOT NULL DEFAULT 0,
  -- Its place in the line of the product; null while nothing has arrived.
  first_received_on date,
  -- 0 when none of them was ever sent.
  units bigint NOT NULL CONSTRAINT lot_units_check CHECK (units >= 0),
  -- What all its units cost, as known now; null of what a count found.
  landed_minor bigint,
  factory_minor bigint,
  -- What arrived, with what was lost on the way; and what of it was taken.
  received bigint NOT NULL DEFAULT 0,
  taken bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT lot_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT lot_order_fk FOREIGN KEY (account_id, order_id) REFERENCES cost_layer (account_id, id),
  CONSTRAINT lot_taken_check CHECK (taken BETWEEN 0 AND received),
  CONSTRAINT lot_cost_check CHECK ((landed_minor IS NULL) = (factory_minor IS NULL) AND (landed_minor IS NULL) = (kind = 'COUNT'))
);
-- The lots of a product that can give units, in the order in which they do.
CREATE INDEX lot_line_idx ON lot (account_id, product_id, first_received_on, (kind = 'COUNT'), number, id)
  WHERE received > taken;
CREATE INDEX lot_product_idx ON lot (account_id, product_id, first_received_on);
CREATE INDEX lot_order_idx ON lot (account_id, order_id) WHERE order_id IS NOT NULL;

-- What a lot cost in total, as it was known from then on.
CREATE TABLE lot_total (
  account_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  units bigint NOT NULL,
  landed_minor bigint NOT NULL,
  factory_minor bigint NOT NULL,
  PRIMARY KEY (account_id, lot_id, recorded_at),
  CONSTRAINT lot_total_lot_fk FOREIGN KEY (account_id, lot_id) REFERENCES lot (account_id, id)
);

-- Units of a pack list that arrived. Never changed, only reversed.
CREATE TABLE receipt (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  lot_id uuid NOT NULL,
  order_id uuid,
  product_id uuid NOT NULL,
  plan_id uuid,
  day date NOT NULL,
  -- A sales channel, or WAREHOUSE.
  place text NOT NULL,
  units bigint NOT NULL CONSTRAINT receipt_units_check CHECK (units > 0),
  -- Of these: decided before as lost on the way, decided as never sent, and beyond what was packed.
  found bigint NOT NULL DEFAULT 0 CONSTRAINT receipt_found_check CHECK (found BETWEEN 0 AND units),
  found_short bigint NOT NULL DEFAULT 0 CONSTRAINT receipt_found_short_check CHECK (found_short BETWEEN 0 AND units),
  surplus bigint NOT NULL DEFAULT 0 CONSTRAINT receipt_surplus_check CHECK (surplus BETWEEN 0 AND units),
  -- Why more arrived than the tolerance of the supplier allows.
  surplus_reason text,
  -- Of these: went back to the supplier by a credit note. They count as never received.
  credited bigint NOT NULL DEFAULT 0 CONSTRAINT receipt_credited_check CHECK (credited BETWEEN 0 AND units),
  -- The operation that recorded it, which can be undone as a whole.
  operation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT receipt_lot_fk FOREIGN KEY (account_id, lot_id) REFERENCES lot (account_id, id)
);
CREATE INDEX receipt_lot_idx ON receipt (account_id, lot_id, day);
CREATE INDEX receipt_product_idx ON receipt (account_id, product_id, day, id);
CREATE INDEX receipt_plan_idx ON receipt (account_id, plan_id) WHERE plan_id IS NOT NULL;
CREATE INDEX receipt_order_idx ON receipt (account_id, order_id) WHERE order_id IS NOT NULL;

-- Units that left a place, came back or changed places. Never changed, only reversed.
CREATE TABLE movement (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT movement_kind_check CHECK (kind IN ('TAKING', 'RETURN', 'MOVE')),
  cause text CONSTRAINT movement_cause_check
    CHECK (cause IN ('SOLD', 'LOST', 'DAMAGED', 'SAMPLE', 'REMOVED', 'OTHER')),
  day date NOT NULL,
  place text NOT NULL,
  to_place text,
  units bigint NOT NULL CONSTRAINT movement_units_check CHECK (units > 0),
  -- The sale of a return, and its day.
  of_id uuid,
  of_day date,
  -- The line of a customer order that it comes from.
  customer_order_line_id uuid,
  words text,
  -- Units that no lot has given yet.
  waits bigint NOT NULL DEFAULT 0 CONSTRAINT movement_waits_check CHECK (waits BETWEEN 0 AND units),
  operation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT movement_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT movement_of_fk FOREIGN KEY (account_id, of_id) REFERENCES movement (account_id, id),
  CONSTRAINT movement_cause_kind_check CHECK ((kind = 'TAKING') = (cause IS NOT NULL)),
  CONSTRAINT movement_to_check CHECK ((kind = 'MOVE') = (to_place IS NOT NULL)),
  CONSTRAINT movement_return_check CHECK ((kind = 'RETURN') = (of_id IS NOT NULL) AND (of_id IS NULL) = (of_day IS NULL))
);
CREATE INDEX movement_day_idx ON movement (account_id, day, id);
CREATE INDEX movement_product_idx ON movement (account_id, product_id, day, id);
CREATE INDEX movement_waits_idx ON movement (account_id, product_id) WHERE waits > 0;
CREATE INDEX movement_of_idx ON movement (account_id, of_id) WHERE of_id IS NOT NULL;
CREATE INDEX movement_customer_order_line_idx ON movement (account_id, customer_order_line_id)
  WHERE customer_order_line_id IS NOT NULL;

-- On this day there are so many units at this place.
CREATE TABLE stock_count (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  day date NOT NULL,
  place text NOT NULL,
  quantity bigint NOT NULL CONSTRAINT stock_count_quantity_check CHECK (quantity >= 0),
  words text,
  -- Derived: what it found beyond what should have been there.
  difference bigint NOT NULL DEFAULT 0,
  waits bigint NOT NULL DEFAULT 0,
  operation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT stock_count_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX stock_count_day_idx ON stock_count (account_id, day, id);
CREATE INDEX stock_count_product_idx ON stock_count (account_id, product_id, day, id);

-- What was decided about units that did not arrive.
CREATE TABLE missing_decision (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  pack_list_id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id uuid NOT NULL,
  plan_id uuid,
  kind text NOT NULL CONSTRAINT missing_decision_kind_check CHECK (kind IN ('SHORT', 'LOST')),
  -- Who owes for them.
  debtor text NOT NULL CONSTRAINT missing_decision_debtor_check
    CHECK (debtor IN ('SUPPLIER', 'FORWARDER', 'CARRIER', 'MARKETPLACE')),
  day date NOT NULL,
  units bigint NOT NULL CONSTRAINT missing_decision_units_check CHECK (units > 0),
  -- Of these, units that arrived later.
  found bigint NOT NULL DEFAULT 0 CONSTRAINT missing_decision_found_check CHECK (found BETWEEN 0 AND units),
  words text,
  -- The credit note that the supplier wrote for them.
  credit_invoice_id uuid,
  created_at timestamptz NOT NULL,
  created_by uuid,
  taken_back_at timestamptz,
  taken_back_by uuid,
  PRIMARY KEY (account_id, id),
  CONSTRAINT missing_decision_pack_list_fk FOREIGN KEY (account_id, pack_list_id)
    REFERENCES pack_list (account_id, id),
  CONSTRAINT missing_decision_credit_fk FOREIGN KEY (account_id, credit_invoice_id)
    REFERENCES invoice (account_id, id)
);
CREATE INDEX missing_decision_pack_list_idx ON missing_decision (account_id, pack_list_id);
CREATE INDEX missing_decision_product_idx ON missing_decision (account_id, product_id, day, id);

-- Units that a lot gave for a movement, a count or a decision, or got back from one (units below 0). What they cost
-- follows from `before` and the total of the lot. Never changed, only superseded.
CREATE TABLE taking (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- The day of the event, which is the month that bears the cost.
  event_day date NOT NULL,
  cause text NOT NULL,
  -- The event whose units came back.
  of_id uuid,
  -- Null: units that waited do so no more.
  lot_id uuid,
  -- Its place among what the lots gave for its event, which come back in the opposite order.
  position integer NOT NULL,
  -- The day on which the lot gave them.
  day date NOT NULL,
  -- What had been taken of the lot before.
  before bigint NOT NULL,
  units bigint NOT NULL CONSTRAINT taking_units_check CHECK (units <> 0),
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT taking_lot_fk FOREIGN KEY (account_id, lot_id) REFERENCES lot (account_id, id)
);
CREATE INDEX taking_product_idx ON taking (account_id, product_id, day) WHERE superseded_at IS NULL;
CREATE INDEX taking_event_idx ON taking (account_id, event_id) WHERE superseded_at IS NULL;
CREATE INDEX taking_of_idx ON taking (account_id, of_id) WHERE of_id IS NOT NULL AND superseded_at IS NULL;
CREATE INDEX taking_lot_idx ON taking (account_id, lot_id, event_day) WHERE superseded_at IS NULL;

-- Sums over the lots and the orders of a product, and over all products of an account.
CREATE TABLE product_stock (
  account_id uuid NOT NULL REFERENCES account (account_id),
  product_id uuid NOT NULL,
  -- Units of orders that are neither shipped nor received, and how many of these are packed.
  on_order bigint NOT NULL DEFAULT 0,
  packed bigint NOT NULL DEFAULT 0,
  in_transit bigint NOT NULL DEFAULT 0,
  missing bigint NOT NULL DEFAULT 0,
  on_hand bigint NOT NULL DEFAULT 0,
  -- Of these, units of unknown cost.
  unknown bigint NOT NULL DEFAULT 0,
  -- Sold without cost.
  waits bigint NOT NULL DEFAULT 0,
  landed_minor numeric NOT NULL DEFAULT 0,
  factory_minor numeric NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, product_id),
  CONSTRAINT product_stock_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE TABLE stock_total (
  account_id uuid NOT NULL REFERENCES account (account_id),
  on_order bigint NOT NULL DEFAULT 0,
  packed bigint NOT NULL DEFAULT 0,
  in_transit bigint NOT NULL DEFAULT 0,
  missing bigint NOT NULL DEFAULT 0,
  on_hand bigint NOT NULL DEFAULT 0,
  unknown bigint NOT NULL DEFAULT 0,
  waits bigint NOT NULL DEFAULT 0,
  landed_minor numeric NOT NULL DEFAULT 0,
  factory_minor numeric NOT NULL DEFAULT 0,
  -- How what leaves is valued.
  method text NOT NULL DEFAULT 'FIFO' CONSTRAINT stock_total_method_check CHECK (method IN ('FIFO', 'AVERAGE')),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id)
);

-- What an order adds to the stock of its product.
CREATE TYPE stock_of_order AS (
  account_id uuid,
  product_id uuid,
  on_order bigint,
  packed bigint,
  in_transit bigint,
  missing bigint
);
-- Adds what orders changed to the sums of their products and of the account.
CREATE FUNCTION stock_of_orders_add(changes stock_of_order[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  WITH added AS MATERIALIZED (
    SELECT c.account_id, c.product_id, sum(c.on_order)::bigint AS on_order, sum(c.packed)::bigint AS packed,
      sum(c.in_transit)::bigint AS in_transit, sum(c.missing)::bigint AS missing
    FROM unnest(changes) c
    GROUP BY c.account_id, c.product_id
    HAVING (sum(c.on_order), sum(c.packed), sum(c.in_transit), sum(c.missing)) <> (0, 0, 0, 0)
  ), products AS (
    INSERT INTO product_stock AS s (account_id, product_id, on_order, packed, in_transit, missing, updated_at)
    SELECT a.*, now() FROM added a
    ON CONFLICT (account_id, product_id) DO UPDATE
    SET on_order = s.on_order + excluded.on_order, packed = s.packed + excluded.packed,
      in_transit = s.in_transit + excluded.in_transit, missing = s.missing + excluded.missing,
      updated_at = excluded.updated_at
  )
  INSERT INTO stock_total AS t (account_id, on_order, packed, in_transit, missing, updated_at)
  SELECT a.account_id, sum(a.on_order)::bigint, sum(a.packed)::bigint, sum(a.in_transit)::bigint,
    sum(a.missing)::bigint, now()
  FROM added a
  GROUP BY a.account_id
  ON CONFLICT (account_id) DO UPDATE
  SET on_order = t.on_order + excluded.on_order, packed = t.packed + excluded.packed,
    in_transit = t.in_transit + excluded.in_transit, missing = t.missing + excluded.missing,
    updated_at = excluded.updated_at;
END $$;

-- All units of an order are on order, but for what its pack lists hold; of that, what is unshipped is on order too.
CREATE FUNCTION stock_of_layer(l cost_layer, k order_packing, times integer) RETURNS stock_of_order
LANGUAGE sql IMMUTABLE AS $$
  SELECT l.account_id, l.product_id,
    times * (CASE WHEN l.removed_at IS NULL THEN l.units ELSE 0 END + coalesce(k.unshipped - k.lot_units, 0)),
    times * coalesce(k.unshipped, 0), times * coalesce(k.in_transit, 0), times * coalesce(k.missing, 0)
$$;
CREATE FUNCTION stock_of_packing(l cost_layer, k order_packing, times integer) RETURNS stock_of_order
LANGUAGE sql IMMUTABLE AS $$
  SELECT l.account_id, l.product_id, times * (k.unshipped - k.lot_units), times * k.unshipped, times * k.in_transit,
    times * k.missing
$$;
CREATE FUNCTION layer_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(stock_of_layer(l, NULL, 1))) FROM made l;
  RETURN NULL;
END $$;
CREATE FUNCTION layer_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT unnest(ARRAY[stock_of_layer(b, k, -1), stock_of_layer(l, k, 1)]) AS change
    FROM made l
    JOIN before b ON b.account_id = l.account_id AND b.id = l.id
    LEFT JOIN order_packing k ON k.account_id = l.account_id AND k.order_id = l.id
    WHERE (b.product_id, b.units, b.removed_at IS NULL) <> (l.product_id, l.units, l.removed_at IS NULL)
  ) AS changes;
  RETURN NULL;
END $$;
CREATE FUNCTION order_packing_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(stock_of_packing(l, k, 1)))
  FROM made k JOIN cost_layer l ON l.account_id = k.account_id AND l.id = k.order_id;
  RETURN NULL;
END $$;
CREATE FUNCTION order_packing_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stock_of_orders_add(array_agg(change)) FROM (
    SELECT unnest(ARRAY[stock_of_packing(l, b, -1), stock_of_packing(l, k, 1)]) AS change
    FROM made k
    JOIN before b ON b.account_id = k.account_id AND b.order_id = k.order_id
    JOIN cost_layer l ON l.account_id = k.account_id AND l.id = k.order_id
    WHERE (b.lot_units, b.unshipped, b.in_transit, b.missing) <> (k.lot_units, k.unshipped, k.in_transit, k.missing)
  ) AS changes;
  RETURN NULL;
END $$;
-- What the orders of the release before have.
SELECT stock_of_orders_add(array_agg(stock_of_layer(l, k, 1)))
FROM cost_layer l LEFT JOIN order_packing k ON k.account_id = l.account_id AND k.order_id = l.id;
ALTER TABLE order_packing FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer FORCE ROW LEVEL SECURITY;
CREATE TRIGGER layer_inserted AFTER INSERT ON cost_layer
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION layer_inserted();
CREATE TRIGGER layer_updated AFTER UPDATE ON cost_layer
  REFERENCING OLD TABLE AS before NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION layer_updated();
CREATE TRIGGER order_packing_inserted AFTER INSERT ON order_packing
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION order_packing_inserted();
CREATE TRIGGER order_packing_updated AFTER UPDATE ON order_packing
  REFERENCING OLD TABLE AS before NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION order_packing_updated();

-- Orders of customers, as the order report of a marketplace has them. No names and no addresses.
CREATE TABLE customer_order (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- The id that the marketplace gave it.
  number text NOT NULL,
  channel text NOT NULL,
  day date NOT NULL,
  status text NOT NULL CONSTRAINT customer_order_status_check
    CHECK (status IN ('PENDING', 'UNSHIPPED', 'SHIPPED', 'CANCELLED', 'OTHER')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT customer_order_number_key UNIQUE (account_id, number)
);
CREATE INDEX customer_order_day_idx ON customer_order (account_id, day, id);
CREATE TABLE customer_order_line (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_order_id uuid NOT NULL,
  sku text NOT NULL,
  -- Null: no product has this SKU yet.
  product_id uuid,
  status text NOT NULL CONSTRAINT customer_order_line_status_check
    CHECK (status IN ('PENDING', 'UNSHIPPED', 'SHIPPED', 'CANCELLED', 'OTHER')),
  units bigint NOT NULL CONSTRAINT customer_order_line_units_check CHECK (units >= 0),
  -- Of these, units that were shipped. They are one taking.
  shipped bigint NOT NULL CONSTRAINT customer_order_line_shipped_check CHECK (shipped BETWEEN 0 AND units),
  currency text,
  price_minor bigint,
  -- When the marketplace last changed it; a later file replaces it.
  last_updated_at timestamptz,
  -- The import that wrote it last.
  import_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT customer_order_line_key UNIQUE (account_id, customer_order_id, sku),
  CONSTRAINT customer_order_line_order_fk FOREIGN KEY (account_id, customer_order_id)
    REFERENCES customer_order (account_id, id) ON DELETE CASCADE,
  CONSTRAINT customer_order_line_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX customer_order_line_product_idx ON customer_order_line (account_id, product_id)
  WHERE product_id IS NOT NULL;
CREATE INDEX customer_order_line_unknown_idx ON customer_order_line (account_id, sku) WHERE product_id IS NULL;

-- An import of a marketplace's order report. The file names cities of buyers: it is deleted as soon as it was read.
CREATE TABLE order_import (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  state text NOT NULL CONSTRAINT order_import_state_check CHECK (state IN (
    'PENDING', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'
  )),
  is_dry_run boolean NOT NULL,
  file_name text NOT NULL,
  file_sha256 text NOT NULL,
  storage_key text,
  size bigint NOT NULL,
  rows_done integer NOT NULL DEFAULT 0,
  rows_total integer,
  tries integer NOT NULL DEFAULT 0,
  result jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX order_import_created_idx ON order_import (account_id, created_at DESC, id);
CREATE INDEX order_import_file_idx ON order_import (account_id, file_sha256);
CREATE TRIGGER order_import_file AFTER INSERT OR DELETE OR UPDATE OF storage_key ON order_import
  FOR EACH ROW EXECUTE FUNCTION claim_file('storage_key', 'id', 'file_sha256', 'size', '');
-- What a file says about each order and SKU, its rows summed. It goes once the import is over.
CREATE TABLE order_import_line (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number text NOT NULL,
  sku text NOT NULL,
  -- Its first row in the file.
  row integer NOT NULL,
  day date NOT NULL,
  channel text NOT NULL,
  order_status text NOT NULL,
  status text NOT NULL,
  units bigint NOT NULL,
  shipped bigint NOT NULL,
  currency text,
  price_minor bigint,
  last_updated_at timestamptz,
  PRIMARY KEY (account_id, import_id, number, sku),
  CONSTRAINT order_import_line_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES order_import (account_id, id) ON DELETE CASCADE
);
-- Sales are stored in the order of their days, so that each part replays only what comes after it.
CREATE INDEX order_import_line_day_idx ON order_import_line (account_id, import_id, day, number, sku);
-- The lines that an import stored, with what they were before, so that it can be undone.
CREATE TABLE order_import_change (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  day date NOT NULL,
  line_id uuid NOT NULL,
  -- Null: the import created it.
  before jsonb,
  PRIMARY KEY (account_id, import_id, day, line_id),
  CONSTRAINT order_import_change_import_fk FOREIGN KEY (account_id, import_id)
    REFERENCES order_import (account_id, id) ON DELETE CASCADE
);

CREATE FUNCTION unfinished_order_imports_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING') THEN
    INSERT INTO unfinished_work (job, account_id, row_key)
      VALUES ('stock.order-import', NEW.account_id, NEW.id::text)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'stock.order-import' AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_order_imports_follow_insert AFTER INSERT ON order_import
  FOR EACH ROW WHEN (NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'))
  EXECUTE FUNCTION unfinished_order_imports_follow();
CREATE TRIGGER unfinished_order_imports_follow_update AFTER UPDATE OF state ON order_import
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION unfinished_order_imports_follow();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'lot', 'lot_total', 'receipt', 'movement', 'stock_count', 'missing_decision', 'taking', 'product_stock',
    'stock_total', 'customer_order', 'customer_order_line', 'order_import', 'order_import_line',
    'order_import_change'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT ON %I TO quayside_app', name);
  END LOOP;
END $$;
GRANT UPDATE (units, landed_minor, factory_minor) ON lot_total TO quayside_app;
GRANT UPDATE, DELETE ON lot, product_stock, stock_total, customer_order, customer_order_line, order_import,
  order_import_line, order_import_change TO quayside_app;
-- What happened is never changed: only what follows from other facts is, and that it was taken back.
GRANT UPDATE (credited, reversed_at, reversed_by) ON receipt TO quayside_app;
GRANT UPDATE (waits, reversed_at, reversed_by) ON movement TO quayside_app;
GRANT UPDATE (difference, waits, reversed_at, reversed_by) ON stock_count TO quayside_app;
GRANT UPDATE (found, taken_back_at, taken_back_by, credit_invoice_id) ON missing_decision TO quayside_app;
GRANT UPDATE (superseded_at) ON taking TO quayside_app;
