import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopback, type MailSettings } from '../config/config.ts'
import { syncFolder } from '../files/durable-files.ts'

/** A text to the one address that this installation writes to, or to somebody else. */
export interface Letter {
  /** Of letters, digits and hyphens; the same letter has the same one whenever it is sent. */
  id: string
  writtenAt: Date
  to?: string
  /** Whom an answer goes to, where it is not the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  /** Where mail of its kind is stopped: by a mail program alone (RFC 8058), or by a person on a page. */
  unsubscribe?: { address: string; isOneClick: boolean } | undefined
}

export interface Mailer {
  /** Undefined when the letter is on its way; else why not, in one line that names no secret. */
  send(letter: Letter, signal: AbortSignal): Promise<string | undefined>
}

/** Marks that turn the direction of writing: what follows them on a line would read otherwise than it says. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text without line breaks, control characters and marks of direction. */
export const oneLine = (text: string) =>
  text
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

const unsubscribing = ({ address, isOneClick }: NonNullable<Letter['unsubscribe']>) => ({
  'List-Unsubscribe': `<${address}>`,
  ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

function addressed(letter: Letter, { from, to: own }: MailSettings) {
  const { id, writtenAt, to: addressee, replyTo, subject, text, unsubscribe } = letter
  const to = addressee ?? own
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: writtenAt,
    from,
    to,
    // Said apart from the head of the mail, so that nothing in that can add a recipient.
    envelope: { from, to: [to] },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    subject: oneLine(subject),
    text,
    // No machine is to answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && unsubscribing(unsubscribe)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface Credentials {
  user: string
  pass: string
}

/** How a mail server is reached. A password goes over no open line but this machine's own. */
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
    // A mail server on this machine seldom has a certificate that fits.
    ignoreTLS: isNear && !secure,
    requireTLS: !isNear && !secure && auth !== undefined,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  }
}

/** What must never be told of a sign-in, in every way that it is sent. */
function secretsOf(auth: Credentials | undefined): string[] {
  if (!auth) return []
  const { user, pass } = auth
  const encoded = [pass, user, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))
  return [pass, encodeURIComponent(pass), ...encoded].filter((text) => text !== '')
}

const longestFault = 300

function faultOf(error: unknown, secrets: readonly string[]): string {
  const hidden = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    error instanceof Error ? error.message : '',
  )
  return oneLine(hidden).slice(0, longestFault) || 'The mail could not be sent.'
}

function smtpMailer(smtpUrl: string, settings: MailSettings): Mailer {
  const options = transportOf(smtpUrl)
  const secrets = secretsOf(options.auth)
  // Read in with the first letter: it takes tens of megabytes, and many an installation never writes one.
  const sendMail = async (letter: Letter, signal: AbortSignal) =>
    (await import('nodemailer')).createTransport(options).sendMail({ ...addressed(letter, settings), signal })
  return {
    send: (letter, signal) =>
      sendMail(letter, signal).then(
        () => undefined,
        (error: unknown) => faultOf(error, secrets),
      ),
  }
}

/** Puts each letter into the folder as `<id>.eml`, whole or not at all. */
function folderMailer(settings: MailSettings): Mailer {
  const { folder } = settings
  async function write(letter: Letter): Promise<void> {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await transport.sendMail(addressed(letter, settings))
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

/** Removes the letters in the folder that were written before this moment, in milliseconds; answers how many there were. */
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

/** Sends over SMTP where a mail server is set, else keeps letters in a folder. */
export const openMailer = (settings: MailSettings): Mailer =>
  settings.smtpUrl === undefined ? folderMailer(settings) : smtpMailer(settings.smtpUrl, settings)
