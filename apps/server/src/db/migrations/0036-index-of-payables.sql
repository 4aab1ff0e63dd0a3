-- The list of payables leaves out instalments of 0, and those that have ended without a payment. Its indexes have that
-- condition, so that a page is chosen, and the list counted, from an index alone.
CREATE INDEX payment_listed_idx ON payment (account_id, due_on, id)
  WHERE amount_minor > 0 AND removed_at IS NULL AND NOT (is_ended AND settled_minor = 0);
CREATE INDEX payment_listed_last_idx ON payment (account_id, due_on DESC NULLS LAST, id DESC)
  WHERE amount_minor > 0 AND removed_at IS NULL AND NOT (is_ended AND settled_minor = 0);
DROP INDEX payment_due_idx;
DROP INDEX payment_due_last_idx;
