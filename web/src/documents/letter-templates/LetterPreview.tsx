import { Alert, Button, Skeleton, Text } from '@mantine/core'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { Letter } from './Letter.tsx'
import classes from './LetterPreview.module.css'

/** Lists the fields without a value, one sentence each, so that nobody sends a letter with gaps unawares. */
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
  /** The fields that are empty, and why. */
  told: readonly string[]
  error: Error | null
  retry: () => void
  /** The shown letter is outdated, or the form has a fault. */
  isOld?: boolean
  /** What to enter before there is a letter; undefined while one is loading. */
  hint?: string | undefined
  /** Shown in place of a missing number. */
  numberLater: string
}

/** The letter as it will be read, below the list of its empty fields. */
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
