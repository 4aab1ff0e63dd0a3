-- ---------------------------------------------------------------- bank fees and their invoices
-- The supplier that stands for the bank on invoices of its fees, as it was chosen last.
ALTER TABLE account ADD COLUMN bank_supplier_id uuid;
ALTER TABLE account ADD CONSTRAINT account_bank_supplier_fk
  FOREIGN KEY (account_id, bank_supplier_id) REFERENCES supplier (account_id, id);

-- BANK_FEES: an invoice of bank fees counts as paid by a fee that left with the payment of another one.
ALTER TABLE payment_transfer DROP CONSTRAINT payment_transfer_kind_check;
ALTER TABLE payment_transfer ADD CONSTRAINT payment_transfer_kind_check
  CHECK (kind IN ('PAID', 'SETTLED_BEFORE', 'BANK_FEES'));

CREATE INDEX payment_entry_fee_idx ON payment_entry (account_id, day, id) WHERE fee_minor > 0 AND reversed_at IS NULL;

-- A bank fee that is in an invoice. It is in at most one; without a row, it is in none.
CREATE TABLE bank_fee (
  account_id uuid NOT NULL,
  -- The entry that had the fee.
  entry_id uuid NOT NULL,
  -- The invoice of bank fees.
  invoice_id uuid NOT NULL,
  -- The transfer by which that invoice counts as paid.
  transfer_id uuid NOT NULL,
  fee_minor bigint NOT NULL CONSTRAINT bank_fee_fee_check CHECK (fee_minor > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, entry_id),
  CONSTRAINT bank_fee_transfer_key UNIQUE (account_id, transfer_id),
  CONSTRAINT bank_fee_entry_fk FOREIGN KEY (account_id, entry_id) REFERENCES payment_entry (account_id, id),
  CONSTRAINT bank_fee_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id),
  CONSTRAINT bank_fee_transfer_fk FOREIGN KEY (account_id, transfer_id) REFERENCES payment_transfer (account_id, id)
);
CREATE INDEX bank_fee_invoice_idx ON bank_fee (account_id, invoice_id);

ALTER TABLE bank_fee ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_fee FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bank_fee USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON bank_fee TO quayside_app;
