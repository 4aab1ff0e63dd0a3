-- A second factor of a person, its recovery codes, the account that asks for one, and when a session was proved anew.

-- ---------------------------------------------------------------- people
-- At most one that is on and one that is being set up; the second replaces the first when its first code is typed.
CREATE TABLE second_factor (
  -- Another one with each set-up: browsers that were known under the one before are strangers again.
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  -- The last time step whose code was taken: a code is taken once.
  last_step bigint,
  created_at timestamptz NOT NULL,
  -- Null: set up, and no code of it was typed yet.
  confirmed_at timestamptz
);
CREATE UNIQUE INDEX second_factor_on_key ON second_factor (person_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX second_factor_begun_key ON second_factor (person_id) WHERE confirmed_at IS NULL;

-- What lets somebody in without their phone, SHA-256 only; 120 bits each, so that the hash needs no salt. Single use.
CREATE TABLE recovery_code (
  hash bytea PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX recovery_code_person_idx ON recovery_code (person_id);

-- When the password, and the code where there is one, were last typed again in this session.
ALTER TABLE session ADD COLUMN proved_at timestamptz;

-- ---------------------------------------------------------------- settings of an account
ALTER TABLE account ADD COLUMN is_second_factor_required boolean NOT NULL DEFAULT false;
