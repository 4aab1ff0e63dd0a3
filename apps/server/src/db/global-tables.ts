/**
 * Tables without row-level security, each with the reason. If a reason says what the application role may do with the
 * table, the role may do nothing else with it.
 */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  person: 'A person belongs to several accounts and is looked up by e-mail before any account is known.',
  session: 'A token is looked up before the account is known.',
  session_token: 'A token is looked up before the account is known.',
  rate_limit: 'Counts strangers, who have no account, and the calls of a person in all of their accounts.',
  outbox: 'The dispatcher of live events reads the changes of all accounts; the application role may only insert.',
  mail_proof: 'A link out of a mail is looked up before the account is known.',
  second_factor: 'Asked for at sign-in, before the account is known.',
  recovery_code: 'Asked for at sign-in, before the account is known.',
  notification_mail:
    'The job that mails notifications asks which accounts have some; ids alone, ' +
    'and the application role may only insert.',
  mail_message:
    'Mails go to people who have no account yet, and the job sends those of all accounts; ' +
    'the application role may only insert.',
  job_intent:
    'The worker moves what is to be done in all accounts to the queue; ids alone, ' +
    'and the application role may only insert.',
  account_directory: 'The worker makes the schedules of all accounts; ids and time zones alone, kept by a trigger.',
  job_schedule: 'The worker asks above accounts which scheduled jobs are due.',
  unfinished_work:
    'The worker asks above accounts which of them have imports and texts to go on with; ids alone, kept by triggers.',
  product_search:
    'What product lists search through, once more: no index could serve it under row-level security. ' +
    'The application role may only call find_products, which answers ids of its account.',
  invoice_line_search:
    'What invoices are searched by in their lines, once more: no index could serve it under row-level security. ' +
    'The application role may only call find_invoices_by_line, which answers ids of its account.',
  file_in_store:
    'Which files no row claims is asked above accounts, by key alone. The application role has no rights on it; ' +
    'the trigger claim_file keeps it.',
  file_sweep: 'How many files each sweep moved to the bin. The application role has no rights on it.',
  installation:
    'The id of the installation, as the store of the files carries it. The application role has no rights on it.',
  sweep_time:
    'Until when retention periods have passed; the sweeps of all accounts share it. The application role has no ' +
    'rights on it.',
  storage_incident: 'Since when files cannot be stored, by any account. The application role has no rights on it.',
  live_stream:
    'Counts the open live streams of a person in all of their accounts. The application role has no rights on it.',
  secrets_key: 'Which master keys there are is asked at the start, above accounts; the keys themselves are not in it.',
  schema_migration: 'Which migrations ran.',
  schema_migration_file: 'The checksum of each migration that ran.',
  schema_migration_lock: 'One migration at a time.',
};
