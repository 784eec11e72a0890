import { sql } from 'kysely'
import { hashPassword } from '../kernel/passwords.ts'
import type { Db } from '../kernel/tenancy.ts'

export interface NewUser {
  username: string
  email: string | null
  mobileNo: string | null
  designation: string | null
  password: string
}

/** Stores a person with a password and returns their id. */
export async function insertUser(
  db: Db,
  { username, email, mobileNo, designation, password }: NewUser,
): Promise<string> {
  const hash = await hashPassword(password)
  const { id } = await db
    .insertInto('users')
    .values({ username, email, mobile_no: mobileNo, designation })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into user_passwords (user_id, hash) values (${id}, ${hash})`.execute(db)
  return id
}
