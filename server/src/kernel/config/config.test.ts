import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const secret = 'x'.repeat(32)
const read = (env: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: dataDir, ...env })
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'plinth-documents',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'a secret/with+signs',
}
const smtp = {
  SMTP_URL: 'smtps://plinth:s%40crit@mail.example:465',
  MAIL_FROM: 'plinth@mail.example',
  CONTACT_TO: 'desk@house.example',
}
const external = { DATABASE_URL: 'postgresql://db.example/plinth', SESSION_SECRET: secret }

describe('the configuration', () => {
  test('runs the whole product on this machine in an empty environment', () => {
    expect(read()).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: undefined,
      operator: { email: 'operator@plinth.local', password: undefined },
      sampleData: true,
      sessionSecret: expect.stringMatching(/^[\w-]{64}$/),
      metricsToken: undefined,
      logFolder: join(dataDir, 'logs'),
      trustProxy: undefined,
      s3: undefined,
      mail: {
        smtpUrl: undefined,
        from: 'operator@plinth.local',
        to: 'operator@plinth.local',
        folder: join(dataDir, 'mail'),
      },
      contact: { email: 'operator@plinth.local', phone: undefined, address: undefined },
    })
  })

  test('takes every variable', () => {
    const env = {
      ...external,
      SESSION_SECRET_OLD: 'y'.repeat(32),
      PORT: '0',
      HOST: '0.0.0.0',
      OPERATOR_EMAIL: 'boss@plinth.example',
      OPERATOR_PASSWORD: 'kite-888',
      SAMPLE_DATA: 'on',
      METRICS_TOKEN: 'm'.repeat(16),
      LOG: 'stdout',
      TRUST_PROXY: '10.0.0.1',
      ...s3,
      S3_REGION: 'ap-south-1',
      ...smtp,
      CONTACT_EMAIL: 'office@house.example',
      CONTACT_PHONE: '020 1234 5678',
      CONTACT_ADDRESS: '12 Station Road, Pune 411001',
    }
    expect(read(env)).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir,
      databaseUrl: external.DATABASE_URL,
      operator: { email: 'boss@plinth.example', password: 'kite-888' },
      sampleData: true,
      sessionSecret: secret,
      oldSessionSecret: 'y'.repeat(32),
      metricsToken: 'm'.repeat(16),
      logFolder: undefined,
      trustProxy: '10.0.0.1',
      s3: {
        endpoint: 'https://s3.example',
        region: 'ap-south-1',
        bucket: 'plinth-documents',
        accessKeyId: 'key',
        secretAccessKey: 'a secret/with+signs',
      },
      mail: {
        smtpUrl: smtp.SMTP_URL,
        from: 'plinth@mail.example',
        to: 'desk@house.example',
        folder: join(dataDir, 'mail'),
      },
      contact: {
        email: 'office@house.example',
        phone: '020 1234 5678',
        address: '12 Station Road, Pune 411001',
      },
    })
  })

  test('treats an empty variable as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: '', SESSION_SECRET: '', SAMPLE_DATA: '' })).toMatchObject({
      port: 8080,
      databaseUrl: undefined,
      sampleData: true,
    })
  })

  test.each([
    ['https://s3.example/', 'https://s3.example'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['https://files.example/s3//', 'https://files.example/s3'],
  ])('takes %s for the document store, in us-east-1 by default', (S3_ENDPOINT, endpoint) => {
    expect(read({ ...s3, S3_ENDPOINT }).s3).toMatchObject({ endpoint, region: 'us-east-1' })
  })

  test.each(['smtp://mail.example', 'smtp://127.0.0.1:2525/', 'smtps://a:b@[::1]:465', 'smtp://key:@mail.example'])(
    'takes %s for a mail server',
    (SMTP_URL) => {
      expect(read({ ...smtp, SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL)
    },
  )

  test("takes the operator's address for sender and recipient when no mail server is set", () => {
    const OPERATOR_EMAIL = 'boss@plinth.example'
    expect(read({ OPERATOR_EMAIL }).mail).toMatchObject({ from: OPERATOR_EMAIL, to: OPERATOR_EMAIL })
    const { CONTACT_TO } = smtp
    expect(read({ OPERATOR_EMAIL, CONTACT_TO }).mail).toMatchObject({ from: OPERATOR_EMAIL, to: CONTACT_TO })
  })

  test('shows visitors the recipient of their messages unless another address is set, and no phone or postal address by default', () => {
    const none = { phone: undefined, address: undefined }
    expect(read({}).contact).toEqual({ email: 'operator@plinth.local', ...none })
    expect(read(smtp).contact).toEqual({ email: smtp.CONTACT_TO, ...none })
    expect(read({}).publicUrl).toBeUndefined()
    expect(read({ PUBLIC_URL: 'https://plinth.example:8443/' }).publicUrl).toBe('https://plinth.example:8443')
    const set = { email: 'office@house.example', phone: '+91 (20) 1234-5678', address: '12 Station Road, Pune 411001' }
    const { email: CONTACT_EMAIL, phone: CONTACT_PHONE, address: CONTACT_ADDRESS } = set
    expect(read({ ...smtp, CONTACT_EMAIL, CONTACT_PHONE, CONTACT_ADDRESS }).contact).toEqual(set)
  })

  test.each([
    ['its own database on a loopback address', {}, true],
    ['its own database on localhost', { HOST: 'localhost' }, true],
    ['its own database on another loopback address', { HOST: '127.1.2.3' }, true],
    ['its own database, open to the network', { HOST: '0.0.0.0' }, false],
    ['a database elsewhere', external, false],
    ['its own database and SAMPLE_DATA off', { SAMPLE_DATA: 'off' }, false],
  ])('decides on the sample company with %s', (_, env, expected) => {
    expect(read(env).sampleData).toBe(expected)
  })
})

describe('a renamed session secret', () => {
  const folder = mkdtempSync(join(dataDir, 'moved-'))
  const readStored = () => readConfig({ DATA_DIR: folder })

  test('becomes the old one, and a new one is created', () => {
    const first = readStored().sessionSecret
    expect(readStored().oldSessionSecret).toBeUndefined()
    renameSync(join(folder, 'session-secret'), join(folder, 'session-secret-old'))
    expect(readStored().oldSessionSecret).toBe(first)
    expect(readStored().sessionSecret).not.toBe(first)
    expect(readStored().sessionSecret).toBe(readStored().sessionSecret)
  })

  test('is ignored when the present secret is set', () => {
    expect(readConfig({ DATA_DIR: folder, SESSION_SECRET: secret }).oldSessionSecret).toBeUndefined()
    const SESSION_SECRET_OLD = 'z'.repeat(32)
    expect(readConfig({ DATA_DIR: folder, SESSION_SECRET_OLD }).oldSessionSecret).toBe(SESSION_SECRET_OLD)
  })

  test('is not created by reading other settings', () => {
    const untouched = join(folder, 'untouched')
    expect(readConfig({ DATA_DIR: untouched }).port).toBe(8080)
    expect(existsSync(untouched)).toBe(false)
  })
})

describe('a secret in a file of its own', () => {
  const fileWith = (text: string) => {
    const path = join(mkdtempSync(join(dataDir, 'vault-')), 'secret')
    writeFileSync(path, text)
    return path
  }

  test('counts as if it were set, without its line end', () => {
    const SESSION_SECRET_FILE = fileWith('a secret from a vault, long enough for anything\n')
    expect(read({ SESSION_SECRET_FILE }).sessionSecret).toBe('a secret from a vault, long enough for anything')
    const DATABASE_URL_FILE = fileWith(external.DATABASE_URL)
    const { databaseUrl } = read({ DATABASE_URL_FILE, SESSION_SECRET: secret })
    expect(databaseUrl).toBe(external.DATABASE_URL)
  })

  test('is checked like any other, and the start is refused if the file is missing or both are set', () => {
    expect(() => read({ SESSION_SECRET_FILE: fileWith('short') })).toThrow(/^SESSION_SECRET is not right/)
    expect(() => read({ SMTP_URL_FILE: '/nowhere/smtp' })).toThrow(
      'SMTP_URL_FILE names a file that cannot be read (ENOENT).',
    )
    for (const name of ['SESSION_SECRET', 'S3_ACCESS_KEY_ID', 'METRICS_TOKEN'])
      expect(() => read({ ...s3, S3_ACCESS_KEY_ID: '', [`${name}_FILE`]: fileWith('\n') })).toThrow(
        `${name}_FILE names a file with nothing in it.`,
      )
    expect(() => read({ METRICS_TOKEN_FILE: dataDir })).toThrow(
      'METRICS_TOKEN_FILE names a file that cannot be read (EISDIR).',
    )
    expect(() => read({ SESSION_SECRET: secret, SESSION_SECRET_FILE: fileWith(secret) })).toThrow(
      'SESSION_SECRET and SESSION_SECRET_FILE are both set: keep one.',
    )
  })
})

describe('a wrong value', () => {
  const wrong: [variable: string, value: string][] = [
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://db.example/plinth'],
    ['DATABASE_URL', 'db.example'],
    ['OPERATOR_EMAIL', 'operator'],
    ['OPERATOR_PASSWORD', 'seven77'],
    ['OPERATOR_PASSWORD', 'Password123'],
    ['OPERATOR_PASSWORD', 'x'.repeat(129)],
    ['SAMPLE_DATA', 'yes'],
    ['SESSION_SECRET', 'x'.repeat(31)],
    ['SESSION_SECRET_OLD', 'x'.repeat(31)],
    ['METRICS_TOKEN', 'short'],
    ['LOG', 'syslog'],
    ['TRUST_PROXY', 'my proxy'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'ftp://s3.example'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example'],
    ['S3_ENDPOINT', 'https://s3.example/?bucket=a'],
    ['S3_ENDPOINT', 'https://'],
    ['S3_ENDPOINT', 'https://[s3'],
    ['S3_REGION', 'Mumbai, India'],
    ['S3_BUCKET', 'a/b'],
    ['S3_BUCKET', 'ab'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://a:b@'],
    ['SMTP_URL', 'smtp://user:s%crit@mail.example'],
    ['SMTP_URL', 'smtp://mail.example/?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://mail.example:port'],
    ['MAIL_FROM', 'Plinth'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['PUBLIC_URL', 'plinth.example'],
    ['PUBLIC_URL', 'https://plinth.example/desk'],
    ['CONTACT_EMAIL', 'our office'],
    ['CONTACT_PHONE', 'call us'],
    ['CONTACT_ADDRESS', '12 Station Road\nPune'],
    ['CONTACT_TO', 'desk@house.example\nBcc: x@y.example'],
  ]
  test.each(wrong)('of %s (%s) stops the start with one sentence that names it', (variable, value) => {
    const attempt = () => read({ ...(variable.startsWith('S3_') && s3), [variable]: value })
    expect(attempt).toThrow(StartError)
    expect(attempt).toThrow(new RegExp(`^${variable} is not right: [^\\n]+\\.$`))
    if (/PASSWORD|SECRET|SMTP/.test(variable)) expect(attempt).not.toThrow(value)
  })

  test.each(Object.keys(s3))('is also a document store without %s, which is named', (variable) => {
    const attempt = () => read({ ...s3, [variable]: '' })
    expect(attempt).toThrow(StartError)
    expect(attempt).toThrow(new RegExp(`^${variable} must be set [^\\n]+\\.$`))
    expect(attempt).not.toThrow(s3.S3_SECRET_ACCESS_KEY)
  })

  test.each(['MAIL_FROM', 'CONTACT_TO'])('is also a mail server without %s, which is named', (variable) => {
    const attempt = () => read({ ...smtp, [variable]: '' })
    expect(attempt).toThrow(StartError)
    expect(attempt).toThrow(new RegExp(`^${variable} must be set [^\\n]+\\.$`))
    expect(attempt).not.toThrow(smtp.SMTP_URL)
  })

  test('is also a region without a document store', () => {
    expect(() => read({ S3_REGION: 'ap-south-1' })).toThrow(/^S3_ENDPOINT must be set .+\.$/)
  })

  test('is also an external database without a session secret', () => {
    expect(() => read({ DATABASE_URL: external.DATABASE_URL })).toThrow(/^SESSION_SECRET must be set .+\.$/)
  })
})

describe('the session secret', () => {
  test('stops with one sentence when it cannot be read or stored', () => {
    const own = mkdtempSync(join(tmpdir(), 'plinth-secret-'))
    for (const name of ['session-secret', 'session-secret-old']) mkdirSync(join(own, name))
    const config = readConfig({ DATA_DIR: own })
    const fault = (name: string) =>
      `DATA_DIR holds ${join(own, name)}, which cannot be read (EISDIR): mend it, or set SESSION_SECRET.`
    expect(() => config.sessionSecret).toThrow(new StartError(fault('session-secret')))
    expect(() => config.oldSessionSecret).toThrow(new StartError(fault('session-secret-old')))
    writeFileSync(join(own, 'file'), '')
    expect(() => readConfig({ DATA_DIR: join(own, 'file') }).sessionSecret).toThrow(
      /^DATA_DIR cannot hold \S+session-secret \(E\w+\): set it to a folder that can be written to\.$/,
    )
    rmSync(own, { recursive: true })
  })

  test('is created anew when a power loss left an empty file', () => {
    const own = mkdtempSync(join(tmpdir(), 'plinth-secret-'))
    writeFileSync(join(own, 'session-secret'), '')
    const created = readConfig({ DATA_DIR: own }).sessionSecret
    expect(created).toMatch(/^[\w-]{64}$/)
    expect(readConfig({ DATA_DIR: own }).sessionSecret).toBe(created)
    expect(readdirSync(own)).toEqual(['session-secret'])
    rmSync(own, { recursive: true })
  })

  test('is created once, stored, and readable by its owner only', () => {
    const own = mkdtempSync(join(tmpdir(), 'plinth-secret-'))
    const nested = join(own, 'not', 'there', 'yet')
    const first = readConfig({ DATA_DIR: nested }).sessionSecret
    expect(readConfig({ DATA_DIR: nested }).sessionSecret).toBe(first)
    const file = join(nested, 'session-secret')
    expect(readFileSync(file, 'utf8').trim()).toBe(first)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readConfig({ DATA_DIR: own }).sessionSecret).not.toBe(first)
    rmSync(own, { recursive: true })
  })
})
