import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { letterKinds, letterTextLabels, letterTexts } from './letter-fields.ts'

export const about = 'The texts of a company’s letters, in English and Hindi, with placeholders.'

const base = '/project/api/letter-templates'

export const letterTemplateFields = {
  kind: z.enum(letterKinds),
  language: f.language,
  name: f.requiredText(200),
  ...letterTexts,
  /** Taken when no template is named: one for each kind and language. */
  isDefault: f.active,
}

/** The labels of the fields on the screen. */
export const letterTemplateLabels = {
  kind: 'Letter for',
  language: 'Language',
  name: 'Name',
  ...letterTextLabels,
  isDefault: 'Standard letter',
} as const satisfies Record<keyof typeof letterTemplateFields, string>

export const letterTemplate = r.stored({ id: f.id, ...letterTemplateFields, ...r.authors })
export type LetterTemplate = z.infer<typeof letterTemplate>

export const letterTemplateInput = r.createBody(
  letterTemplateFields,
  { language: 'en', isDefault: false },
  r.namesOf(r.authors),
)
export const letterTemplateEdit = r.editBody(letterTemplateFields, r.namesOf(r.authors))

export const audited = {
  letter_templates: { record: letterTemplate, labels: letterTemplateLabels },
}

export const listLetterTemplates = endpoint({
  method: 'GET',
  path: base,
  summary: 'The letter templates, by kind, language and name',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(letterTemplate),
})

export const getLetterTemplate = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One letter template',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: letterTemplate,
})

export const createLetterTemplate = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a letter template; a new standard letter replaces the previous one',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: letterTemplateInput,
  response: letterTemplate,
})

export const updateLetterTemplate = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a letter template; existing letters stay as they are',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: letterTemplateEdit,
  response: letterTemplate,
})

export const deleteLetterTemplate = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a letter template; existing letters stay as they are',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
