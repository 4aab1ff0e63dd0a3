-- ---------------------------------------------------------------- exchange rates by day
CREATE TABLE exchange_rate (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  day date NOT NULL,
  base text NOT NULL CONSTRAINT exchange_rate_base_check CHECK (base ~ '^[A-Z]{3}$'),
  quote text NOT NULL CONSTRAINT exchange_rate_quote_check CHECK (quote ~ '^[A-Z]{3}$'),
  -- Units of quote for 1 unit of base, as entered: neither the direction nor the digits are changed.
  rate text NOT NULL CONSTRAINT exchange_rate_rate_check CHECK (rate ~ '^[0-9]{1,30}([.][0-9]{1,30})?$'),
  origin text NOT NULL CONSTRAINT exchange_rate_origin_check CHECK (origin IN ('TYPED', 'PASTED', 'FILE', 'ECB')),
  entered_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT exchange_rate_pair_check CHECK (base <> quote)
);
-- One rate of a pair per day, in either direction; also finds the most recent one before a day.
CREATE UNIQUE INDEX exchange_rate_pair_day_key ON exchange_rate (account_id, least(base, quote), greatest(base, quote), day);
CREATE INDEX exchange_rate_day_idx ON exchange_rate (account_id, day, id);
ALTER TABLE exchange_rate ENABLE ROW LEVEL SECURITY;
ALTER TABLE exchange_rate FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exchange_rate USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_rate TO quayside_app;

-- Finds the last rate that somebody typed on an invoice in a currency.
CREATE INDEX invoice_typed_rate_idx ON invoice (account_id, currency, rate_date)
  WHERE rate_source = 'manual' AND rate_date IS NOT NULL AND deleted_at IS NULL;
