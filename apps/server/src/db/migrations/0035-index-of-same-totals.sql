-- Possible duplicates of an invoice are looked for by equal totals, in a range of days. Without this index each read of
-- an invoice read all invoices of its supplier or of these days.
CREATE INDEX invoice_same_total_idx ON invoice (account_id, supplier_id, total_minor, date) WHERE deleted_at IS NULL;
