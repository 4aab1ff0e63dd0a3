import type pg from 'pg';
import { hashToken } from '../http/tokens.ts';

/** A member of the measured account, with the token of their session. */
export interface Member {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
}

/** Reads the account and the password hash of a registered person. */
export async function accountOf(
  superuser: pg.Client,
  userId: string,
): Promise<{ accountId: string; passwordHash: string }> {
  const { rows } = await superuser.query(
    `
      select m.account_id, p.password_hash
      from account_member m
      join person p on p.id = m.person_id
      where m.person_id = $1`,
    [userId],
  );
  return { accountId: String(rows[0].account_id), passwordHash: String(rows[0].password_hash) };
}

/** Adds signed-in members to an account in SQL: registering them would take longer than the measurement. */
export async function addMembers(
  superuser: pg.Client,
  accountId: string,
  passwordHash: string,
  count: number,
): Promise<Member[]> {
  const members: Member[] = [];
  for (let i = 0; i < count; i += 1) {
    const email = `crowd${i}@bench.example`;
    const token = `qs_${String(i).padStart(43, 'A')}`;
    const { rows } = await superuser.query(
      `
        with p as (
          insert into person (
            id, email, password_hash, first_name, last_name, is_verified, default_account_id, created_at, updated_at
          )
          values (gen_random_uuid(), $1, $2, 'Crowd', 'Member', true, $3, now(), now()) returning id
        ), m as (
          insert into account_member (account_id, person_id, roles, created_at)
          select $3, id, '{sv-account-admin}', now()
          from p
          returning person_id
        ), s as (
          insert into session (id, person_id, account_id, created_at, last_used_at, expires_at)
          select gen_random_uuid(), person_id, $3, now(), now(), now() + interval '1 day' from m returning id, person_id
        ), t as (
          insert into session_token (hash, session_id, kind, expires_at)
          select $4, id, 'access', now() + interval '1 day'
          from s
          returning hash
        )
        select person_id from s`,
      [email, passwordHash, accountId, hashToken(token)],
    );
    members.push({ email, userId: String(rows[0].person_id), token });
  }
  return members;
}
