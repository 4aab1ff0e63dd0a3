-- One more instalment that takes what nobody of its schedule or purchase order was left to take of a changed total. It
-- goes once nothing is left for it, which an instalment that a person agreed on does not.
ALTER TABLE payment ADD COLUMN is_rest boolean NOT NULL DEFAULT false;
