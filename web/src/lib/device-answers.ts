import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { today } from './days.ts'
import { currentUser } from './session.ts'

/**
 * Answers of calls that this device keeps for one person and one day, so that screens of the site open without a connection. They are
 * in a database of that person, and signing out deletes it.
 */

/** Under the company's day on which it was answered, and what was asked. */
interface Schema extends DBSchema {
  answers: { key: string; value: unknown }
}

const allOf = 'plinth answers '

const ofToday = (asked: string) => `${today()} ${asked}`

/** Deletes the answers of everybody but the owner of the database named, and of everybody where none is. */
async function removeOthers(own?: string): Promise<void> {
  const all = await indexedDB.databases()
  const others = all.flatMap(({ name }) => (name?.startsWith(allOf) && name !== own ? name : []))
  await Promise.all(others.map((name) => deleteDB(name)))
}

/** Does something with the answers of the signed-in person; undefined where nobody is signed in. */
async function withAnswers<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  const user = currentUser()
  if (!user) return undefined
  const name = `${allOf}${user.tenantId} ${user.id}`
  await removeOthers(name)
  const db = await openDB<Schema>(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('answers') })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Keeps an answer until the day ends or the person signs out, and deletes those of days before. Fails where there is no room. */
export async function storeAnswer(asked: string, answer: unknown): Promise<void> {
  await withAnswers(async (db) => {
    await db.delete('answers', IDBKeyRange.upperBound(today()))
    await db.put('answers', answer, ofToday(asked))
  })
}

/** What was answered today; undefined if it is not kept. */
export const answerOf = (asked: string): Promise<unknown> => withAnswers((db) => db.get('answers', ofToday(asked)))

/** All answers of today to what begins like this. */
export async function answersUnder(beginning: string): Promise<unknown[]> {
  const range = IDBKeyRange.bound(ofToday(beginning), ofToday(`${beginning}\uffff`))
  return (await withAnswers((db) => db.getAll('answers', range))) ?? []
}

export async function removeAnswer(asked: string): Promise<void> {
  await withAnswers((db) => db.delete('answers', ofToday(asked)))
}

/** Deletes all that is kept so on this device. */
export const removeAnswers = (): Promise<void> => removeOthers()
