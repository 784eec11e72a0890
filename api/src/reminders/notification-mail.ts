import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { deadlineKindNames } from './deadlines.ts'

export const about =
  'The mail that a person gets about their deadlines: the daily mail and urgent mail. It does not change their notifications.'

const base = '/common/api'

/** The daily digest, and mail of critical notifications as soon as they are created. */
export const mailKinds = ['DIGEST', 'AT_ONCE'] as const
export type MailKind = (typeof mailKinds)[number]

const settings = {
  /** A mail on each working day with the deadlines within a week. */
  digest: z.boolean(),
  /** The hour from which the digest is sent, in the time zone of the company. */
  digestHour: f.whole(0, 23),
  /** Whether the digest is also sent on days off. */
  freeDays: z.boolean(),
  /** Whether critical notifications are mailed at once, if their rule says so. */
  atOnce: z.boolean(),
  /** Kinds of deadlines that are left out of all mail. */
  mutedKinds: z
    .array(z.enum(deadlineKindNames))
    .check(z.refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must name each once' })),
}

export const notificationSettings = z.object({
  ...settings,
  /** Whether the company's mail has begun, because somebody who may edit reminders has opened the rules. */
  isMailOn: z.boolean(),
  /** Whether the installation has a mail server; without one, mails are written to a folder. */
  hasMailServer: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: `${base}/notification-settings`,
  summary: 'The caller’s settings for notification mail',
  allow: 'signed-in',
  response: notificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: `${base}/notification-settings`,
  summary: 'Change the caller’s settings for notification mail; omitted fields stay as they are',
  allow: 'signed-in',
  body: z.strictObject({
    digest: z.optional(settings.digest),
    digestHour: z.optional(settings.digestHour),
    freeDays: z.optional(settings.freeDays),
    atOnce: z.optional(settings.atOnce),
    mutedKinds: z.optional(settings.mutedKinds),
  }),
  response: notificationSettings,
})

/** The page with the settings of mail. */
export const settingsScreen = '/account'
/** The page that stops a kind of mail; the token of the mail follows. */
export const cancelScreen = '/unsubscribe'

/** Mail programs call it with a form as the body (RFC 8058). The body is ignored. */
export const cancelMailKind = endpoint({
  method: 'POST',
  path: `${base}/unsubscribe/:token`,
  summary: 'Unsubscribe the recipient of a mail from its kind of mail, by the token in the mail; any number of times',
  allow: 'public',
  takesForms: true,
  params: z.object({ token: f.text(300) }),
  response: z.object({ kind: z.enum(mailKinds) }),
})
