-- The cash calendar: a balance that is typed for a day, and entries of the account's own, beside what is owed.

-- The balance at the beginning of a day, in account currency. An account has at most one.
CREATE TABLE cash_opening (
  account_id uuid PRIMARY KEY REFERENCES account (account_id),
  balance_minor bigint NOT NULL,
  day date NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL
);

-- Money that comes in or goes out once, or again and again, in account currency: above 0 it comes in.
CREATE TABLE cash_entry (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CONSTRAINT cash_entry_kind_check CHECK (kind IN ('PAYOUT', 'TAX', 'WAGES', 'OTHER')),
  amount_minor bigint NOT NULL CONSTRAINT cash_entry_amount_check CHECK (amount_minor <> 0),
  first_day date NOT NULL,
  repeat text NOT NULL CONSTRAINT cash_entry_repeat_check CHECK (repeat IN ('ONCE', 'WEEKLY', 'MONTHLY')),
  -- The last day on which it can repeat; null: for ever.
  last_day date CONSTRAINT cash_entry_last_day_check CHECK (last_day >= first_day),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT cash_entry_once_check CHECK (repeat <> 'ONCE' OR last_day IS NULL)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['cash_opening', 'cash_entry'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;

-- What is owed on a day if rates move by 5 %: each instalment is multiplied and rounded by itself, so that the sum
-- cannot be worked out from the sum at today's rates.
ALTER TABLE payable_day
  ADD COLUMN owed_base_105_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN owed_base_95_minor bigint NOT NULL DEFAULT 0;

-- Half away from zero, also for what is taken off.
CREATE FUNCTION hundredths_of(minor bigint, hundredths integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT round(minor::numeric * hundredths / 100)::bigint
$$;

ALTER TABLE payment NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payable_day NO FORCE ROW LEVEL SECURITY;

UPDATE payable_day d SET owed_base_105_minor = p.at_105, owed_base_95_minor = p.at_95
FROM (
  SELECT account_id, currency, coalesce(due_on, 'infinity') AS due_on,
    coalesce(sum(hundredths_of(owed_base_minor, 105)), 0) AS at_105,
    coalesce(sum(hundredths_of(owed_base_minor, 95)), 0) AS at_95
  FROM payment WHERE owed_minor > 0
  GROUP BY 1, 2, 3
) p
WHERE p.account_id = d.account_id AND p.currency = d.currency AND p.due_on = d.due_on;

ALTER TABLE payment FORCE ROW LEVEL SECURITY;
ALTER TABLE payable_day FORCE ROW LEVEL SECURITY;

-- As before, and the sums per day also at 105 and at 95 hundredths.
CREATE OR REPLACE FUNCTION payable_sums_add(changes payable_supplier[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO payable_supplier AS s
    SELECT account_id, supplier_id, currency, due_on, sum(payment_count), sum(owed_minor), sum(owed_base_minor),
      sum(without_rate)
    FROM unnest(changes) GROUP BY 1, 2, 3, 4
    HAVING (sum(payment_count), sum(owed_minor), sum(owed_base_minor), sum(without_rate)) <> (0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, supplier_id, currency, due_on) DO UPDATE
    SET payment_count = s.payment_count + excluded.payment_count, owed_minor = s.owed_minor + excluded.owed_minor,
      owed_base_minor = s.owed_base_minor + excluded.owed_base_minor,
      without_rate = s.without_rate + excluded.without_rate;
  DELETE FROM payable_supplier s USING unnest(changes) c
    WHERE s.account_id = c.account_id AND s.supplier_id = c.supplier_id AND s.currency = c.currency
      AND s.due_on = c.due_on AND s.payment_count = 0;
  INSERT INTO payable_day AS d (
      account_id, currency, due_on, payment_count, owed_minor, owed_base_minor, without_rate, owed_base_105_minor,
      owed_base_95_minor
    )
    SELECT account_id, currency, due_on, sum(payment_count), sum(owed_minor), sum(owed_base_minor), sum(without_rate),
      sum(hundredths_of(owed_base_minor, 105)), sum(hundredths_of(owed_base_minor, 95))
    FROM unnest(changes) GROUP BY 1, 2, 3
    -- Two instalments may change places between their cents, so that only the rounded sums move.
    HAVING (
      sum(payment_count), sum(owed_minor), sum(owed_base_minor), sum(without_rate),
      sum(hundredths_of(owed_base_minor, 105)), sum(hundredths_of(owed_base_minor, 95))
    ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3
    ON CONFLICT (account_id, currency, due_on) DO UPDATE
    SET payment_count = d.payment_count + excluded.payment_count, owed_minor = d.owed_minor + excluded.owed_minor,
      owed_base_minor = d.owed_base_minor + excluded.owed_base_minor,
      without_rate = d.without_rate + excluded.without_rate,
      owed_base_105_minor = d.owed_base_105_minor + excluded.owed_base_105_minor,
      owed_base_95_minor = d.owed_base_95_minor + excluded.owed_base_95_minor;
  DELETE FROM payable_day d USING unnest(changes) c
    WHERE d.account_id = c.account_id AND d.currency = c.currency AND d.due_on = c.due_on AND d.payment_count = 0;
END $$;
