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

/** For how long a change that was applied is known: longer than one is taken, whatever the clocks say. */
const lifetime = sql`interval '90 days'`

/** Of what a change says, in whatever order its fields came; what the phone showed when it was sent is no part of that. */
const digestOf = (change: SiteChange) => {
  const said = Object.entries(change).filter(([name]) => name !== 'seen')
  const text = JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(text).digest()
}

/**
 * Notes that the change is made. False where it was before; whoever makes it at this moment is waited for. Throws 409 where another change
 * was made under its id: it would be lost if it were answered as made.
 */
async function isFirst(db: Db, change: SiteChange): Promise<boolean> {
  const digest = digestOf(change)
  const noted =
    await sql`insert into site_changes (id, digest) values (${change.id}, ${digest}) on conflict do nothing`.execute(db)
  if (noted.numAffectedRows === 1n) return true
  const { rows } = await sql<{ isOther: boolean }>`select digest <> ${digest} as "isOther" from site_changes
    where user_id = app.user_id() and id = ${change.id}`.execute(db)
  if (rows[0]?.isOther) throw conflict('Another change was made under this id. Nothing was changed: enter it again.')
  return false
}

/** Who writes, and on which day of the company; never on one that is still to come. */
async function signatureOf(db: Db, madeAt: string): Promise<{ writer: string; day: string }> {
  const { rows } = await sql<{ writer: string; day: string }>`select username as writer,
    ((least(${madeAt}::timestamptz, now()) at time zone app.time_zone())::date)::text as day
    from users where id = app.user_id()`.execute(db)
  if (!rows[0]) throw new Error('nobody is signed in')
  return rows[0]
}

/** Somebody else was first. */
const claimed = (said: Message) => new AppError(412, 'stale', said)

function requireSeen(change: SiteChange, stored: Pick<Task, 'progress' | 'status'>): void {
  if (change.kind === 'PROGRESS' && ![change.seen, change.progress].includes(stored.progress))
    throw claimed(messageOf('Somebody has set the progress to {progress}% meanwhile.', { progress: stored.progress }))
  if (change.kind === 'STATUS' && ![change.seen, change.status].includes(stored.status))
    throw claimed(messageOf('Somebody has set the status to {status} meanwhile.', { status: inWords(stored.status) }))
}

function addedTo({ actualQuantity }: Pick<Task, 'actualQuantity'>, quantity: number): number {
  const sum = sumOf(actualQuantity ?? null, quantity)
  if (sum < 0)
    throw conflict(messageOf('Only {done} is done: no more can be taken back.', { done: actualQuantity ?? 0 }))
  return sum
}

async function made(db: Db, change: SiteChange): Promise<Task> {
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
    requireSeen(change, stored)
    if (change.kind === 'QUANTITY') return { actualQuantity: addedTo(stored, change.quantity) }
    return change.kind === 'PROGRESS' ? { progress: change.progress } : { status: change.status }
  })
}

const dayMs = 86_400_000

async function applied(db: Db, change: SiteChange): Promise<SiteChangeAnswer> {
  const { id, taskId, madeAt } = change
  if (Date.parse(madeAt) < Date.now() - maxSiteChangeDays * dayMs)
    throw invalid([{ path: 'madeAt', message: 'is too long ago: enter it again' }])
  if (await isFirst(db, change)) return { id, outcome: 'APPLIED', task: await made(db, change) }
  return { id, outcome: 'SAME', task: await tasks.get(db, taskId).catch(() => null) }
}

type Stage = Pick<StagedContext, 'stage'>

async function refused({ stage }: Stage, { id, taskId }: SiteChange, refusal: AppError): Promise<SiteChangeAnswer> {
  const outcome = refusal.status === 412 ? 'CLAIMED' : 'REFUSED'
  const task = await stage((db) => tasks.get(db, taskId)).catch(() => null)
  return { id, outcome, ...refusal.sentence, task }
}

/**
 * Each in a transaction of its own, and by whoever may still do it by then: what is refused of one is its answer, and takes
 * nothing of the others along. A session that is over, or a database that is away, ends the call; what was applied until then
 * is known when it is sent again.
 */
export async function apply(context: Stage, changes: readonly SiteChange[]): Promise<SiteChangeAnswer[]> {
  const answers: SiteChangeAnswer[] = []
  for (const change of changes) {
    try {
      answers.push(await context.stage((db) => applied(db, change)))
    } catch (error) {
      const refusal = error instanceof AppError ? error : databaseError(error)
      if (!refusal || refusal.status === 401 || refusal.status >= 500) throw error
      answers.push(await refused(context, change, refusal))
    }
  }
  return answers
}

/** Forgets the changes that are not taken any more. */
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
