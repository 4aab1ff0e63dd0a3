-- The exchange policy of an account: whether invoices are converted at their own rate, or at the rate at which they
-- were paid.

ALTER TABLE account ADD COLUMN exchange_policy text NOT NULL DEFAULT 'INVOICE_RATE'
  CONSTRAINT account_exchange_policy_check CHECK (exchange_policy IN ('INVOICE_RATE', 'PAID_RATE'));

-- What converts the lines of the invoice, and the credits of them, where it is not its own rate.
ALTER TABLE invoice ADD COLUMN cost_rate text;

-- What the invoice is worth in account currency at its own rate, where its lines are converted at another one.
-- Null: what the sums in account currency beside it add up to.
ALTER TABLE invoice_total ADD COLUMN booked_minor bigint;

-- A change of the policy, which invoices follow one after the other in the order of their ids.
CREATE TABLE exchange_policy_change (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  from_policy text NOT NULL
    CONSTRAINT exchange_policy_change_from_check CHECK (from_policy IN ('INVOICE_RATE', 'PAID_RATE')),
  to_policy text NOT NULL
    CONSTRAINT exchange_policy_change_to_check CHECK (to_policy IN ('INVOICE_RATE', 'PAID_RATE')),
  requested_by uuid,
  request_id text,
  -- How many invoices have to be looked at, how many were, and the last of these.
  invoice_count integer NOT NULL,
  done_count integer NOT NULL DEFAULT 0,
  last_invoice_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- All invoices follow it, or a later change took its place.
  ended_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX exchange_policy_change_open_key ON exchange_policy_change (account_id) WHERE ended_at IS NULL;

CREATE FUNCTION unfinished_policies_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.ended_at IS NULL THEN
    INSERT INTO unfinished_work (job, account_id, row_key)
      VALUES ('payments.exchange-policy', NEW.account_id, NEW.id::text) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'payments.exchange-policy' AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_policies_follow_insert AFTER INSERT ON exchange_policy_change
  FOR EACH ROW EXECUTE FUNCTION unfinished_policies_follow();
CREATE TRIGGER unfinished_policies_follow_update AFTER UPDATE OF ended_at ON exchange_policy_change
  FOR EACH ROW WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION unfinished_policies_follow();

ALTER TABLE exchange_policy_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE exchange_policy_change FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exchange_policy_change
  USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_policy_change TO quayside_app;
