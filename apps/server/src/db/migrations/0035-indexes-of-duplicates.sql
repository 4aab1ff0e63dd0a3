-- Possible duplicates of an invoice are looked for by equal totals, in a range of days. Without this index each read of
-- an invoice read all invoices of its supplier or of these days.
CREATE INDEX invoice_same_total_idx ON invoice (account_id, supplier_id, total_minor, date) WHERE deleted_at IS NULL;
-- They are looked for by their numbers with invoice_number_key_idx. This index was never used, because `lower` is not
-- leakproof, and row-level security comes first.
DROP INDEX invoice_same_number_idx;
