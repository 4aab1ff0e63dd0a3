-- The installation: one row. The store of the files carries the same id, so that no file is removed by a database that
-- does not know it. The start of the server writes the row, because the store is not known here.
CREATE TABLE installation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  id text NOT NULL,
  -- Since when the store carries the id. Null: the start that writes it there has not finished, or was refused.
  joined_at timestamptz,
  -- How many files the next sweep may move to the bin beyond its limit, as an operator allowed.
  sweep_allowed integer NOT NULL DEFAULT 0
);

-- How many files each sweep moved to the bin: together with the number of files, the limit of the next sweep.
CREATE TABLE file_sweep (
  swept_at timestamptz PRIMARY KEY,
  files integer NOT NULL
);
