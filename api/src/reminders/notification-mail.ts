import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { deadlineKindNames } from './deadlines.ts'

export const about =
  'What a person is mailed about their deadlines: the mail of the day, and what cannot wait for it. What stands in the inbox is not changed by it.'

const base = '/common/api'

/** The mail of the day, and mail of what is critical, as soon as it is told. */
export const mailKinds = ['DIGEST', 'AT_ONCE'] as const
export type MailKind = (typeof mailKinds)[number]

const settings = {
  /** On each day of work, what is to be done by the person within a week. */
  digest: z.boolean(),
  /** From which hour of the company's day on it comes. */
  digestHour: f.whole(0, 23),
  /** Also on days on which the company does not work. */
  freeDays: z.boolean(),
  /** What is critical, by a rule that has it mailed at once. */
  atOnce: z.boolean(),
  /** Kinds of deadlines that are not mailed, at once or by the day. */
  mutedKinds: z
    .array(z.enum(deadlineKindNames))
    .check(z.refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must name each once' })),
}

export const notificationSettings = z.object({
  ...settings,
  /** Whether the company's mail has begun: somebody who may edit reminders has opened their rules. */
  isMailOn: z.boolean(),
  /** Whether the installation has a mail server: without one, letters lie in a folder of it. */
  hasMailServer: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: `${base}/notification-settings`,
  summary: 'What the caller is mailed',
  allow: 'signed-in',
  response: notificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: `${base}/notification-settings`,
  summary: 'Choose what one is mailed, for the caller alone; what is left out stays as it is',
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

/** Where people switch off what they are mailed, and on again. */
export const settingsScreen = '/account'
/** Where somebody who reads a mail stops mail of its kind; the token of the mail follows. */
export const cancelScreen = '/unsubscribe'

/** Mail programs make it by themselves, with a form for a body (RFC 8058). Of the body nothing is read. */
export const cancelMailKind = endpoint({
  method: 'POST',
  path: `${base}/unsubscribe/:token`,
  summary: 'Switch off one kind of mail for whom a mail was written to, by what stands in it; any number of times',
  allow: 'public',
  takesForms: true,
  params: z.object({ token: f.text(300) }),
  response: z.object({ kind: z.enum(mailKinds) }),
})
