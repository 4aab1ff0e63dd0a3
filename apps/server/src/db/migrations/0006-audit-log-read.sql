-- What an account's admins ask of its audit log: by who, by what was done, by the thing meant; newest first in each.
-- Single columns and the first element of an array, because an index over an array cannot be used under row-level security.
CREATE INDEX audit_log_person_idx ON audit_log (account_id, person_id, recorded_at DESC, id DESC);
CREATE INDEX audit_log_action_idx ON audit_log (account_id, action, recorded_at DESC, id DESC);
CREATE INDEX audit_log_subject_idx ON audit_log (account_id, (subject_ids[1]), recorded_at DESC, id DESC);
-- A change of many things at once has more than the one above.
CREATE INDEX audit_log_many_idx ON audit_log (account_id, recorded_at DESC, id DESC) WHERE cardinality(subject_ids) > 1;

-- Names of those who belong to the account or did something in it, also after they were removed. Who said no to an invitation is
-- known to the account by the address that its admin typed, and not by the name that they gave themselves.
CREATE FUNCTION acting_names(ids uuid[]) RETURNS TABLE (id uuid, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$ SELECT p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email) FROM person p
    WHERE p.id = ANY (ids)
      AND (EXISTS (SELECT FROM account_member m WHERE m.account_id = current_account() AND m.person_id = p.id AND m.invitation_status = 'ACCEPTED')
        OR EXISTS (SELECT FROM audit_log g WHERE g.account_id = current_account() AND g.person_id = p.id AND g.action <> 'member.invitation-rejected')) $$;
REVOKE ALL ON FUNCTION acting_names(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION acting_names(uuid[]) TO quayside_app;
