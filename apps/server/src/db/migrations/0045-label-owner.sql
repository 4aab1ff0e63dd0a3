-- Who labels the cartons of a shipment plan to Amazon. In the United States Amazon no longer does (stock §9).
ALTER TABLE shipment_plan
  ADD COLUMN label_owner text CONSTRAINT shipment_plan_label_owner_check CHECK (label_owner IN ('SELLER', 'AMAZON'));
