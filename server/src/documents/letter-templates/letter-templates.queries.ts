import { type LetterKind, letterKinds, letterTextsOf } from '@plinth/api/documents/letter-fields'
import {
  type createLetterTemplate,
  type LetterTemplate,
  letterTemplateFields,
  type updateLetterTemplate,
} from '@plinth/api/documents/letter-templates'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const templates = records<LetterTemplate>({
  table: 'letter_templates',
  fields: Object.keys(letterTemplateFields),
  computed: authorsOf('letter_templates'),
})
const { column } = templates

/** The templates of a company, by kind, language and name. */
export async function list(db: Db): Promise<LetterTemplate[]> {
  const found = await templates.list(db, [], { field: 'name', direction: 'asc' })
  const place = ({ kind, language }: LetterTemplate) => letterKinds.indexOf(kind) * 2 + (language === 'en' ? 0 : 1)
  return found.toSorted((one, other) => place(one) - place(other))
}

/** Throws 404. */
export const get = (db: Db, id: string) => templates.get(db, { id })

type Standard = Pick<LetterTemplate, 'kind' | 'language'>

const isStandard = ({ kind, language }: Standard) =>
  sql<SqlBool>`${column('kind')} = ${kind} and ${column('language')} = ${language} and ${column('isDefault')}`

/** The standard letter of a kind in a language; undefined if the company has none. */
export async function standard(db: Db, kind: LetterKind, language: 'en' | 'hi'): Promise<LetterTemplate | undefined> {
  const [found] = await templates.list(db, [isStandard({ kind, language })], { field: 'createdAt', direction: 'asc' })
  return found
}

/**
 * The template that a letter of one of these kinds refers to. Throws 400 when it does not exist or is of another kind.
 */
export async function named(db: Db, id: string, kinds: readonly LetterKind[]): Promise<LetterTemplate> {
  const found = await get(db, id).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  })
  if (!found) throw invalid([{ path: 'templateId', message: 'must be a letter template of your company' }])
  if (!kinds.includes(found.kind)) throw invalid([{ path: 'templateId', message: 'is a template of another letter' }])
  return found
}

type Worded = Pick<Body<typeof createLetterTemplate>, 'kind' | 'subject' | 'body' | 'enclosures'>

/** Throws 400 when the texts name a field that letters of this kind do not have. */
function requireFields({ kind, ...words }: Worded): void {
  const texts = letterTextsOf[kind]
  const faults = (['subject', 'body', 'enclosures'] as const).flatMap((path) =>
    (texts[path].safeParse(words[path]).error?.issues ?? []).map((issue) => ({ path, ...messageOfIssue(issue) })),
  )
  if (faults.length > 0) throw invalid(faults)
}

/** Takes the mark of the standard letter from the current one of this kind and language. */
async function unsetStandard(db: Db, of: Standard, except?: string): Promise<void> {
  await sql`update letter_templates set is_default = false
    where ${isStandard(of)} and deleted_at is null and id is distinct from ${except ?? null}`.execute(db)
}

/**
 * Throws 400 for a field of another kind of letter, 409 when another template became the standard letter at the same
 * moment.
 */
export async function create(db: Db, values: Body<typeof createLetterTemplate>): Promise<LetterTemplate> {
  requireFields(values)
  if (values.isDefault) await unsetStandard(db, values)
  return templates.insert(db, values)
}

/** Throws 404, 400 and 409 as `create` does, 412. */
export async function update(db: Db, id: string, values: Body<typeof updateLetterTemplate>): Promise<LetterTemplate> {
  const before = await templates.getForUpdate(db, { id })
  const { kind = before.kind, language = before.language, isDefault = before.isDefault } = values
  const { subject = before.subject, body = before.body, enclosures = before.enclosures } = values
  requireFields({ kind, subject, body, enclosures })
  if (isDefault) await unsetStandard(db, { kind, language }, id)
  return templates.update(db, { id }, values)
}

/** Throws 404. */
export const remove = (db: Db, id: string) => templates.remove(db, { id })

/** Adds the letters that a company starts with; the transaction runs within the company. */
export const addStartingLetters = (db: Db) => sql`select app.add_starting_letters()`.execute(db)
