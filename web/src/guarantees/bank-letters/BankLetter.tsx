import { Drawer, Select, Text, TextInput } from '@mantine/core'
import { bankLettersOf } from '@plinth/api/guarantees/bank-letter-kinds'
import { bankLetterLabels, downloadBankLetter } from '@plinth/api/guarantees/bank-letters'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { LetterFiles } from '../../documents/letter-templates/LetterFiles.tsx'
import { LetterPreview } from '../../documents/letter-templates/LetterPreview.tsx'
import { kindWords, languageOptions } from '../../documents/letter-templates/letter-words.ts'
import { today } from '../../lib/days.ts'
import { download } from '../../lib/download.ts'
import { t, translated } from '../../lib/language.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'
import classes from './BankLetter.module.css'
import { emptyWords } from './empty-words.ts'
import { letterTitle } from './letter-title.ts'
import { type BankLetterState, useBankLetter } from './useBankLetter.ts'

interface Props {
  instrument: Instrument
  onClose: () => void
}

/** Dialog over the page of a guarantee with a letter to its bank: its options, its text and its files. Nothing is stored. */
export function BankLetter({ instrument, onClose }: Props) {
  const { props } = useDialog(onClose)
  const isPhone = usePhone()
  const letter = useBankLetter(instrument)
  const { data, error, retry, isOld, isWhole, body } = letter
  return (
    <Drawer {...props} position="right" size={isPhone ? '100%' : '44rem'} title={letterTitle(instrument)}>
      <div className={classes['fields']}>
        <KindChoice instrument={instrument} letter={letter} />
        <WordChoices letter={letter} />
        <AskedUntil letter={letter} />
        <DayInput
          label={translated(bankLetterLabels.letterOn)}
          value={letter.letterOn}
          onChange={(letterOn) => letter.set({ letterOn })}
        />
        <TextInput
          label={translated(bankLetterLabels.requestNo)}
          description={t('Of your register of letters, if it has one')}
          maxLength={100}
          value={letter.requestNo}
          onChange={({ currentTarget }) => letter.set({ requestNo: currentTarget.value })}
        />
      </div>
      <LetterPreview
        letter={data?.letter}
        told={emptyWords(data?.emptyFields ?? [])}
        {...{ error, retry, isOld }}
        hint={isWhole ? undefined : t('It is shown once the days above are right.')}
        numberLater={t('none')}
      />
      <div className={classes['bar']}>
        <Text size="sm" c="dimmed" className={classes['note'] ?? ''}>
          {t('The words are those of the letter template: they are changed there, or in Word.')}
        </Text>
        <LetterFiles
          variant="filled"
          isDisabled={!isWhole || !data}
          take={(format) => download(downloadBankLetter, { params: { id: instrument.id }, body: { ...body, format } })}
        />
      </div>
    </Drawer>
  )
}

/** The choice of what the bank is asked for; plain text if only one kind is possible. */
function KindChoice({ instrument, letter: { kind, set } }: LetterProps & { instrument: Instrument }) {
  const kinds = bankLettersOf(instrument, today())
  return (
    <Select
      label={translated(bankLetterLabels.kind)}
      data={kinds.map((value) => ({ value, label: kindWords[value] }))}
      value={kind}
      onChange={(value) => value && set({ kind: value, templateId: null })}
      allowDeselect={false}
      withScrollArea={false}
    />
  )
}

interface LetterProps {
  letter: BankLetterState
}

/** The language and, if the company has several templates for it, the template. */
function WordChoices({ letter: { language, templateId, templates, set } }: LetterProps) {
  return (
    <>
      <Select
        label={translated(bankLetterLabels.language)}
        data={languageOptions}
        value={language}
        onChange={(value) => set({ language: value === 'hi' ? 'hi' : 'en', templateId: null })}
        allowDeselect={false}
        withScrollArea={false}
      />
      {templates.length > 1 && (
        <Select
          label={translated(bankLetterLabels.templateId)}
          placeholder={t('Standard letter')}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={templateId}
          onChange={(value) => set({ templateId: value })}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear {label}', { label: translated(bankLetterLabels.templateId) }) }}
          withScrollArea={false}
        />
      )}
    </>
  )
}

/** The day until which an extension is asked for: proposed by what the work needs, until the user types another day. */
function AskedUntil({ letter: { kind, askedUntil, needed, dayFault, set } }: LetterProps) {
  if (kind !== 'EXTENSION_TO_BANK') return null
  return (
    <DayInput
      label={translated(bankLetterLabels.askedUntil)}
      {...(needed && { description: t('Proposed: what it secures asks for it until then') })}
      value={askedUntil}
      onChange={(day) => set({ askedUntil: day })}
      error={dayFault}
    />
  )
}
