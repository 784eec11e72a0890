import { listReminderRules } from '@plinth/api/reminders/reminder-rules'
import type { Door } from '../../kernel/db/tenancy.ts'
import { type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { openMailer } from '../../kernel/mail/mail.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { testSecret } from '../../kernel/testing/databases.ts'
import { type Delivery, decoded, readMail, startMailServer } from '../../kernel/testing/mail-server.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { createDueMails } from './mail-rows.queries.ts'
import { mailDeadlines } from './sending.queries.ts'

/** A round that throws every warning. */
const faultless: Round = {
  ...untilStopped,
  warn: (error) => {
    throw error
  },
}

/** Creates the rows of mails that are due in all companies of the database. */
export const createMails = (door: Door) => createDueMails(door, faultless)

/** A time zone in PostgreSQL's notation in which it is now the given hour. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? `-${ahead}` : `+${-ahead}`}`
}

/** Starts the company's mail, by opening the reminder rules as a user who may edit them. */
export const beginMail = (by: Client) => by.ok(listReminderRules, {})

export const mailTokens = tokens(testSecret)

/** A mail server for the mail of all companies of the database; with `refusal` it rejects every mail. */
export async function deadlineMailBox(door: Door, refusal?: { code: number; text: string }) {
  const inbox: Delivery[] = []
  const { port, stop } = await startMailServer({ inbox, ...(refusal && { refusal }) })
  const settings = { from: 'plinth@house.example', to: 'desk@house.example', folder: '' }
  const mailer = openMailer({ ...settings, smtpUrl: `smtp://127.0.0.1:${port}` })
  const linksAt = (publicUrl?: string) => ({ tokens: mailTokens, publicUrl, origin: () => undefined })
  const received = () =>
    inbox.splice(0).map(({ to, raw }) => {
      const { named, names, text } = readMail(raw)
      return { to: to.join(), subject: decoded(named['subject'] ?? ''), text, named, names, raw }
    })
  /** Sends the due mails; answers those that arrived. */
  async function send(publicUrl: string | null = 'https://plinth.example') {
    await mailDeadlines(door, mailer, linksAt(publicUrl ?? undefined))
    return received()
  }
  return {
    stop,
    mailer,
    linksAt,
    received,
    send,
    /** Creates the rows of the due mails and sends them. */
    async mails(publicUrl?: string | null) {
      await createMails(door)
      return send(publicUrl)
    },
  }
}

export const testInputs: TestInputs = { paths: { cancelMailKind: () => ({ token: 'none' }) } }

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0049_mails.sql': () => `
    ${within(company.id)}
    insert into mail_starts (since) values ('2027-01-01 10:00+05:30');
    insert into notification_settings (user_id, digest, digest_hour, free_days, at_once, muted_kinds)
      values ('${company.owner.id}', false, 7, true, true, '{TASK_DUE}');
    insert into mails (user_id, kind, slot, subject, body) values ('${company.owner.id}', 'DIGEST', '2027-01-02', 'Duties', 'Hand in the bid');`,
}
