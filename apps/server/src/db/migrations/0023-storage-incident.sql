-- The time since when files cannot be stored. The row exists only while that is so: the next file that is stored
-- deletes it.
CREATE TABLE storage_incident (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  id uuid NOT NULL,
  began_at timestamptz NOT NULL
);

-- Some notifications are for the admins of the account only.
ALTER TABLE notification ADD COLUMN for_admins boolean NOT NULL DEFAULT false;
