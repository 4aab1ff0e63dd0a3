-- How many units of a receipt had gone back to the supplier, as it was known from then on: stock as it was known on an
-- earlier day needs it. The last row is what `receipt.credited` has.
CREATE TABLE receipt_credit (
  account_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  credited bigint NOT NULL CONSTRAINT receipt_credit_credited_check CHECK (credited >= 0),
  PRIMARY KEY (account_id, receipt_id, recorded_at),
  CONSTRAINT receipt_credit_receipt_fk FOREIGN KEY (account_id, receipt_id) REFERENCES receipt (account_id, id)
);
-- When they went back was not recorded until now; they count as credited from the beginning.
ALTER TABLE receipt NO FORCE ROW LEVEL SECURITY;
INSERT INTO receipt_credit (account_id, receipt_id, recorded_at, credited)
SELECT account_id, id, created_at, credited FROM receipt WHERE credited > 0;
ALTER TABLE receipt FORCE ROW LEVEL SECURITY;

ALTER TABLE receipt_credit ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_credit FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON receipt_credit USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE ON receipt_credit TO quayside_app;
