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

/** 5 GB for each account. */
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
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(1).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DEMO: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  DOCUMENT_QUOTA_MB: z.coerce.number().int().min(1).default(DOCUMENT_QUOTA_MB),
  API_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  WEB_DIST: z.string().optional(),
  ...outbound,
});

/** The configuration of this process: read once, here and nowhere else. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The folder of uploaded files; several processes may share it. */
  readonly filesDir: string;
  /** The most bytes that all documents of one account may take together, including older versions. */
  readonly documentQuotaBytes: number;
  /** Comma-separated addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is trusted; undefined: none. */
  readonly trustedProxies: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Comma-separated base64 master keys for stored secrets, oldest first; undefined: they are in the data folder. */
  readonly secretsKey: string | undefined;
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
    // Several processes share the database: if each made its own key, none could decrypt what the others stored.
    throw new Error(
      `SECRETS_KEY: With DATABASE_URL the key that bank details are encrypted with has to be given. Make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64'))", and keep a copy apart from the database`,
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
    // A reader of the mailbox could follow the links in it, so only this machine may reach it, and nothing may listen
    // on a network address.
    mail: readMailConfig(e, { isMailboxAllowed: isLocalUrl(publicUrl) && isLoopback }),
    outbound: readOutboundConfig(e, publicUrl),
    role: e.ROLE,
    demo,
    isLoopback,
    isHttps: publicUrl.startsWith('https://'),
    logLevel: e.LOG_LEVEL,
    apiLimitPerMinute: e.API_LIMIT_PER_MINUTE,
    webDist: e.WEB_DIST ?? resolve(import.meta.dirname, '../../web/dist'),
  };
}
