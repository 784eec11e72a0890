import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { takeLetter } from '../../documents/letter-templates/LetterFiles.tsx'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import { faultSources } from '../../ui/form/form-context.ts'
import type { Saving } from '../../ui/form/RecordForm.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import classes from './Request.module.css'
import type { FormValues } from './request-form.ts'
import { letterOf } from './take-letter.ts'
import type { Act, OthersProps } from './writing-act.ts'

// A lazy part, because only a phone shows it.
const FoldedActs = lazyPart(() => import('./FoldedActs.tsx'), 'FoldedActs', {
  waiting: (
    <Button variant="default" disabled rightSection={<IconChevronDown size={14} aria-hidden />}>
      {t('More')}
    </Button>
  ),
})

type Then = (stored: { id?: string }) => Promise<void>

interface Props {
  saving: Saving
  toPage: (stored: { id?: string }, search?: Search) => Promise<void>
}

/** The buttons of the form. Each saves the letter first; the most used one is last. */
export function WritingActs({ saving: { submit, isSubmitting }, toPage }: Props) {
  const { getValues, setError } = useFormContext<FormValues>()
  const isPhone = usePhone()
  /** A letter without deposits cannot be printed or sent. */
  function withDeposits(then: Then): void {
    if (getValues('deposits').length > 0) return submit(then)
    setError('deposits', { type: faultSources.field, message: t('Choose the deposits that are asked for') })
    document.getElementById('field-deposits')?.focus()
  }
  const file = (format: 'pdf' | 'docx') => () =>
    withDeposits(async (stored) => {
      await toPage(stored)
      await takeLetter(letterOf(stored.id ?? '')(format))
    })
  const others: Act[] = [
    { label: t('Save draft'), run: () => submit(), isSave: true },
    { label: t('Word'), run: file('docx') },
    { label: t('Mark as sent'), run: () => withDeposits((stored) => toPage(stored, { act: 'send' })) },
  ]
  const Others = isPhone ? FoldedActs : ButtonRow
  return (
    <div className={classes['acts']}>
      <Others acts={others} isBusy={isSubmitting} />
      <Button loading={isSubmitting} onClick={file('pdf')}>
        {t('PDF')}
      </Button>
    </div>
  )
}

const ButtonRow = ({ acts, isBusy }: OthersProps) =>
  acts.map(({ label, run, isSave }) => (
    <Button
      key={label}
      variant="default"
      disabled={isBusy}
      {...(isSave ? { type: 'submit', 'aria-keyshortcuts': 'Control+S' } : { onClick: run })}
    >
      {label}
    </Button>
  ))
