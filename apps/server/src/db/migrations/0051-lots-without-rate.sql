-- A lot whose order has no exchange rate has no cost, until the rate comes (stock §2). What it cost before is kept with
-- the totals of lots, and so is that it was not known.
ALTER TABLE lot
  DROP CONSTRAINT lot_cost_check,
  ADD CONSTRAINT lot_cost_check CHECK (
    (landed_minor IS NULL) = (factory_minor IS NULL)
    AND (kind <> 'COUNT' OR landed_minor IS NULL)
    AND (kind <> 'OPENING' OR landed_minor IS NOT NULL)
  );
ALTER TABLE lot_total
  ALTER COLUMN landed_minor DROP NOT NULL,
  ALTER COLUMN factory_minor DROP NOT NULL,
  ADD CONSTRAINT lot_total_cost_check CHECK ((landed_minor IS NULL) = (factory_minor IS NULL));
