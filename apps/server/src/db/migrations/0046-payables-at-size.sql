-- What stands on a purchase order, and which ones an invoice names, is also read of deleted items and lines. Both indexes
-- left these out, so that all items and all lines of the account were read.
DROP INDEX purchase_order_item_order_idx;
CREATE INDEX purchase_order_item_order_idx ON purchase_order_item (account_id, order_id, "position");
DROP INDEX invoice_line_invoice_idx;
CREATE INDEX invoice_line_invoice_idx ON invoice_line (account_id, invoice_id, "position");

-- The list of bills is chosen and counted from this index alone.
CREATE INDEX invoice_billed_idx ON invoice (account_id, date, id)
  WHERE deleted_at IS NULL AND archived_at IS NULL AND kind = 'INVOICE' AND status <> 'REVIEW';

-- The next number of a purchase order is looked up by a stored key, because row-level security does not allow an index
-- of `lower`, so that all purchase orders of the account were read.
ALTER TABLE purchase_order
  ADD COLUMN internal_key text NOT NULL GENERATED ALWAYS AS (lower(internal_number)) STORED;
DROP INDEX purchase_order_internal_key;
CREATE UNIQUE INDEX purchase_order_internal_key ON purchase_order (account_id, internal_key);

-- Entries that were reversed are not read with those of their instalment that hold.
DROP INDEX payment_entry_payment_idx;
CREATE INDEX payment_entry_payment_idx ON payment_entry (account_id, payment_id, reversed_at, rank);
