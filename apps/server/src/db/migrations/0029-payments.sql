-- ---------------------------------------------------------------- invoices: the days of their goods
ALTER TABLE invoice
  ADD COLUMN ready_on date,
  ADD COLUMN shipped_on date,
  ADD COLUMN arrived_on date,
  ADD COLUMN delivered_on date,
  ADD COLUMN inspected_on date,
  -- Invoices that exist when this migration runs get no schedule by themselves, and close without one.
  ADD COLUMN is_before_payments boolean NOT NULL DEFAULT true;
ALTER TABLE invoice ALTER COLUMN is_before_payments SET DEFAULT false;

-- ---------------------------------------------------------------- mails to several recipients
ALTER TABLE mail_message
  -- The recipients beside the first one.
  ADD COLUMN also_to text[] NOT NULL DEFAULT '{}',
  ADD COLUMN cc text[] NOT NULL DEFAULT '{}',
  ADD COLUMN reply_to text,
  -- Whether a process is sending it, or ended while it did: then nobody knows whether the mail has left.
  ADD COLUMN is_sending boolean NOT NULL DEFAULT false,
  -- When its sender took it back while it was being sent: no further attempt is made.
  ADD COLUMN withdrawn_at timestamptz;

-- ---------------------------------------------------------------- account codes
CREATE TABLE account_code (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  type text NOT NULL CONSTRAINT account_code_type_check CHECK (type IN ('INVOICE', 'PAYMENT')),
  code text NOT NULL,
  name text NOT NULL,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX account_code_key ON account_code (account_id, type, lower(code));

-- ---------------------------------------------------------------- schedules and instalments
CREATE TABLE payment_schedule (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  -- The order in which schedules were made: deposits are applied in it.
  rank bigint NOT NULL,
  by text NOT NULL CONSTRAINT payment_schedule_by_check CHECK (by IN ('PERCENT', 'AMOUNT')),
  -- The lead times of the supplier as they were when the schedule was made.
  lead_times jsonb NOT NULL,
  -- The total of the invoice when the amounts were last shared; null while it is unknown.
  total_minor bigint,
  -- Kept sums of its instalments and their entries.
  payment_count integer NOT NULL DEFAULT 0,
  amount_minor bigint NOT NULL DEFAULT 0,
  settled_minor bigint NOT NULL DEFAULT 0,
  owed_base_minor bigint,
  booked_minor bigint,
  exchange_minor bigint,
  fee_minor bigint NOT NULL DEFAULT 0,
  -- The earliest day of what is open; when all is paid, the last day.
  due_on date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A schedule that was deleted stays for the entries of its instalments, all of which are reversed.
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_schedule_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id)
);
CREATE UNIQUE INDEX payment_schedule_invoice_key ON payment_schedule (account_id, invoice_id) WHERE removed_at IS NULL;

-- An instalment of an invoice, or of a purchase order.
CREATE TABLE payment (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  schedule_id uuid,
  invoice_id uuid,
  purchase_order_id uuid,
  -- The instalment of the purchase order from which it was taken.
  twin_id uuid,
  supplier_id uuid NOT NULL,
  currency text NOT NULL,
  position integer NOT NULL,
  -- Its share in hundredths of a per cent; null in a schedule by amounts, and for one more instalment of a rest.
  hundredths integer CONSTRAINT payment_hundredths_check CHECK (hundredths BETWEEN 1 AND 10000),
  amount_minor bigint NOT NULL,
  settled_minor bigint NOT NULL DEFAULT 0,
  -- What is shown as open. Of a purchase order it is less than the open amount, and 0 once the instalment has ended.
  owed_minor bigint NOT NULL,
  owed_base_minor bigint,
  event text NOT NULL CONSTRAINT payment_event_check
    CHECK (event IN ('ORDER', 'INVOICE', 'BEFORE_SHIPPING', 'SHIPPING', 'ARRIVAL', 'DELIVERY', 'INSPECTION')),
  days integer NOT NULL CONSTRAINT payment_days_check CHECK (days BETWEEN -365 AND 365),
  month_end boolean NOT NULL,
  pinned_on date,
  due_on date,
  is_estimated boolean NOT NULL,
  account_code_id uuid,
  transaction_reference text,
  is_ended boolean NOT NULL DEFAULT false,
  -- When the admins were told that it is due soon, and that it is overdue.
  due_told_at timestamptz,
  overdue_told_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_schedule_fk FOREIGN KEY (account_id, schedule_id) REFERENCES payment_schedule (account_id, id),
  CONSTRAINT payment_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id),
  CONSTRAINT payment_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id),
  CONSTRAINT payment_account_code_fk FOREIGN KEY (account_id, account_code_id) REFERENCES account_code (account_id, id),
  CONSTRAINT payment_of_check
    CHECK (num_nonnulls(invoice_id, purchase_order_id) = 1 AND (schedule_id IS NULL) = (invoice_id IS NULL)),
  CONSTRAINT payment_amounts_check CHECK (
    amount_minor >= 0 AND settled_minor BETWEEN 0 AND amount_minor AND owed_minor BETWEEN 0 AND amount_minor - settled_minor
  )
);
CREATE INDEX payment_invoice_idx ON payment (account_id, invoice_id, position)
  WHERE invoice_id IS NOT NULL AND removed_at IS NULL;
