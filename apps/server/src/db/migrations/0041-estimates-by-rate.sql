-- The estimated cost of a plan is in the currency of the freight rate that was chosen for it; null: in that of the plan.
ALTER TABLE shipment_plan
  ADD COLUMN estimated_cost_currency text,
  -- The exchange rate from that currency to account currency, fixed when the freight rate was chosen; null: it has none.
  ADD COLUMN estimate_rate text,
  ADD COLUMN estimate_rate_date date;
