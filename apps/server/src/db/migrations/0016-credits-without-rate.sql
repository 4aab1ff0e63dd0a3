-- A credit note without a rate of its own is worth the rate of the credited invoice. Its lines were valued so, but the
-- sums in account currency left it out, because its difference had no value. Without a difference, that value is 0.
ALTER TABLE invoice NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_total NO FORCE ROW LEVEL SECURITY;

UPDATE invoice_total t SET difference_account_minor = 0
FROM invoice i
WHERE i.account_id = t.account_id AND i.id = t.invoice_id AND i.kind = 'CREDIT_NOTE'
  AND t.line_count > 0 AND t.lines_account_minor IS NOT NULL AND t.difference_account_minor IS NULL
  AND (i.total_minor IS NULL OR i.total_minor = t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor);

ALTER TABLE invoice FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_total FORCE ROW LEVEL SECURITY;
