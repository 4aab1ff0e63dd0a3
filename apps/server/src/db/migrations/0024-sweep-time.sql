-- The time by which sweeps decide what is old enough to be deleted (ADR 0049). It follows the clock, but does not jump
-- ahead with it.
CREATE TABLE sweep_time (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  reached_at timestamptz NOT NULL
);
