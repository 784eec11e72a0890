import { type Bill, billLabels, type NextBill } from '@plinth/api/money/bills'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { FixedValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { useNextBill } from './useNextBill.ts'

const WorkOfSheets = lazyPart(() => import('./WorkOfSheets.tsx'), 'WorkOfSheets')

const { SelectField, MoneyField } = fieldsOf(billLabels)

const sources = [
  { value: 'ITEMS', label: t('Recorded sheets') },
  { value: 'TYPED', label: t('Typed amount') },
]

type StartedBill = Partial<Pick<Bill, 'agreementId' | 'workSource' | 'workUpto'>>

/** Sets the source of a new bill's work: that of earlier bills, otherwise sheets if there are any. */
function useInitialSource(next: NextBill | undefined) {
  const isNew = useFormMode() === 'create'
  const { getValues, setValue } = useFormContext<StartedBill>()
  const lastAgreementId = useRef<string>(undefined)
  useEffect(() => {
    if (!isNew || !next) return
    const { agreementId, workUpto } = getValues()
    const settled = next.workSource ?? (next.byItems ? undefined : 'TYPED')
    const suggested = next.byItems?.sheets && workUpto == null ? 'ITEMS' : 'TYPED'
    // A choice of the user stays when days and figures change.
    if (settled) setValue('workSource', settled)
    else if (lastAgreementId.current !== agreementId) setValue('workSource', suggested)
    lastAgreementId.current = agreementId
  }, [isNew, next, getValues, setValue])
}

/** The source of the bill's work, and the work: a typed amount, or that of its measurement sheets. */
export function WorkFields() {
  const isNew = useFormMode() === 'create'
  const { next } = useNextBill()
  const source = useWatch<StartedBill, 'workSource'>({ name: 'workSource' })
  useInitialSource(next)
  const isFree = isNew && next?.workSource === null && next.byItems !== null
  const isTypedBefore = isNew && next?.workSource === 'TYPED'
  return (
    <>
      {isFree && (
        <SelectField name="workSource" label={t('Work from')} options={sources} openOnFocus={false} required />
      )}
      {!isFree && source === 'ITEMS' && (
        <FixedValue label={t('Work from')}>
          {isNew ? t('Recorded sheets, as in the bills before') : t('Recorded sheets')}
        </FixedValue>
      )}
      {source === 'ITEMS' ? (
        <WorkOfSheets byItems={next?.byItems} isNew={isNew} />
      ) : (
        <MoneyField
          name="workUpto"
          description={
            isTypedBefore
              ? t('Since the beginning, with the tender percentage; typed, as in the bills before')
              : t('Since the beginning, with the tender percentage')
          }
          required
        />
      )}
    </>
  )
}