CREATE INDEX payment_purchase_order_idx ON payment (account_id, purchase_order_id, position)
  WHERE purchase_order_id IS NOT NULL AND removed_at IS NULL;
-- The list by day: an unknown day comes last in both directions. What is owed has its own, smaller indexes.
CREATE INDEX payment_owed_idx ON payment (account_id, due_on, id) WHERE owed_minor > 0;
CREATE INDEX payment_owed_last_idx ON payment (account_id, due_on DESC NULLS LAST, id DESC) WHERE owed_minor > 0;
CREATE INDEX payment_due_idx ON payment (account_id, due_on, id) WHERE amount_minor > 0 AND removed_at IS NULL;
CREATE INDEX payment_due_last_idx ON payment (account_id, due_on DESC NULLS LAST, id DESC)
  WHERE amount_minor > 0 AND removed_at IS NULL;
CREATE INDEX payment_supplier_idx ON payment (account_id, supplier_id, due_on, id) WHERE amount_minor > 0 AND removed_at IS NULL;

-- ---------------------------------------------------------------- what was paid
-- One payment as it left the bank, of one or more instalments. It is never changed, only reversed.
CREATE TABLE payment_transfer (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT payment_transfer_kind_check CHECK (kind IN ('PAID', 'SETTLED_BEFORE')),
  supplier_id uuid NOT NULL,
  currency text NOT NULL,
  -- What was paid, in the currency of the instalments, with the part that became a credit.
  amount_minor bigint NOT NULL,
  paid_on date NOT NULL,
  -- What left the bank as it was typed; null while the base is assumed.
  paid_minor bigint,
  paid_currency text,
  paid_rate text,
  fee_minor bigint NOT NULL CONSTRAINT payment_transfer_fee_check CHECK (fee_minor >= 0),
  reference text,
  account_code_id uuid,
  to_addresses text[] NOT NULL,
  cc_addresses text[] NOT NULL,
  mail_id uuid,
  -- The transfer that this one corrects.
  replaces_id uuid,
  recorded_by uuid,
  recorded_at timestamptz NOT NULL,
  reversed_by uuid,
  reversed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_transfer_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id),
  CONSTRAINT payment_transfer_account_code_fk
    FOREIGN KEY (account_id, account_code_id) REFERENCES account_code (account_id, id),
  CONSTRAINT payment_transfer_replaces_fk
    FOREIGN KEY (account_id, replaces_id) REFERENCES payment_transfer (account_id, id)
);
CREATE INDEX payment_transfer_supplier_idx ON payment_transfer (account_id, supplier_id, recorded_at);
CREATE INDEX payment_transfer_account_code_idx ON payment_transfer (account_id, account_code_id)
  WHERE account_code_id IS NOT NULL;

