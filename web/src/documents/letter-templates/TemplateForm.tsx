import type { LetterKind } from '@plinth/api/documents/letter-fields'
import {
  createLetterTemplate,
  deleteLetterTemplate,
  getLetterTemplate,
  letterTemplateLabels,
  updateLetterTemplate,
} from '@plinth/api/documents/letter-templates'
import { useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { kindOptions, languageOptions } from './letter-words.ts'
import { WordsField } from './WordsField.tsx'

const { TextField, SelectField, CheckboxField } = fieldsOf(letterTemplateLabels)

const texts = {
  loadFailed: t('Failed to fetch letter template'),
  saveFailed: t('Failed to save letter template. Please try again.'),
  created: t('Letter template created successfully!'),
  updated: t('Letter template updated successfully!'),
}

export function TemplateForm() {
  return (
    <FormScreen
      noun="letter template"
      load={getLetterTemplate}
      create={createLetterTemplate}
      update={updateLetterTemplate}
      remove={deleteLetterTemplate}
      blank={{ kind: 'REFUND_REQUEST', language: 'en', isDefault: false }}
      listPath="/contracts/letter-templates"
      pathOf={({ id }) => `/contracts/letter-templates/${id}`}
      nameOf={({ name }) => name}
      texts={texts}
      related={(template) => <RecordFacts record={template} hasTrail />}
    >
      <FieldGroup title={t('Template')}>
        <TextField name="name" required />
        <SelectField name="kind" options={kindOptions} required />
        <SelectField name="language" options={languageOptions} required />
        <CheckboxField name="isDefault" description={t('Taken where none is chosen: one for each kind and language')} />
      </FieldGroup>
      <TemplateWords />
    </FormScreen>
  )
}

/** The texts of a template; the kind of letter decides which fields they may have. */
function TemplateWords() {
  const kind = useWatch<{ kind: LetterKind }, 'kind'>({ name: 'kind' })
  return (
    <FieldGroup title={t('Words')}>
      <WordsField name="subject" kind={kind} required />
      <WordsField name="body" kind={kind} required />
      <WordsField name="enclosures" kind={kind} />
    </FieldGroup>
  )
}
