import { Button, Select, Text } from '@mantine/core'
import { refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { officeLetterKinds } from '@plinth/api/documents/letter-fields'
import { listLetterTemplates } from '@plinth/api/documents/letter-templates'
import { useWatch } from 'react-hook-form'
import { kindWords, languageOptions } from '../../documents/letter-templates/letter-words.ts'
import { WordsField } from '../../documents/letter-templates/WordsField.tsx'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import type { FormValues } from './request-form.ts'
import type { LetterState } from './useLetter.ts'

const { SelectField, DayField } = fieldsOf(refundRequestLabels)

/** Language, template, day and texts of a letter. */
export function LetterFields({ letter }: { letter: LetterState }) {
  return (
    <FieldGroup title={t('Words')}>
      <SelectField name="language" options={languageOptions} required />
      <TemplateChoice letter={letter} />
      <DayField name="letterOn" required />
      <OwnWords letter={letter} />
      <WordsField name="subject" kind="REFUND_REQUEST" required />
      <WordsField name="body" kind="REFUND_REQUEST" required />
      <WordsField name="enclosures" kind="REFUND_REQUEST" />
    </FieldGroup>
  )
}

/** A choice of the templates in the letter's language, grouped by kind. */
function TemplateChoice({ letter: { templateId, chooseTemplate } }: { letter: LetterState }) {
  const language = useWatch<FormValues, 'language'>({ name: 'language' })
  const { data, error } = useRecord(listLetterTemplates)
  const known = data ?? []
  const groups = officeLetterKinds.map((kind) => ({
    group: kindWords[kind],
    items: known
      .filter((template) => template.kind === kind && (template.language === language || template.id === templateId))
      .map(({ id, name }) => ({ value: id, label: name })),
  }))
  return (
    <Select
      label={t('Template')}
      placeholder={t('Standard letter')}
      description={
        error ? t('Failed to fetch letter templates') : t('Empty: the standard letter for what is asked for')
      }
      data={groups.filter(({ items }) => items.length > 0)}
      value={templateId}
      onChange={chooseTemplate}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t('Template') }) }}
      withScrollArea={false}
    />
  )
}

/** Says whether the texts are the user's own. Own texts stay until the user takes those of the template. */
function OwnWords({ letter: { isOwn, adopt, putBack } }: { letter: LetterState }) {
  if (!isOwn && !putBack) return null
  return (
    <Text size="sm" component="div" data-wide role="status">
      {isOwn
        ? t('The words are your own: they stay as they are when language or template changes.')
        : t('The words are those of the template now.')}{' '}
      {isOwn && (
        <Button variant="default" size="compact-sm" onClick={() => void adopt()}>
          {t('Take the words of the template')}
        </Button>
      )}{' '}
      {putBack && (
        <Button variant="default" size="compact-sm" onClick={putBack}>
          {t('Put back what stood there')}
        </Button>
      )}
    </Text>
  )
}
