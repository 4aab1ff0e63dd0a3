-- What was recorded or superseded between two instants is found without reading all takings. New rows come last in the
-- table, so that an index of ranges suffices: it is small and costs a write next to nothing.
CREATE INDEX taking_times_idx ON taking USING brin (recorded_at, superseded_at) WITH (pages_per_range = 32);
CREATE INDEX lot_total_times_idx ON lot_total USING brin (recorded_at) WITH (pages_per_range = 32);
