import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import { task, taskStatuses } from './tasks.ts'

export const about = 'What was done on site, sent by phones that may have been without a line when it was entered.'

/** The most changes in one call; a phone that has more sends them in several. */
export const maxSiteChanges = 50
/** A change that lay on a phone for longer is not taken any more: by then nobody knows whether it arrived before. */
export const maxSiteChangeDays = 60

/** The phone gives each change its id, and sends it under the same one until it is answered. */
const made = { id: f.id, taskId: f.id, madeAt: f.moment }

/**
 * A quantity is added to what is done, so that several phones add up; a note goes below the comment, with its day and who wrote
 * it. Progress and status are set, in place of what the phone showed (`seen`).
 */
export const siteChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('QUANTITY'), ...made, quantity: f.quantityAdded }),
  z.strictObject({ kind: z.literal('PROGRESS'), ...made, progress: f.percentage, seen: f.percentage }),
  z.strictObject({ kind: z.literal('STATUS'), ...made, status: z.enum(taskStatuses), seen: z.enum(taskStatuses) }),
  z.strictObject({ kind: z.literal('NOTE'), ...made, note: f.requiredText(1000) }),
])
export type SiteChange = z.infer<typeof siteChange>

/**
 * APPLIED now, or the SAME was applied before; CLAIMED where somebody else has set another value meanwhile, REFUSED where a rule
 * forbids it: nothing was changed then, and the message says why.
 */
export const siteChangeOutcomes = ['APPLIED', 'SAME', 'CLAIMED', 'REFUSED'] as const
export type SiteChangeOutcome = (typeof siteChangeOutcomes)[number]

export const siteChangeAnswer = z.object({
  id: f.id,
  outcome: z.enum(siteChangeOutcomes),
  ...z.partial(message).shape,
  /** As it stands now; null where there is none any more. */
  task: z.nullable(task),
})
export type SiteChangeAnswer = z.infer<typeof siteChangeAnswer>

export const sendSiteChanges = endpoint({
  method: 'POST',
  path: '/project/api/tasks/site-changes',
  summary: 'Apply what was entered on site, each change once however often it is sent, one after another',
  allow: { module: 'Project Tasks', can: 'canEdit' },
  body: z.strictObject({ changes: z.array(siteChange).check(z.minLength(1), z.maxLength(maxSiteChanges)) }),
  response: z.array(siteChangeAnswer),
})
