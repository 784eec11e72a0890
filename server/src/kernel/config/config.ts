import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import * as z from 'zod/mini'
import { ownSecret, storedSecret } from '../secrets/own-secrets.ts'
import { isCommon } from '../secrets/passwords.ts'
import { StartError } from '../start-error.ts'

/** Accepts only a server and its credentials; all other options of sending are fixed. */
function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  try {
    return hostname !== '' && decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const sessionSecret = z.optional(z.string().check(z.minLength(32, { error: 'must have at least 32 characters' })))

const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 8080),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/.+/, { error: 'must start with postgresql://' })),
  ),
  DATABASE_POOL_URL: z.optional(
    z
      .string()
      .check(z.regex(/^postgres(ql)?:\/\/[^@]+$/, { error: 'must be postgresql://host:port/name, without a login' })),
  ),
  OPERATOR_EMAIL: z._default(z.email(), 'operator@plinth.local'),
  OPERATOR_PASSWORD: z.optional(
    z.string().check(
      z.minLength(8),
      z.maxLength(128),
      z.refine((password) => !isCommon(password), { error: 'it is one of the most used passwords' }),
    ),
  ),
  SAMPLE_DATA: z.optional(z.enum(['on', 'off'])),
  SESSION_SECRET: sessionSecret,
  SESSION_SECRET_OLD: sessionSecret,
  TRUST_PROXY: z.optional(
    z.string().check(
      z.regex(/^((loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d+)?)(, ?|$))+$/i, {
        error: 'must be addresses separated by commas',
      }),
    ),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LOG: z._default(z.enum(['file', 'stdout']), 'file'),
  S3_ENDPOINT: z.optional(
    z.string().check(
      z.refine((text) => /^https?:\/\/[^@?#]+$/.test(text) && URL.canParse(text), {
        error: 'must be an address that starts with https:// or http://',
      }),
    ),
  ),
  S3_REGION: z.optional(z.string().check(z.regex(/^[\w-]+$/, { error: 'must be the name of a region' }))),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[\w.-]{3,255}$/, { error: 'must be the name of a bucket' }))),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  SMTP_URL: z.optional(
    z
      .string()
      .check(z.refine(isMailServer, { error: 'must be an address like smtps://user:password@mail.example:465' })),
  ),
  MAIL_FROM: z.optional(z.email()),
  CONTACT_TO: z.optional(z.email()),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine((text) => /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text), {
        error: 'must be an address like https://plinth.example, without a path',
      }),
    ),
  ),
  CONTACT_EMAIL: z.optional(z.email()),
  CONTACT_PHONE: z.optional(z.string().check(z.regex(/^\+?[\d ()-]{5,30}$/, { error: 'must be a telephone number' }))),
  CONTACT_ADDRESS: z.optional(
    z
      .string()
      .check(
        z.maxLength(300),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, { error: 'must be one line, its parts separated by commas' }),
      ),
  ),
})

/** Settings of a document store that speaks S3. */
export interface S3Settings {
  /** Without the bucket, and without a slash at its end. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface MailSettings {
  /** Undefined writes letters into the folder. */
  smtpUrl: string | undefined
  from: string
  /** The recipient of visitors' messages. */
  to: string
  folder: string
}

/** How to reach the operator, for the contact page. */
export interface ContactDetails {
  /** The address for visitors' messages, unless another one is to be shown. */
  email: string
  phone: string | undefined
  /** A postal address in one line, its parts separated by commas. */
  address: string | undefined
}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** An external PostgreSQL; undefined runs one under `dataDir`. */
  databaseUrl: string | undefined
  /** A pooler in front of it for the server's work; schema changes bypass it. */
  databasePoolUrl: string | undefined
  operator: { email: string; password: string | undefined }
  sampleData: boolean
  /** Created at its first use, if it is neither set nor stored in `dataDir`. */
  readonly sessionSecret: string
  /** The former secret, by which older signatures and sealed data can still be read. */
  readonly oldSessionSecret: string | undefined
  metricsToken: string | undefined
  /** Folder of the server's log; undefined logs to standard output. */
  logFolder: string | undefined
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted; undefined trusts none. */
  trustProxy: string | undefined
  /** The document store; undefined stores documents under `dataDir`. */
  s3: S3Settings | undefined
  mail: MailSettings
  contact: ContactDetails
  /** Scheme, host and port at which people reach the product; undefined uses those of each request. */
  publicUrl: string | undefined
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The operator renames the current file to the old one to have a new secret made. */
const secretFiles = { current: 'session-secret', old: 'session-secret-old' }

