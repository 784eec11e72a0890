import { createPasswordLink } from '@plinth/api/access/password-links'
import type { updateUser } from '@plinth/api/access/users'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Door } from '../../kernel/db/tenancy.ts'
import { openMailer } from '../../kernel/mail/mail.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { testSecret } from '../../kernel/testing/databases.ts'
import { type Delivery, decoded, readMail, startMailServer } from '../../kernel/testing/mail-server.ts'
import type { Client } from '../../testing/test-server.ts'
import { mailSignInLetters } from './letters.queries.ts'

/** Makes a link that is handed out, and returns the part behind its #. */
export async function secretFor(by: Client, userId: string): Promise<string> {
  const { handOut } = await by.ok(createPasswordLink, { params: { id: userId } })
  return String(handOut).split('#')[1] ?? ''
}

/** An edit of a person with these fields. */
export const editOf = (id: string, body: CallInput<typeof updateUser>['body']): CallInput<typeof updateUser> => ({
  params: { id },
  body,
})

/** A mail server that receives the letters about sign-ins of the companies behind the door. */
export async function letterBox(door: Door) {
  const inbox: Delivery[] = []
  const { port, stop } = await startMailServer({ inbox })
  const settings = { from: 'plinth@house.example', to: 'desk@house.example', folder: '' }
  const mailer = openMailer({ ...settings, smtpUrl: `smtp://127.0.0.1:${port}` })
  return {
    stop,
    /** Mails the due letters and returns those received. */
    async letters(publicUrl?: string) {
      await mailSignInLetters(door, mailer, { tokens: tokens(testSecret), publicUrl })
      return inbox.splice(0).map(({ to, raw }) => {
        const { named, text } = readMail(raw)
        return { to: to.join(), subject: decoded(named['subject'] ?? ''), text }
      })
    },
  }
}
