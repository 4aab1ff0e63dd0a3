-- A repeated request is answered with the live topics that the first one announced. Answers that were stored before name
-- none: their clients are told by the live stream.
ALTER TABLE idempotency_key ADD COLUMN topics text[] NOT NULL DEFAULT '{}';
