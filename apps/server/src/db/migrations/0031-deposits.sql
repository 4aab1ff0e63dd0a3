-- ---------------------------------------------------------------- instalments and deposits of purchase orders
-- A purchase order that was opened has instalments. This row holds what follows from them and from its invoices.
CREATE TABLE purchase_order_schedule (
  account_id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  -- The total when the amounts were last shared; null when they have to be shared again.
  total_minor bigint,
  -- The lines that name its items, on invoices that have a schedule, without credit notes.
  invoiced_minor bigint NOT NULL DEFAULT 0,
  -- The paid deposit: all that is settled on its instalments, and what that was in account currency.
  deposit_minor bigint NOT NULL DEFAULT 0,
  deposit_base_minor bigint,
  -- What its invoices have of the deposit.
  applied_minor bigint NOT NULL DEFAULT 0,
  applied_base_minor bigint,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purchase_order_id),
  CONSTRAINT purchase_order_schedule_order_fk
    FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_order (account_id, id)
);

-- What one invoice has of the deposit of one purchase order. It is worked out again as long as the invoice is not closed.
CREATE TABLE deposit (
  account_id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  -- What a person typed instead; null: it is worked out.
  typed_minor bigint CONSTRAINT deposit_typed_check CHECK (typed_minor >= 0),
  amount_minor bigint NOT NULL CONSTRAINT deposit_amount_check CHECK (amount_minor >= 0),
  base_minor bigint,
  -- The day from which the invoice has it, and its place among the entries of the account.
  day date NOT NULL,
  rank bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purchase_order_id, invoice_id),
  CONSTRAINT deposit_order_fk FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_order (account_id, id),
  CONSTRAINT deposit_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id)
);
CREATE INDEX deposit_invoice_idx ON deposit (account_id, invoice_id);

-- Where it is used: the part of each instalment of the invoice, beside what was booked for it.
CREATE TABLE deposit_part (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor bigint NOT NULL CONSTRAINT deposit_part_amount_check CHECK (amount_minor > 0),
  base_minor bigint,
  booked_minor bigint,
  difference_minor bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT deposit_part_key UNIQUE (account_id, payment_id, purchase_order_id),
  CONSTRAINT deposit_part_deposit_fk
    FOREIGN KEY (account_id, purchase_order_id, invoice_id)
    REFERENCES deposit (account_id, purchase_order_id, invoice_id),
  CONSTRAINT deposit_part_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payment (account_id, id)
);
CREATE INDEX deposit_part_invoice_idx ON deposit_part (account_id, invoice_id);
CREATE INDEX deposit_part_order_idx ON deposit_part (account_id, purchase_order_id);

-- What is left of the deposit of a purchase order is one credit.
CREATE UNIQUE INDEX credit_deposit_key ON credit (account_id, purchase_order_id)
  WHERE source = 'DEPOSIT' AND ended_at IS NULL;
CREATE INDEX credit_purchase_order_idx ON credit (account_id, purchase_order_id) WHERE purchase_order_id IS NOT NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['purchase_order_schedule', 'deposit', 'deposit_part'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;
