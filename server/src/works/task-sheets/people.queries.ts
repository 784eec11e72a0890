import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import { type Db } from '../../kernel/db/tenancy.ts'

interface Person {
  id: string
  email: string | null
  mobileNo: string | null
  username: string
  isActive: boolean
}

/** Every user of the company, including former ones: tasks can still be assigned to those. */
export async function people(db: Db): Promise<Person[]> {
  const found = await sql<Person>`select id, email, mobile_no as "mobileNo", username,
    is_active and deleted_at is null as "isActive" from users`.execute(db)
  return found.rows
}

/** What a sheet writes for each user: the e-mail address, else the mobile number. */
export const contactsOf = (everybody: readonly Person[]) =>
  new Map(everybody.map(({ id, email, mobileNo }) => [id, email ?? mobileNo ?? undefined]))

const digitsOf = (mobileNo: string) => mobileNo.replace(/\D/g, '')

/** Finds an active user by e-mail address, else by mobile number, else by a name that only they have. */
export function personFinder(everybody: readonly Person[]) {
  const active = everybody.filter(({ isActive }) => isActive)
  const by = (keyOf: (person: Person) => string | undefined) => Map.groupBy(active, (person) => keyOf(person) ?? '')
  const byEmail = by(({ email }) => email?.toLowerCase())
  const byMobile = by(({ mobileNo }) => digitsOf(mobileNo ?? ''))
  const byName = by(({ username }) => username.trim().toLowerCase())
  return (typed: string): { id: string } | { fault: Message } => {
    const key = typed.toLowerCase()
    const mobile = /^\+?[\d\s()-]+$/.test(typed) ? digitsOf(typed) : undefined
    const byNumber = mobile ? byMobile.get(mobile) : undefined
    const [person, ...others] = byEmail.get(key) ?? byNumber ?? byName.get(key) ?? []
    if (person && others.length === 0) return person
    return {
      fault: person
        ? messageOf('is the name of several people: give the e-mail address')
        : messageOf('is nobody who can be assigned a task: give their e-mail address'),
    }
  }
}
