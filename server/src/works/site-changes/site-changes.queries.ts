import { createHash } from 'node:crypto'
import { inWords } from '@plinth/api/kernel/code-words'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { maxSiteChangeDays, type SiteChange, type SiteChangeAnswer } from '@plinth/api/works/site-changes'
import { maxCommentLength, type Task } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { AppError, conflict, databaseError, invalid } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { oldRowsInCompanies, type Round } from '../../kernel/jobs/sweeper.ts'
import * as tasks from '../tasks/tasks.queries.ts'
import { sumOf, withNote } from './site-changes.rules.ts'

/** How long the id of an applied change is remembered: longer than a change is accepted, even with a wrong clock on the phone. */
const lifetime = sql`interval '90 days'`

/** A digest of a change, independent of the order of its fields and of `seen`, the value that the phone showed. */
const digestOf = (change: SiteChange) => {
  const fields = Object.entries(change).filter(([name]) => name !== 'seen')
  const text = JSON.stringify(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(text).digest()
}

/**
 * Records that the change was made, and waits for a concurrent request with the same id. Returns false if it was made before. Throws
 * 409 if the id belongs to a different change, which would be lost if it were answered as made.
 */
async function recordChange(db: Db, change: SiteChange): Promise<boolean> {
  const digest = digestOf(change)
  const inserted =
    await sql`insert into site_changes (id, digest) values (${change.id}, ${digest}) on conflict do nothing`.execute(db)
  if (inserted.numAffectedRows === 1n) return true
  const { rows } = await sql<{ isOther: boolean }>`select digest <> ${digest} as "isOther" from site_changes
    where user_id = app.user_id() and id = ${change.id}`.execute(db)
  if (rows[0]?.isOther) throw conflict('Another change was made under this id. Nothing was changed: enter it again.')
  return false
}

/** The name of the signed-in user and the company's day of the change, today at the latest. */
async function signatureOf(db: Db, madeAt: string): Promise<{ writer: string; day: string }> {
  const { rows } = await sql<{ writer: string; day: string }>`select username as writer,
    ((least(${madeAt}::timestamptz, now()) at time zone app.time_zone())::date)::text as day
    from users where id = app.user_id()`.execute(db)
  if (!rows[0]) throw new Error('nobody is signed in')
  return rows[0]
}

/** The answer when somebody else has changed the value since. */
const stale = (fields: Message) => new AppError(412, 'stale', fields)

function requireUnchanged(change: SiteChange, stored: Pick<Task, 'progress' | 'status'>): void {
  if (change.kind === 'PROGRESS' && ![change.seen, change.progress].includes(stored.progress))
    throw stale(messageOf('Somebody has set the progress to {progress}% meanwhile.', { progress: stored.progress }))
  if (change.kind === 'STATUS' && ![change.seen, change.status].includes(stored.status))
    throw stale(messageOf('Somebody has set the status to {status} meanwhile.', { status: inWords(stored.status) }))
}

function increasedBy({ actualQuantity }: Pick<Task, 'actualQuantity'>, quantity: number): number {
  const sum = sumOf(actualQuantity ?? null, quantity)
  if (sum < 0)
    throw conflict(messageOf('Only {done} is done: no more can be taken back.', { done: actualQuantity ?? 0 }))
  return sum
}

async function applyToTask(db: Db, change: SiteChange): Promise<Task> {
  const { taskId } = change
  if (change.kind === 'NOTE') {
    const { writer, day } = await signatureOf(db, change.madeAt)
    return tasks.revise(db, taskId, (stored) => {
      const comment = withNote(stored.comment ?? null, change.note, day, writer)
      if (comment.length > maxCommentLength)
        throw conflict(
          'The comment of the task has no room for the note. Shorten the comment, and send the note again.',
        )
      return { comment }
    })
  }
  return tasks.revise(db, taskId, (stored) => {
    requireUnchanged(change, stored)
    if (change.kind === 'QUANTITY') return { actualQuantity: increasedBy(stored, change.quantity) }
    return change.kind === 'PROGRESS' ? { progress: change.progress } : { status: change.status }
  })
}

const dayMs = 86_400_000

async function applyOnce(db: Db, change: SiteChange): Promise<SiteChangeAnswer> {
  const { id, taskId, madeAt } = change
  if (Date.parse(madeAt) < Date.now() - maxSiteChangeDays * dayMs)
    throw invalid([{ path: 'madeAt', message: 'is too long ago: enter it again' }])
  if (await recordChange(db, change)) return { id, outcome: 'APPLIED', task: await applyToTask(db, change) }
  return { id, outcome: 'SAME', task: await tasks.get(db, taskId).catch(() => null) }
}

type Stage = Pick<StagedContext, 'stage'>

async function rejectionOf({ stage }: Stage, { id, taskId }: SiteChange, refusal: AppError): Promise<SiteChangeAnswer> {
  const outcome = refusal.status === 412 ? 'CLAIMED' : 'REFUSED'
  const task = await stage((db) => tasks.get(db, taskId)).catch(() => null)
  return { id, outcome, ...refusal.sentence, task }
}

/**
 * Applies each change in its own transaction, with the permissions of that moment: a rejected change does not affect the others, and
 * its answer gives the reason. An expired session or a database failure aborts the call; the changes applied before are recognised
 * when they are sent again.
 */
export async function apply(context: Stage, changes: readonly SiteChange[]): Promise<SiteChangeAnswer[]> {
  const answers: SiteChangeAnswer[] = []
  for (const change of changes) {
    try {
      answers.push(await context.stage((db) => applyOnce(db, change)))
    } catch (error) {
      const refusal = error instanceof AppError ? error : databaseError(error)
      if (!refusal || refusal.status === 401 || refusal.status >= 500) throw error
      answers.push(await rejectionOf(context, change, refusal))
    }
  }
  return answers
}

/** Deletes the ids of changes that are too old to be accepted again. */
export const sweep = (door: Door, round: Round): Promise<number> =>
  oldRowsInCompanies(
    door,
    {
      table: 'site_changes',
      key: ['user_id', 'id'],
      lifetime,
      companies: sql`app.companies_with_old_site_changes(${lifetime})`,
    },
    round,
  )
