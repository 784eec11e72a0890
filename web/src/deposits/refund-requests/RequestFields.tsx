import { Skeleton, Text } from '@mantine/core'
import { type RefundRequest, refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { useWatch } from 'react-hook-form'
import { LetterPreview } from '../../documents/letter-templates/LetterPreview.tsx'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { AddresseeField } from './AddresseeField.tsx'
import { emptyWords, numberLater } from './empty-fields.ts'
import { OfficePick } from './OfficePick.tsx'
import classes from './Request.module.css'
import type { FormValues } from './request-form.ts'
import { useLetter } from './useLetter.ts'

// Lazy parts, because they are shown only after an office is chosen.
const AskedDeposits = lazyPart(() => import('./AskedDeposits.tsx'), 'AskedDeposits', {
  waiting: <Skeleton className={classes['waiting'] ?? ''} mb="sm" />,
})
const LetterFields = lazyPart(() => import('./LetterFields.tsx'), 'LetterFields', {
  waiting: <Skeleton height={320} />,
})

interface Props {
  named: readonly string[]
  /** The stored draft to change. */
  request?: RefundRequest | undefined
}

const none: readonly never[] = []

/** Office, deposits and texts of a letter, with its preview beside them. */
export function RequestFields({ named, request }: Props) {
  const letter = useLetter(request?.id)
  const { error, retry, isOld } = letter
  const officeId = useWatch<FormValues, 'officeId'>({ name: 'officeId' })
  const hint = officeId
    ? letter.isWhole
      ? undefined
      : t('It is shown once the words say what a letter can be made of.')
    : t('It is shown once the office is chosen.')
  // Empty text fields would take the cursor of a new letter, so that they appear once the texts are known.
  const areWordsKnown = officeId && (letter.checked || letter.error || letter.isOwn)
  return (
    <div className={classes['desk']}>
      <div>
        <FieldGroup title={t('To whom')}>
          <OfficePick />
          <AddresseeField checked={letter.checked} />
        </FieldGroup>
        {officeId ? (
          <AskedDeposits named={named} stored={request?.deposits ?? none} />
        ) : (
          <RecordSection title={translated(refundRequestLabels.deposits)}>
            <Text c="dimmed">{t('Choose the office: what lies with it stands here then.')}</Text>
          </RecordSection>
        )}
        {areWordsKnown && <LetterFields letter={letter} />}
      </div>
      <div className={classes['beside']}>
        <LetterPreview
          letter={letter.checked?.letter}
          told={emptyWords(letter.checked?.emptyFields ?? [])}
          {...{ error, retry, isOld, hint, numberLater }}
        />
      </div>
    </div>
  )
}
