import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** A setting or a state of this machine that stops the start; its message is one sentence for the person starting it. */
export class StartError extends Error {}

/** A line for whoever runs the server: what is wrong with the machine is theirs to mend, not the caller's. */
export const warnOperator = (line: string) => void process.stderr.write(`${line}\n`)

/** Only a server and how to sign in there: everything else about sending is settled here. */
function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  try {
    return hostname !== '' && decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 8080),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/.+/, { error: 'must start with postgresql://' })),
  ),
  OPERATOR_EMAIL: z._default(z.email(), 'operator@plinth.local'),
  OPERATOR_PASSWORD: z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
  SAMPLE_DATA: z.optional(z.enum(['on', 'off'])),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }))),
  TRUST_PROXY: z.optional(
    z.string().check(
      z.regex(/^((loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d+)?)(, ?|$))+$/i, {
        error: 'must be addresses separated by commas',
      }),
    ),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
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
})

/** A document store that speaks S3. */
export interface S3Settings {
  /** Without the bucket, and without a slash at its end. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface MailSettings {
  /** Undefined keeps letters in the folder. */
  smtpUrl: string | undefined
  from: string
  /** Who gets what visitors write. */
  to: string
  folder: string
}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** An external PostgreSQL; undefined runs one under `dataDir`. */
  databaseUrl: string | undefined
  operator: { email: string; password: string | undefined }
  sampleData: boolean
  sessionSecret: string
  metricsToken: string | undefined
  /** Addresses of reverse proxies whose X-Forwarded-For is believed; undefined believes nobody. */
  trustProxy: string | undefined
  /** Where documents lie; undefined keeps them under `dataDir`. */
  s3: S3Settings | undefined
  mail: MailSettings
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** A secret made once and kept in the data directory, readable by its owner only. */
export function keptSecret(dataDir: string, name: string, bytes: number): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(bytes).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

/** All of the store's settings or none. Throws a StartError that names the first missing one. */
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

/** Throws a StartError that names what a mail server needs beside its address. */
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

/** Reads the environment once. Throws a StartError that names the variable at fault. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`${issue?.path.join('.')} is not right: ${issue?.message}.`)
  }
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  if (values.DATABASE_URL && !values.SESSION_SECRET)
    throw new StartError('SESSION_SECRET must be set (32 characters or more) when DATABASE_URL is.')
  const embedded = values.DATABASE_URL === undefined
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    operator: { email: values.OPERATOR_EMAIL, password: values.OPERATOR_PASSWORD },
    sampleData: values.SAMPLE_DATA ? values.SAMPLE_DATA === 'on' : embedded && isLoopback(values.HOST),
    sessionSecret: values.SESSION_SECRET ?? keptSecret(dataDir, 'session-secret', 48),
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    s3: s3Settings(values),
    mail: mailSettings(values),
  }
}

/** What stopped the server from listening, as the setting to change. */
export function listenFault(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
): StartError {
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken: set PORT to a free one, for example PORT=${port + 1} npm start.`)
  if (code === 'EACCES') return new StartError(`PORT ${port} needs rights this user does not have: use one above 1023.`)
  return new StartError(`HOST ${host} is not an address of this machine that can be listened on (${code ?? message}).`)
}
