-- An instalment of a bill for which no terms are agreed follows no event, so its day is unknown until a person types it.
ALTER TABLE payment ALTER COLUMN event DROP NOT NULL;
