import { Button, Skeleton } from '@mantine/core'
import { createBill, getBill, listBillableAgreements, submitBill, updateBill } from '@plinth/api/money/bills'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordForm, type Saving } from '../../ui/form/RecordForm.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { BillFields } from './BillFields.tsx'
import { billName, billPath, isOpen, listPath } from './bill-words.ts'
import { useNextBill } from './useNextBill.ts'

// The agreement comes first.
const SubmitTyped = lazyPart(() => import('./SubmitTyped.tsx'), 'SubmitTyped')

/** The work of a bill by items is computed by the server and not sent. */
const toBody = (typed: FieldValues): FieldValues => ({
  ...typed,
  workSource: typed['workSource'] ?? 'TYPED',
  workUpto: typed['workSource'] === 'ITEMS' ? null : typed['workUpto'],
})

const texts = { saved: t('Bill saved'), failed: t('Failed to save bill. Please try again.') }

/** A new bill of an agreement; a usual one needs only a day, the work done, and Submit. */
export function NewBill() {
  const may = useAllowed([createBill])
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const agreementId = plainText(search['agreement'])
  // Without the options a preselected agreement would show as its id, and the focus would start below its field.
  const agreements = useRecord(listBillableAgreements, { enabled: may === true })
  const title = t('New bill')
  const day = today()
  return (
    <Screen title={title} source={{ error: may === false ? denied : null, retry: () => undefined }}>
      {may && (agreements.data || agreements.error) ? (
        <RecordForm
          title={title}
          load={getBill}
          write={createBill}
          initial={{
            ...(agreementId && { agreementId }),
            kind: 'RUNNING',
            billDate: day,
            uptoDate: day,
            workSource: null,
            workUpto: null,
            variationUpto: 0,
            typed: [],
          }}
          listPath={listPath}
          lead={(stored) => navigate({ to: billPath({ id: plainText(stored['id']) }) })}
          toBody={toBody}
          texts={texts}
          bar={(saving) => <BillBar {...saving} />}
        >
          <BillFields agreements={agreements.data ?? []} />
        </RecordForm>
      ) : (
        <Skeleton height={480} />
      )}
    </Screen>
  )
}

/** Edits a draft or a returned bill. */
export function EditBill() {
  const may = useAllowed([getBill, updateBill])
  const stored = useRecord(getBill, { enabled: may === true })
  const navigate = useNavigate()
  const bill = stored.data
  const title = t('Edit bill')
  return (
    <Screen
      title={title}
      context={bill ? billName(bill) : ' '}
      source={may === false ? { ...stored, error: denied } : stored}
      failure={t('Failed to fetch bill')}
    >
      {bill && (!isOpen(bill) || bill.billingEnd) && <Navigate to={billPath(bill)} replace />}
      {bill ? (
        <RecordForm
          title={title}
          load={getBill}
          write={updateBill}
          initial={bill}
          listPath={billPath(bill)}
          lead={() => navigate({ to: billPath(bill) })}
          toBody={toBody}
          texts={texts}
          bar={(saving) => <BillBar {...saving} />}
        >
          <BillFields />
        </RecordForm>
      ) : (
        <Skeleton height={480} />
      )}
    </Screen>
  )
}

/** Saves the bill or, once an agreement is chosen, saves and submits what the user sees. */
function BillBar({ submit, isSubmitting }: Saving) {
  const maySubmit = useCan(submitBill)
  const { next, isStale } = useNextBill()
  return (
    <>
      <Button
        type="submit"
        variant={maySubmit && next?.terms && !next.previousBill?.isProvisional ? 'default' : 'filled'}
        loading={isSubmitting}
        aria-keyshortcuts="Control+S"
      >
        {t('Save')}
      </Button>
      {maySubmit && next && <SubmitTyped next={next} isStale={isStale} saving={{ submit, isSubmitting }} />}
    </>
  )
}
