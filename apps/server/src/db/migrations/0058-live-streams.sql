-- The live streams that are open, in all server processes together: they count against the limit of their person. The
-- process that serves a stream extends its row as long as the stream is open. If the process is killed, the row expires.
CREATE TABLE live_stream (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX live_stream_person_idx ON live_stream (person_id);
