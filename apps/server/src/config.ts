import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isLocalHost, isLocalUrl, type MailConfig, readMailConfig } from './mail/mail-config.ts';
import {
  OUTBOUND_VARIABLES,
  type OutboundConfig,
  type OutboundVariable,
  readOutboundConfig,
} from './outbound-config.ts';

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .optional()
  .transform((v) => (v === undefined || v === '' ? undefined : v === '1' || v === 'true'));

const outbound = Object.fromEntries(OUTBOUND_VARIABLES.map((name) => [name, z.string().optional()])) as Record<
  OutboundVariable,
  z.ZodOptional<z.ZodString>
>;

/** The default storage quota of each account: 5 GB. */
const DOCUMENT_QUOTA_MB = 5 * 1024;

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  FILES_DIR: z.string().min(1).optional(),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[\da-fA-F.:/, ]*$/, 'TRUSTED_PROXIES takes addresses or CIDR ranges with commas between')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres://')
    .optional(),
  SECRETS_KEY: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(8, 'BACKUP_PASSPHRASE has at least 8 characters').optional(),
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(1).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DEMO: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  DOCUMENT_QUOTA_MB: z.coerce.number().int().min(1).default(DOCUMENT_QUOTA_MB),
  API_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  MAIL_LIMIT_PER_HOUR: z.coerce.number().int().min(1).default(500),
  IMPORT_ROWS_IN_CALL: z.coerce.number().int().min(0).default(20_000),
  STOP_NOTICE_SECONDS: z.coerce.number().min(0).max(300).default(1),
  STOP_SECONDS: z.coerce.number().min(0).max(600).default(8),
  WEB_DIST: z.string().optional(),
  ...outbound,
});

/** The configuration of this process. Only this module reads it from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The URL at which people open the app, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The folder of uploaded files. Several processes may share it. */
  readonly filesDir: string;
  /** The storage quota for the documents of one account in bytes, including their older versions. */
  readonly documentQuotaBytes: number;
  /**
   * Comma-separated IP addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is trusted; undefined if none
   * is.
   */
  readonly trustedProxies: string | undefined;
  readonly databaseUrl: string | undefined;
  /**
   * Comma-separated base64 master keys for stored secrets, oldest first; undefined if the keys are in the data folder.
   */
  readonly secretsKey: string | undefined;
  /** The passphrase with which backups are encrypted; undefined if backups are not encrypted. */
  readonly backupPassphrase: string | undefined;
  readonly mail: MailConfig;
  /** Links to support, survey, chat and other external pages. */
  readonly outbound: OutboundConfig;
  /** Whether this process answers requests, runs jobs, or does both. */
  readonly role: 'all' | 'web' | 'worker';
  readonly demo: boolean;
  readonly isLoopback: boolean;
  readonly isHttps: boolean;
  readonly logLevel: string;
  readonly apiLimitPerMinute: number;
  /** How many recipients all people of the installation together may type for mails within an hour. */
  readonly mailLimitPerHour: number;
  /** The upload call itself imports a product file with at most this many rows. A job imports a larger file. */
  readonly importRowsInCall: number;
  /** How a stop proceeds: how long `/health/ready` warns before connections are refused, and when requests are cut. */
  readonly stop: { readonly noticeMs: number; readonly finishMs: number };
  readonly webDist: string;
}

/** Reads and validates the environment. The error names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; '));
  }
  const e = parsed.data;
  if (e.DATABASE_URL !== undefined && e.SECRETS_KEY === undefined) {
    // Several processes share the database. If each of them created a key of its own, none could decrypt what the
    // others have stored.
    throw new Error(
      'SECRETS_KEY: With DATABASE_URL the key that bank details are encrypted with has to be given. ' +
        `Make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64'))", ` +
        'and keep a copy apart from the database',
    );
  }
  const isLoopback = isLocalHost(e.HOST);
  const publicUrl = (e.PUBLIC_URL ?? `http://${e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST}:${e.PORT}`).replace(
    /\/+$/,
    '',
  );
  const demo = e.DEMO ?? isLoopback;
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    dataDir: resolve(e.DATA_DIR),
    filesDir: resolve(e.FILES_DIR ?? join(e.DATA_DIR, 'files')),
    documentQuotaBytes: e.DOCUMENT_QUOTA_MB * 1024 * 1024,
    trustedProxies: e.TRUSTED_PROXIES?.trim() || undefined,
    databaseUrl: e.DATABASE_URL,
    secretsKey: e.SECRETS_KEY,
    backupPassphrase: e.BACKUP_PASSPHRASE,
    // Anybody who can open the mailbox can follow the links in its mails. So the mailbox is allowed only if the public
    // URL is local and the server does not listen on the network.
    mail: readMailConfig(e, { isMailboxAllowed: isLocalUrl(publicUrl) && isLoopback }),
    outbound: readOutboundConfig(e, publicUrl),
    role: e.ROLE,
    demo,
    isLoopback,
    isHttps: publicUrl.startsWith('https://'),
    logLevel: e.LOG_LEVEL,
    apiLimitPerMinute: e.API_LIMIT_PER_MINUTE,
    mailLimitPerHour: e.MAIL_LIMIT_PER_HOUR,
    importRowsInCall: e.IMPORT_ROWS_IN_CALL,
    stop: { noticeMs: e.STOP_NOTICE_SECONDS * 1000, finishMs: e.STOP_SECONDS * 1000 },
    webDist: e.WEB_DIST ?? resolve(import.meta.dirname, '../../web/dist'),
  };
}
