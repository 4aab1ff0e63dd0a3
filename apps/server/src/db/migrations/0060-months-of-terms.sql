-- A share may fall due some months after its event, and at the end of the month that it reaches after its days.
-- Stored instalments keep their days: the end of the month comes before them.
ALTER TABLE payment
  ADD COLUMN months integer NOT NULL DEFAULT 0 CONSTRAINT payment_months_check CHECK (months BETWEEN 0 AND 24),
  -- Only where month_end is true: the day goes there after the days, instead of before them.
  ADD COLUMN month_end_after boolean NOT NULL DEFAULT false;