/** The settings of the store, all or none. Throws a StartError that names the first missing one. */
function s3Settings(values: z.output<typeof environment>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = values
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (Object.values({ ...needed, S3_REGION }).every((value) => value === undefined)) return undefined
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const missing = Object.entries(needed).find(([, value]) => value === undefined)
    throw new StartError(`${missing?.[0]} must be set when another S3_ variable is.`)
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    region: S3_REGION ?? 'us-east-1',
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** Throws a StartError that names a missing setting of the mail server. */
function mailSettings({ SMTP_URL, MAIL_FROM, CONTACT_TO, ...values }: z.output<typeof environment>): MailSettings {
  const needed = { MAIL_FROM, CONTACT_TO }
  const missing = Object.entries(needed).find(([, value]) => value === undefined)
  if (SMTP_URL && missing) throw new StartError(`${missing[0]} must be set when SMTP_URL is.`)
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM ?? values.OPERATOR_EMAIL,
    to: CONTACT_TO ?? values.OPERATOR_EMAIL,
    folder: join(resolve(values.DATA_DIR), 'mail'),
  }
}

/** Settings that a vault or a container's secrets may put into a file: SESSION_SECRET_FILE and so on. */
const fileSettings = `DATABASE_URL OPERATOR_PASSWORD SESSION_SECRET SESSION_SECRET_OLD METRICS_TOKEN S3_ACCESS_KEY_ID
  S3_SECRET_ACCESS_KEY SMTP_URL`.split(/\s+/)

/** The environment without empty variables, with the contents of secret files. Throws a StartError. */
function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  for (const name of fileSettings) {
    const file = values[`${name}_FILE`]
    if (file === undefined) continue
    if (values[name] !== undefined) throw new StartError(`${name} and ${name}_FILE are both set: keep one.`)
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw new StartError(`${name}_FILE names a file that cannot be read (${Object(error).code}).`)
    }
    if (values[name] === '') throw new StartError(`${name}_FILE names a file with nothing in it.`)
  }
  return values
}

/** Reads the environment. Throws a StartError that names the variable at fault. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(readEnvironment(env))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`${issue?.path.join('.')} is not right: ${issue && messageOfIssue(issue).message}.`)
  }
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  if (values.DATABASE_URL && !values.SESSION_SECRET)
    throw new StartError('SESSION_SECRET must be set (32 characters or more) when DATABASE_URL is.')
  if (values.DATABASE_POOL_URL && !values.DATABASE_URL)
    throw new StartError('DATABASE_URL must be set when DATABASE_POOL_URL is: the schema is changed past the pooler.')
  const embedded = values.DATABASE_URL === undefined
  const mail = mailSettings(values)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolUrl: values.DATABASE_POOL_URL,
    operator: { email: values.OPERATOR_EMAIL, password: values.OPERATOR_PASSWORD },
    sampleData: values.SAMPLE_DATA ? values.SAMPLE_DATA === 'on' : embedded && isLoopback(values.HOST),
    get sessionSecret() {
      return values.SESSION_SECRET ?? ownSecret(dataDir, secretFiles.current, 48)
    },
    get oldSessionSecret() {
      const isStored = values.SESSION_SECRET === undefined
      return values.SESSION_SECRET_OLD ?? (isStored ? storedSecret(join(dataDir, secretFiles.old)) : undefined)
    },
    metricsToken: values.METRICS_TOKEN,
    logFolder: values.LOG === 'file' ? join(dataDir, 'logs') : undefined,
    trustProxy: values.TRUST_PROXY,
    s3: s3Settings(values),
    mail,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    contact: { email: values.CONTACT_EMAIL ?? mail.to, phone: values.CONTACT_PHONE, address: values.CONTACT_ADDRESS },
  }
}

/** Turns an error of listening into a sentence about the setting to change. */
export function listenFault(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
): StartError {
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken: set PORT to a free one, for example PORT=${port + 1} npm start.`)
  if (code === 'EACCES') return new StartError(`PORT ${port} needs rights this user does not have: use one above 1023.`)
  return new StartError(`HOST ${host} is not an address of this machine that can be listened on (${code ?? message}).`)
}
