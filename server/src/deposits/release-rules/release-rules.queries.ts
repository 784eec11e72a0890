import {
  type createReleaseRule,
  type ReleaseRule,
  releaseRuleFields,
  type updateReleaseRule,
} from '@plinth/api/deposits/release-rules'
import type { Body } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const rules = records<ReleaseRule>({
  table: 'release_rules',
  fields: Object.keys(releaseRuleFields),
  computed: authorsOf('release_rules'),
})

/** The rules of a company, oldest first. Its starting rules are in the order of the stages of a work. */
export const list = (db: Db) => rules.list(db, [], { field: 'createdAt', direction: 'asc' })

/** Throws 404. */
export const get = (db: Db, id: string) => rules.get(db, { id })

/** Throws 409 when the purpose and outcome have a rule. */
export const create = (db: Db, values: Body<typeof createReleaseRule>) => rules.insert(db, values)

/** Throws 404, 409 as `create` does, 412. */
export const update = (db: Db, id: string, values: Body<typeof updateReleaseRule>) => rules.update(db, { id }, values)

/** Throws 404. */
export const remove = (db: Db, id: string) => rules.remove(db, { id })

/** Stores the starting rules of a company. The transaction must be inside that company. */
export const addStartingRules = (db: Db) => sql`select app.add_starting_release_rules()`.execute(db)
