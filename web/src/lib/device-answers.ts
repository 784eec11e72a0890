import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { today } from './days.ts'
import { answersPrefix, removeAnswers } from './remove-answers.ts'
import { currentUser } from './session.ts'

/**
 * Answers of calls that this device stores for one user and one day, so that site screens open without a connection. Each user has a
 * database of their own, which signing out deletes.
 */

/** Keyed by the company's day of the answer and the request. */
interface Schema extends DBSchema {
  answers: { key: string; value: unknown }
}

const ofToday = (request: string) => `${today()} ${request}`

/**
 * Runs `work` with the answers database of the user with this id; undefined if another user, or nobody, is signed in. Deletes the database
 * again if the user signs out meanwhile, in any tab.
 */
async function withAnswers<T>(ownerId: string, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  const user = currentUser()
  if (user?.id !== ownerId) return undefined
  const name = `${answersPrefix}${user.tenantId} ${ownerId}`
  const isGone = () => currentUser()?.id !== ownerId
  await removeAnswers(name)
  const db = await openDB<Schema>(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('answers') })
  try {
    return isGone() ? undefined : await work(db)
  } finally {
    db.close()
    if (isGone()) await removeAnswers()
  }
}

/** Stores an answer until the day ends or the user signs out, and deletes answers of earlier days. Fails when the device has no room. */
export async function storeAnswer(ownerId: string, request: string, answer: unknown): Promise<void> {
  await withAnswers(ownerId, async (db) => {
    await db.delete('answers', IDBKeyRange.upperBound(today()))
    await db.put('answers', answer, ofToday(request))
  })
}

/** Today's answer to a request; undefined if none is stored. */
export const answerOf = (ownerId: string, request: string): Promise<unknown> =>
  withAnswers(ownerId, (db) => db.get('answers', ofToday(request)))

/** All of today's answers to requests with this prefix. */
export async function answersUnder(ownerId: string, beginning: string): Promise<unknown[]> {
  const range = IDBKeyRange.bound(ofToday(beginning), ofToday(`${beginning}\uffff`))
  return (await withAnswers(ownerId, (db) => db.getAll('answers', range))) ?? []
}

export async function removeAnswer(ownerId: string, request: string): Promise<void> {
  await withAnswers(ownerId, (db) => db.delete('answers', ofToday(request)))
}
