import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopback, type MailSettings } from '../config/config.ts'
import { syncFolder } from '../files/durable-files.ts'

/** A mail to the installation's own address, or to somebody else. */
export interface Letter {
  /** Letters, digits and hyphens; the same for each attempt to send the letter. */
  id: string
  writtenAt: Date
  to?: string
  /** The reply address, if it is not the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  /** The address that stops mail of this kind: by a mail program alone (RFC 8058), or by a person on a page. */
  unsubscribe?: { address: string; isOneClick: boolean } | undefined
}

export interface Mailer {
  /** Undefined when the letter was sent; otherwise the reason in one line, without secrets. */
  send(letter: Letter, signal: AbortSignal): Promise<string | undefined>
}

/** Marks of writing direction, which would change how the rest of the line reads. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text without line breaks, control characters and direction marks. */
export const oneLine = (text: string) =>
  text
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

const unsubscribeHeaders = ({ address, isOneClick }: NonNullable<Letter['unsubscribe']>) => ({
  'List-Unsubscribe': `<${address}>`,
  ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

function mailOf(letter: Letter, { from, to: own }: MailSettings) {
  const { id, writtenAt, to: addressee, replyTo, subject, text, unsubscribe } = letter
  const to = addressee ?? own
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: writtenAt,
    from,
    to,
    // The envelope is separate from the headers, so that nothing in them can add a recipient.
    envelope: { from, to: [to] },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    subject: oneLine(subject),
    text,
    // Tells machines not to answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && unsubscribeHeaders(unsubscribe)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface Credentials {
  user: string
  pass: string
}

/** The connection options of a mail server. A password is sent unencrypted only within this machine. */
function transportOf(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const auth: Credentials | undefined = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const isNear = isLoopback(host)
  return {
    host,
    ...(url.port !== '' && { port: Number(url.port) }),
    secure,
    ...(auth && { auth }),
    // A mail server on this machine seldom has a valid certificate.
    ignoreTLS: isNear && !secure,
    requireTLS: !isNear && !secure && auth !== undefined,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  }
}

/** The credentials in every encoding in which they are sent, to be removed from errors. */
function secretsOf(auth: Credentials | undefined): string[] {
  if (!auth) return []
  const { user, pass } = auth
  const encoded = [pass, user, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))
  return [pass, encodeURIComponent(pass), ...encoded].filter((text) => text !== '')
}

const longestFault = 300

function faultOf(error: unknown, secrets: readonly string[]): string {
  const masked = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    error instanceof Error ? error.message : '',
  )
  return oneLine(masked).slice(0, longestFault) || 'The mail could not be sent.'
}

function smtpMailer(smtpUrl: string, settings: MailSettings): Mailer {
  const options = transportOf(smtpUrl)
  const secrets = secretsOf(options.auth)
  // Loaded with the first letter: it takes tens of megabytes, and many installations never send one.
  const sendMail = async (letter: Letter, signal: AbortSignal) =>
    (await import('nodemailer')).createTransport(options).sendMail({ ...mailOf(letter, settings), signal })
  return {
    send: (letter, signal) =>
      sendMail(letter, signal).then(
        () => undefined,
        (error: unknown) => faultOf(error, secrets),
      ),
  }
}

/** Writes each letter into the folder as `<id>.eml`, whole or not at all. */
function folderMailer(settings: MailSettings): Mailer {
  const { folder } = settings
  async function write(letter: Letter): Promise<void> {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await transport.sendMail(mailOf(letter, settings))
    const path = join(folder, `${letter.id}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, message, { mode: 0o600, flush: true })
    await rename(`${path}.part`, path)
    await syncFolder(folder)
  }
  return {
    send: (letter) =>
      write(letter).then(
        () => undefined,
        (error: unknown) => faultOf(error, []),
      ),
  }
}

/** Deletes the letters in the folder that were written before this moment, in milliseconds; returns their number. */
export async function dropLetters(folder: string, before: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let dropped = 0
  for (const name of names.filter((each) => /\.eml(\.part)?$/.test(each))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    dropped += 1
  }
  return dropped
}

/** Sends over SMTP if a mail server is set, otherwise writes letters into a folder. */
export const openMailer = (settings: MailSettings): Mailer =>
  settings.smtpUrl === undefined ? folderMailer(settings) : smtpMailer(settings.smtpUrl, settings)
