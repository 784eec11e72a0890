import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { today } from './days.ts'
import { answersPrefix, removeAnswers } from './remove-answers.ts'
import { currentUser } from './session.ts'

/**
 * Answers of calls that this device keeps for one person and one day, so that screens of the site open without a connection. They are
 * in a database of that person, and signing out deletes it.
 */

/** Under the company's day on which it was answered, and what was asked. */
interface Schema extends DBSchema {
  answers: { key: string; value: unknown }
}

const ofToday = (asked: string) => `${today()} ${asked}`

/**
 * Runs with the database of answers of the person of this id; undefined if another person, or nobody, is signed in. A sign-out
 * meanwhile, in any tab, deletes the database again.
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

/** Keeps an answer until the day ends or the person signs out, and deletes those of days before. Fails where there is no room. */
export async function storeAnswer(ownerId: string, asked: string, answer: unknown): Promise<void> {
  await withAnswers(ownerId, async (db) => {
    await db.delete('answers', IDBKeyRange.upperBound(today()))
    await db.put('answers', answer, ofToday(asked))
  })
}

/** What was answered today; undefined if it is not kept. */
export const answerOf = (ownerId: string, asked: string): Promise<unknown> =>
  withAnswers(ownerId, (db) => db.get('answers', ofToday(asked)))

/** All answers of today to what begins like this. */
export async function answersUnder(ownerId: string, beginning: string): Promise<unknown[]> {
  const range = IDBKeyRange.bound(ofToday(beginning), ofToday(`${beginning}\uffff`))
  return (await withAnswers(ownerId, (db) => db.getAll('answers', range))) ?? []
}

export async function removeAnswer(ownerId: string, asked: string): Promise<void> {
  await withAnswers(ownerId, (db) => db.delete('answers', ofToday(asked)))
}
