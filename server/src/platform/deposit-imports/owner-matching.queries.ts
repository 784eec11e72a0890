import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { folded } from '../contract-imports/office-matching.rules.ts'

export type FoundOwner = { id: string } | { fault: ['ownerName', Message] }

/** Finds the active user whom a row names: by the whole address, else the whole name. */
export async function ownerFinder(db: Db) {
  const { rows } = await sql<{ id: string; username: string; email: string | null }>`
    select id, username, email from users where is_active and deleted_at is null`.execute(db)
  const by = (keyOf: (person: (typeof rows)[number]) => string | null) =>
    Map.groupBy(rows, (person) => folded(keyOf(person) ?? ''))
  const [addresses, names] = [by(({ email }) => email), by(({ username }) => username)]
  return (typed: string): FoundOwner => {
    const [person, another] = addresses.get(folded(typed)) ?? names.get(folded(typed)) ?? []
    if (!person) return { fault: ['ownerName', messageOf('is nobody of your company')] }
    if (another) return { fault: ['ownerName', messageOf('is what two people are called: write the e-mail address')] }
    return { id: person.id }
  }
}
