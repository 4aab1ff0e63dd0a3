import { relation } from '../../db/relation.ts';

/** The members of accounts. */
export const MEMBERS = relation('account_member', ['account_id', 'answered_at', 'created_at', 'person_id', 'roles']);

/** Accounts, with the choices that other areas follow. */
export const ACCOUNTS = relation('account', ['account_id', 'exchange_policy', 'is_demo', 'name']);
