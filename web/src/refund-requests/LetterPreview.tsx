import { Alert, Button, Skeleton, Text } from '@mantine/core'
import type { LetterField } from '@plinth/api/letter-templates'
import { t } from '../lib/language.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { emptyWords } from './empty-fields.ts'
import { Letter } from './Letter.tsx'
import classes from './Request.module.css'
import type { Checked } from './useLetter.ts'

/** What has nothing to be filled in with: room is left for it, so that nobody sends a letter with a hole unawares. */
function EmptyFields({ fields }: { fields: readonly LetterField[] }) {
  const told = emptyWords(fields)
  if (told.length === 0) return null
  return (
    <Alert color="yellow" mb="sm" title={t('The letter leaves room for what is not known')} role="status">
      <ul className={classes['empty']}>
        {told.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

interface Props {
  checked: Checked | undefined
  error: Error | null
  retry: () => void
  /** What is shown is of a moment ago, or the form says what no letter can be made of. */
  isOld?: boolean
  /** What to do so that there is a letter; nothing where it is on its way. */
  hint?: string | undefined
}

/** The letter as it will read, and what is empty in it above. */
export function LetterPreview({ checked, error, retry, isOld = false, hint }: Props) {
  return (
    <RecordSection title={t('The letter as it will read')}>
      {error && (
        <Text role="alert" c="var(--mantine-color-error)" mb="sm">
          {error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            {t('Retry')}
          </Button>
        </Text>
      )}
      {checked && <EmptyFields fields={checked.emptyFields} />}
      {checked ? (
        <div className={classes['shown']} data-old={isOld || undefined}>
          <Letter letter={checked.letter} />
        </div>
      ) : (
        !error && (hint ? <Text c="dimmed">{hint}</Text> : <Skeleton height={420} aria-hidden />)
      )}
    </RecordSection>
  )
}