-- ---------------------------------------------------------------- what suppliers owe
CREATE TABLE credit (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  currency text NOT NULL,
  source text NOT NULL CONSTRAINT credit_source_check CHECK (source IN ('CREDIT_NOTE', 'OVERPAYMENT', 'DEPOSIT')),
  -- The credit note, or the invoice of which too much was paid.
  invoice_id uuid,
  purchase_order_id uuid,
  -- The transfer that paid too much.
  transfer_id uuid,
  amount_minor bigint NOT NULL CONSTRAINT credit_amount_check CHECK (amount_minor >= 0),
  -- Its worth in account currency. That of a credit note follows its lines; null while there is no rate.
  base_minor bigint,
  -- Kept sums of its uses and refunds.
  used_minor bigint NOT NULL DEFAULT 0,
  used_base_minor bigint,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When its payment was undone, or its credit note deleted.
  ended_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT credit_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id),
  CONSTRAINT credit_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id),
  CONSTRAINT credit_transfer_fk FOREIGN KEY (account_id, transfer_id) REFERENCES payment_transfer (account_id, id),
  CONSTRAINT credit_used_check CHECK (used_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT credit_from_check CHECK (
    CASE source
      WHEN 'CREDIT_NOTE' THEN invoice_id IS NOT NULL AND transfer_id IS NULL AND purchase_order_id IS NULL
      WHEN 'OVERPAYMENT' THEN transfer_id IS NOT NULL AND num_nonnulls(invoice_id, purchase_order_id) = 1
      ELSE purchase_order_id IS NOT NULL AND invoice_id IS NULL AND transfer_id IS NULL
    END
  )
);
CREATE UNIQUE INDEX credit_note_key ON credit (account_id, invoice_id) WHERE source = 'CREDIT_NOTE' AND ended_at IS NULL;
CREATE INDEX credit_transfer_idx ON credit (account_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX credit_supplier_idx ON credit (account_id, supplier_id, currency) WHERE ended_at IS NULL;
CREATE INDEX credit_created_idx ON credit (account_id, created_at, id) WHERE ended_at IS NULL;

-- The use of a credit on an instalment, or a refund (no instalment).
CREATE TABLE credit_use (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  credit_id uuid NOT NULL,
  payment_id uuid,
  amount_minor bigint NOT NULL CONSTRAINT credit_use_amount_check CHECK (amount_minor > 0),
  -- Its part of the worth of the credit: worked out again whenever that, or an earlier use, changes.
  base_minor bigint,
  day date NOT NULL,
  rank bigint NOT NULL,
  -- What a refund brought: as it was typed, and in account currency.
  received_minor bigint,
  received_currency text,
  received_rate text,
  refund_minor bigint,
  recorded_by uuid,
  recorded_at timestamptz NOT NULL,
  reversed_by uuid,
  reversed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT credit_use_credit_fk FOREIGN KEY (account_id, credit_id) REFERENCES credit (account_id, id),
  CONSTRAINT credit_use_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payment (account_id, id),
  CONSTRAINT credit_use_refund_check CHECK (
    num_nonnulls(received_minor, received_currency, refund_minor) = CASE WHEN payment_id IS NULL THEN 3 ELSE 0 END
  )
);
CREATE INDEX credit_use_credit_idx ON credit_use (account_id, credit_id, rank);
CREATE INDEX credit_use_payment_idx ON credit_use (account_id, payment_id) WHERE payment_id IS NOT NULL;

-- One settlement of an instalment. It is never changed, only reversed; a correction names the entry that it replaces.
CREATE TABLE payment_entry (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT payment_entry_kind_check CHECK (kind IN ('PAYMENT', 'CREDIT')),
  transfer_id uuid,
  credit_use_id uuid,
  amount_minor bigint NOT NULL CONSTRAINT payment_entry_amount_check CHECK (amount_minor >= 0),
  -- What left the bank, in account currency and without the fee. Null while the base follows from something else: the
  -- booked part (assumed), or the credit.
  base_minor bigint,
  is_assumed boolean NOT NULL,
  fee_minor bigint NOT NULL,
  day date NOT NULL,
  -- The order of recording in the account. A correction keeps the rank of the entry that it replaces.
  rank bigint NOT NULL,
  replaces_id uuid,
  recorded_by uuid,
  recorded_at timestamptz NOT NULL,
  reversed_by uuid,
  reversed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_entry_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payment (account_id, id),
  CONSTRAINT payment_entry_transfer_fk FOREIGN KEY (account_id, transfer_id) REFERENCES payment_transfer (account_id, id),
  CONSTRAINT payment_entry_credit_use_fk FOREIGN KEY (account_id, credit_use_id) REFERENCES credit_use (account_id, id),
  CONSTRAINT payment_entry_replaces_fk FOREIGN KEY (account_id, replaces_id) REFERENCES payment_entry (account_id, id),
  CONSTRAINT payment_entry_from_check CHECK (
    CASE kind
      WHEN 'PAYMENT' THEN transfer_id IS NOT NULL AND credit_use_id IS NULL
      ELSE transfer_id IS NULL AND credit_use_id IS NOT NULL AND fee_minor = 0
    END
  )
);
CREATE INDEX payment_entry_payment_idx ON payment_entry (account_id, payment_id, rank);
CREATE INDEX payment_entry_transfer_idx ON payment_entry (account_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payment_entry_credit_use_idx ON payment_entry (account_id, credit_use_id) WHERE credit_use_id IS NOT NULL;

-- What follows from the entries that are not reversed: rewritten when a total, a rate or another entry changes.
CREATE TABLE payment_entry_value (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  invoice_id uuid,
  supplier_id uuid NOT NULL,
  day date NOT NULL,
  base_minor bigint,
  booked_minor bigint,
  difference_minor bigint,
  PRIMARY KEY (account_id, entry_id),
  CONSTRAINT payment_entry_value_entry_fk FOREIGN KEY (account_id, entry_id) REFERENCES payment_entry (account_id, id)
);
CREATE INDEX payment_entry_value_day_idx ON payment_entry_value (account_id, day);
CREATE INDEX payment_entry_value_invoice_idx ON payment_entry_value (account_id, invoice_id);
CREATE INDEX payment_entry_value_supplier_idx ON payment_entry_value (account_id, supplier_id, day);

-- ---------------------------------------------------------------- kept sums of what is owed
-- An unknown day is infinity.
CREATE TABLE payable_supplier (
  account_id uuid NOT NULL REFERENCES account (account_id),
  supplier_id uuid NOT NULL,
  currency text NOT NULL,
  due_on date NOT NULL,
  payment_count bigint NOT NULL,
  owed_minor bigint NOT NULL,
  -- The sum over the instalments that have a worth in account currency; the others are counted.
  owed_base_minor bigint NOT NULL,
  without_rate bigint NOT NULL,
  PRIMARY KEY (account_id, supplier_id, currency, due_on)
);
CREATE TABLE payable_day (
  account_id uuid NOT NULL REFERENCES account (account_id),
  currency text NOT NULL,
  due_on date NOT NULL,
  payment_count bigint NOT NULL,
  owed_minor bigint NOT NULL,
  owed_base_minor bigint NOT NULL,
  without_rate bigint NOT NULL,
  PRIMARY KEY (account_id, currency, due_on)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'account_code', 'payment_schedule', 'payment', 'payment_transfer', 'credit', 'credit_use', 'payment_entry',
    'payment_entry_value', 'payable_supplier', 'payable_day'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;

-- Adds changes to the sums of what is owed, and removes sums that count nothing any more. The rows come from the
-- triggers below; several of them may have the same key.
CREATE FUNCTION payable_sums_add(changes payable_supplier[]) RETURNS void LANGUAGE plpgsql AS $$
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
  INSERT INTO payable_day AS d
    SELECT account_id, currency, due_on, sum(payment_count), sum(owed_minor), sum(owed_base_minor), sum(without_rate)
    FROM unnest(changes) GROUP BY 1, 2, 3
    HAVING (sum(payment_count), sum(owed_minor), sum(owed_base_minor), sum(without_rate)) <> (0, 0, 0, 0)
    ORDER BY 1, 2, 3
    ON CONFLICT (account_id, currency, due_on) DO UPDATE
    SET payment_count = d.payment_count + excluded.payment_count, owed_minor = d.owed_minor + excluded.owed_minor,
      owed_base_minor = d.owed_base_minor + excluded.owed_base_minor,
      without_rate = d.without_rate + excluded.without_rate;
  DELETE FROM payable_day d USING unnest(changes) c
    WHERE d.account_id = c.account_id AND d.currency = c.currency AND d.due_on = c.due_on AND d.payment_count = 0;
END $$;

-- What one instalment adds to the sums (times 1) or takes off them (times -1).
CREATE FUNCTION payable_sums_of(p payment, times integer) RETURNS payable_supplier LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(
    p.account_id, p.supplier_id, p.currency, coalesce(p.due_on, 'infinity'), times, times * p.owed_minor,
    times * coalesce(p.owed_base_minor, 0), CASE WHEN p.owed_base_minor IS NULL THEN times ELSE 0 END
  )::payable_supplier
$$;

CREATE FUNCTION payment_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM payable_sums_add(array_agg(payable_sums_of(p, 1))) FROM made p WHERE p.owed_minor > 0;
  RETURN NULL;
END $$;
CREATE FUNCTION payment_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM payable_sums_add(array_agg(change)) FROM (
    SELECT payable_sums_of(p, -1) AS change FROM before p WHERE p.owed_minor > 0
    UNION ALL
    SELECT payable_sums_of(p, 1) FROM made p WHERE p.owed_minor > 0
  ) AS changes;
  RETURN NULL;
END $$;
CREATE FUNCTION payment_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM payable_sums_add(array_agg(payable_sums_of(p, -1))) FROM before p WHERE p.owed_minor > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_inserted AFTER INSERT ON payment
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payment_inserted();
CREATE TRIGGER payment_updated AFTER UPDATE ON payment
  REFERENCING OLD TABLE AS before NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payment_updated();
CREATE TRIGGER payment_deleted AFTER DELETE ON payment
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION payment_deleted();
