import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { headsPath } from '../bill-heads/heads-path.ts'
import { billPath } from './bill-words.ts'
import { useNextBill } from './useNextBill.ts'

// Nothing is shown of a bill before its agreement is chosen.
const TermsFaults = lazyPart(() => import('../bill-heads/TermsFaults.tsx'), 'TermsFaults')
const ComputedMemorandum = lazyPart(() => import('./ComputedMemorandum.tsx'), 'ComputedMemorandum', {
  waiting: <Skeleton height={420} />,
})

/** The memorandum of the bill while it is typed, or the missing inputs. */
export function LiveMemorandum() {
  const agreementId = useWatch<{ agreementId?: string }, 'agreementId'>({ name: 'agreementId' })
  const { next, isStale, source } = useNextBill()
  return (
    <RecordSection title={t('Memorandum of payment')} source={source}>
      <div aria-busy={isStale || undefined}>
        {!agreementId && <Text c="dimmed">{t('Choose the agreement first.')}</Text>}
        {agreementId && !next && !source.error && <Skeleton height={280} aria-hidden />}
        {next && (
          <>
            <PreviousBillNote />
            {next.faults.length > 0 && <TermsFaults faults={next.faults} />}
            {(next.faults.length > 0 || next.sources.length === 0) && (
              <Text mb="sm">
                <Anchor component={Link} to={headsPath({ id: agreementId ?? '' })} inherit underline="always">
                  {next.sources.length === 0
                    ? t('This agreement says no heads of its bills yet: enter them')
                    : t('Open the bill heads')}
                </Anchor>
              </Text>
            )}
            {next.terms && <ComputedMemorandum next={next} />}
          </>
        )}
      </div>
    </RecordSection>
  )
}

/** The bill that the previous figures come from; links to an existing draft of the agreement. */
function PreviousBillNote() {
  const { next } = useNextBill()
  const isNew = useFormContext<{ id?: string }>().getValues('id') === undefined
  const { previousBill, draftId } = next ?? {}
  if (isNew && draftId)
    return (
      <Text fw={600} mb="sm" role="status">
        {t('This agreement has a draft already, and no second one.')}{' '}
        <Anchor component={Link} to={billPath({ id: draftId })} inherit underline="always">
          {t('Go on with that one')}
        </Anchor>
      </Text>
    )
  if (previousBill?.isProvisional)
    return (
      <Text mb="sm" role="status">
        {t(
          'Provisional: {bill} is still with the department, and counts as claimed. This bill can be submitted once that one is passed.',
          { bill: previousBill.name },
        )}
      </Text>
    )
  return (
    <Text c="dimmed" mb="sm">
      {previousBill
        ? t('Previous figures: as {bill} was passed.', { bill: previousBill.name })
        : t('It is the first bill.')}
    </Text>
  )
}
