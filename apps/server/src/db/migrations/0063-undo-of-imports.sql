-- Until when an operation can be undone, and the request that it was part of, by which the audit log finds it.
ALTER TABLE operation NO FORCE ROW LEVEL SECURITY;
ALTER TABLE operation
  ADD COLUMN undo_until timestamptz,
  ADD COLUMN request_id text;
UPDATE operation SET undo_until = created_at + interval '10 minutes';
ALTER TABLE operation ALTER COLUMN undo_until SET NOT NULL;
ALTER TABLE operation FORCE ROW LEVEL SECURITY;
CREATE INDEX operation_request_idx ON operation (account_id, request_id) WHERE request_id IS NOT NULL;
