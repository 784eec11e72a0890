import { addInstrumentLien, lienLabels } from '@plinth/api/guarantees/instrument-liens'
import { getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'
import { useFormContext } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { instrumentName, instrumentPath } from './instrument-name.ts'
import { freeOf, ReceiptField } from './ReceiptField.tsx'

const { MoneyField, DayField } = fieldsOf(lienLabels)

interface Props {
  guarantee: Instrument
  onClose: () => void
}

/** The part of the bank's margin that no receipt secures yet, in rupees; 0 if no margin is entered. */
const unsecured = ({ amount, marginPercent, lienAmount }: Instrument) =>
  Math.max(0, inRupees(percentOf(paiseOf(amount), marginPercent ?? 0) - paiseOf(lienAmount)))

/** Dialog over the page of a guarantee in which a receipt is pledged for it. */
export function AddLien({ guarantee, onClose }: Props) {
  return (
    <RecordDrawer
      onClose={onClose}
      title={t('Add lien')}
      load={getInstrument}
      write={addInstrumentLien}
      params={{ id: guarantee.id }}
      initial={{ receiptId: null, amount: null, markedOn: today() }}
      listPath={instrumentPath(guarantee)}
      texts={{ saved: t('Lien entered'), failed: t('The lien was not entered.') }}
    >
      <FieldGroup title={instrumentName(guarantee)}>
        <LienFields guarantee={guarantee} />
      </FieldGroup>
    </RecordDrawer>
  )
}

function LienFields({ guarantee }: { guarantee: Instrument }) {
  const { getValues, setValue } = useFormContext()
  const due = unsecured(guarantee)
  /** Proposes the unsecured margin, up to the free amount of the receipt; without a margin, all of the free amount. */
  function propose(receipt: Instrument | undefined) {
    if (!receipt || getValues('amount') !== null) return
    const free = freeOf(receipt)
    setValue('amount', due > 0 ? Math.min(due, free) : free, { shouldDirty: true })
  }
  return (
    <>
      <ReceiptField onChoose={propose} />
      <MoneyField
        name="amount"
        {...(due > 0 && { description: t('{amount} of its margin is not secured yet', { amount: rupees(due) }) })}
        required
      />
      <DayField name="markedOn" required />
    </>
  )
}
