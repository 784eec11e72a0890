import { Alert, Button, Skeleton, Text } from '@mantine/core'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { Letter } from './Letter.tsx'
import classes from './LetterPreview.module.css'

/** What has nothing to be filled in with, sentence by sentence: room is left for it, so that nobody sends a letter with a hole unawares. */
export function EmptyFields({ told }: { told: readonly string[] }) {
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
  letter: LetterContent | undefined
  /** What is empty in it, and why. */
  told: readonly string[]
  error: Error | null
  retry: () => void
  /** What is shown is of a moment ago, or the form says what no letter can be made of. */
  isOld?: boolean
  /** What to do so that there is a letter; nothing where it is on its way. */
  hint?: string | undefined
  /** What stands in the place of a number that it has not. */
  numberLater: string
}

/** The letter as it will read, and what is empty in it above. */
export function LetterPreview({ letter, told, error, retry, isOld = false, hint, numberLater }: Props) {
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
      {letter && <EmptyFields told={told} />}
      {letter ? (
        <div className={classes['shown']} data-old={isOld || undefined}>
          <Letter letter={letter} numberLater={numberLater} />
        </div>
      ) : (
        !error && (hint ? <Text c="dimmed">{hint}</Text> : <Skeleton height={420} aria-hidden />)
      )}
    </RecordSection>
  )
}
