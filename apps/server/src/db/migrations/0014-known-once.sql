-- Edits of one line at the same time recorded costs as known before those that they replaced: the time was taken before
-- the lock. Some rows therefore ended before they began, and others never ended. Here, each row ends where the next one
-- begins. The order of two such edits is not stored, but the row in force is the last one.
ALTER TABLE cost_allocation NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_entry NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer_history NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_counter NO FORCE ROW LEVEL SECURITY;

-- The allocation in force begins after all others of its line.
WITH latest AS (
  SELECT account_id, line_id, max(recorded_at) AS recorded_at
  FROM cost_allocation WHERE superseded_at IS NOT NULL GROUP BY account_id, line_id
)
UPDATE cost_allocation x SET recorded_at = latest.recorded_at + interval '1 ms'
FROM latest
WHERE x.account_id = latest.account_id AND x.line_id = latest.line_id AND x.superseded_at IS NULL
  AND x.recorded_at < latest.recorded_at;

WITH ordered AS (
  SELECT account_id, id, recorded_at, superseded_at,
    lead(recorded_at) OVER (
      PARTITION BY account_id, line_id ORDER BY recorded_at, superseded_at NULLS LAST
    ) AS next_recorded_at
  FROM cost_allocation
)
UPDATE cost_allocation x SET superseded_at = coalesce(o.next_recorded_at, o.recorded_at)
FROM ordered o
WHERE x.account_id = o.account_id AND x.id = o.id AND o.superseded_at IS NOT NULL
  AND (o.superseded_at < o.recorded_at OR o.superseded_at > o.next_recorded_at);

UPDATE cost_entry e SET recorded_at = x.recorded_at, superseded_at = x.superseded_at
FROM cost_allocation x
WHERE x.account_id = e.account_id AND x.id = e.allocation_id
  AND (e.recorded_at <> x.recorded_at OR e.superseded_at IS DISTINCT FROM x.superseded_at);

-- The latest state of an order is its row in cost_layer. If the history ends with another one, that one is added.
WITH last AS (
  SELECT DISTINCT ON (account_id, layer_id) * FROM cost_layer_history ORDER BY account_id, layer_id, recorded_at DESC
)
INSERT INTO cost_layer_history (
  account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed,
  recorded_by
)
SELECT c.account_id, c.id, h.recorded_at + interval '1 ms', c.product_id, c.date, c.units, c.weight_ug, c.volume_mm3,
  c.factory_minor, c.removed_at IS NOT NULL, h.recorded_by
FROM last h JOIN cost_layer c ON c.account_id = h.account_id AND c.id = h.layer_id
WHERE (h.product_id, h.date, h.units, h.is_removed) IS DISTINCT FROM
    (c.product_id, c.date, c.units, c.removed_at IS NOT NULL)
  OR (h.weight_ug, h.volume_mm3, h.factory_minor) IS DISTINCT FROM (c.weight_ug, c.volume_mm3, c.factory_minor);

WITH ordered AS (
  SELECT account_id, layer_id, recorded_at,
    lead(recorded_at) OVER (PARTITION BY account_id, layer_id ORDER BY recorded_at) AS next_recorded_at
  FROM cost_layer_history
)
UPDATE cost_layer_history h SET superseded_at = o.next_recorded_at
FROM ordered o
WHERE h.account_id = o.account_id AND h.layer_id = o.layer_id AND h.recorded_at = o.recorded_at
  AND h.superseded_at IS DISTINCT FROM o.next_recorded_at;

-- From now on the time of a cost write is later than that of the one before it.
INSERT INTO account_counter (account_id, name, value)
SELECT account_id, 'costs-written-ms', ceil(extract(epoch FROM max(at)) * 1000)::bigint
FROM (
  SELECT account_id, greatest(recorded_at, superseded_at) AS at FROM cost_allocation
  UNION ALL
  SELECT account_id, greatest(recorded_at, superseded_at) FROM cost_layer_history
) AS written
GROUP BY account_id
ON CONFLICT (account_id, name) DO UPDATE SET value = greatest(account_counter.value, excluded.value);

ALTER TABLE cost_allocation FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_entry FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_layer_history FORCE ROW LEVEL SECURITY;
ALTER TABLE account_counter FORCE ROW LEVEL SECURITY;
