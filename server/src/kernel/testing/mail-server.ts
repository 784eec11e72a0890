import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it was received. */
export interface Delivery {
  from: string
  to: string[]
  raw: string
  /** The user who signed in to send it, and whether the connection was encrypted. */
  user: string | undefined
  isEncrypted: boolean
}

export interface Manner {
  /** Collects the accepted mails. */
  inbox: Delivery[]
  port?: number
  /** Refuses the recipient with this. */
  refusal?: { code: number; text: string }
  onRefusal?: () => Promise<void>
  /** Runs before a mail is confirmed. */
  onData?: () => Promise<void>
  /** Who has to sign in: nobody, everybody, or everybody in vain, with the credentials repeated in the refusal. */
  signIn?: 'none' | 'asked' | 'refused'
  /** Encryption never, on request or from the start, with an untrusted certificate. */
  encryption?: 'never' | 'offered' | 'always'
}

async function after(first: (() => Promise<void>) | undefined, then: () => void): Promise<void> {
  await first?.()
  then()
}

/** Starts a mail server on a port of its own; `receivedPasswords` are the passwords that clients sent. */
export async function startMailServer(manner: Manner) {
  const { inbox, port = 0, refusal, onRefusal, onData, signIn = 'none', encryption = 'never' } = manner
  const receivedPasswords: string[] = []
  const smtp = new SMTPServer({
    logger: false,
    secure: encryption === 'always',
    authOptional: signIn === 'none',
    allowInsecureAuth: true,
    disabledCommands: encryption === 'offered' ? [] : ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      receivedPasswords.push(String(password))
      if (signIn === 'refused') done(new Error(`no entry for ${username} with ${password}`))
      else done(null, { user: username })
    },
    onRcptTo(_, __, done) {
      if (!refusal) return done()
      const refused = Object.assign(new Error(refusal.text), { responseCode: refusal.code })
      void after(onRefusal, () => done(refused))
    },
    onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        inbox.push({ from, to, raw: Buffer.concat(chunks).toString(), user: user?.toString(), isEncrypted: secure })
        void after(onData, done)
      })
    },
  })
  // A client that disconnects is no fault of the test.
  smtp.on('error', () => {})
  const listening = smtp.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address() as AddressInfo
  return { port: address.port, receivedPasswords, stop: () => new Promise<void>((done) => smtp.close(() => done())) }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** The headers of a mail by lower-case name, unfolded, and its decoded text. */
export function readMail(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const named = Object.fromEntries(headers)
  const bytes = rest.join('\r\n\r\n')
  const encoding = named['content-transfer-encoding']
  const quoted = bytes
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  const text =
    encoding === 'base64'
      ? Buffer.from(bytes, 'base64').toString()
      : encoding === 'quoted-printable'
        ? Buffer.from(quoted, 'latin1').toString()
        : bytes
  return { names: headers.map(([name]) => name), named, text: text.replaceAll('\r\n', '\n') }
}

/** Decodes encoded words (RFC 2047). */
export const decoded = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?UTF-8\?B\?([^?]*)\?=)/gi, (_, bytes) => Buffer.from(bytes, 'base64').toString())
    .replace(/(?:=\?UTF-8\?Q\?([^?]*)\?=)+/gi, (words) =>
      Buffer.from(
        words
          .replace(/=\?UTF-8\?Q\?|\?=/gi, '')
          .replaceAll('_', ' ')
          .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString(),
    )
