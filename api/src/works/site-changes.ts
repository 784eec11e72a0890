import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import { task, taskStatuses } from './tasks.ts'

export const about = 'Changes entered on site, which phones send once they are online.'

/** The most changes in one call; a phone with more sends several calls. */
export const maxSiteChanges = 50
/** Older changes are rejected: the server no longer remembers whether they arrived before. */
export const maxSiteChangeDays = 60

/** The phone gives each change an id, and sends it under this id until it is answered. */
const changeFields = { id: f.id, taskId: f.id, madeAt: f.moment }

/**
 * A quantity is added to the actual quantity, so that several phones add up; a note is appended to the comment with its day and
 * author. Progress and status replace the value that the phone showed (`seen`).
 */
export const siteChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('QUANTITY'), ...changeFields, quantity: f.quantityAdded }),
  z.strictObject({ kind: z.literal('PROGRESS'), ...changeFields, progress: f.percentage, seen: f.percentage }),
  z.strictObject({
    kind: z.literal('STATUS'),
    ...changeFields,
    status: z.enum(taskStatuses),
    seen: z.enum(taskStatuses),
  }),
  z.strictObject({ kind: z.literal('NOTE'), ...changeFields, note: f.requiredText(1000) }),
])
export type SiteChange = z.infer<typeof siteChange>

/**
 * APPLIED now; SAME: applied before; CLAIMED: somebody else has set another value since; REFUSED: a rule forbids it. CLAIMED and
 * REFUSED change nothing, and the message gives the reason.
 */
export const siteChangeOutcomes = ['APPLIED', 'SAME', 'CLAIMED', 'REFUSED'] as const
export type SiteChangeOutcome = (typeof siteChangeOutcomes)[number]

export const siteChangeAnswer = z.object({
  id: f.id,
  outcome: z.enum(siteChangeOutcomes),
  ...z.partial(message).shape,
  /** The task as it is now; null if it no longer exists. */
  task: z.nullable(task),
})
export type SiteChangeAnswer = z.infer<typeof siteChangeAnswer>

export const sendSiteChanges = endpoint({
  method: 'POST',
  path: '/project/api/tasks/site-changes',
  summary: 'Apply changes that were entered on site, each once however often it is sent, one after another',
  allow: { module: 'Project Tasks', can: 'canEdit' },
  body: z.strictObject({ changes: z.array(siteChange).check(z.minLength(1), z.maxLength(maxSiteChanges)) }),
  response: z.array(siteChangeAnswer),
})
