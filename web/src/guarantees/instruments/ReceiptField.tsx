import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lienLabels } from '@plinth/api/guarantees/instrument-liens'
import { filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { useState } from 'react'
import { plainText, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { useFoundRows } from '../../ui/form/RecordField.tsx'
import choices from '../../ui/shell/choices.module.css'

/** The amount without a lien, in rupees. */
export const freeOf = ({ amount, lienAmount }: Pick<Instrument, 'amount' | 'lienAmount'>) =>
  inRupees(paiseOf(amount) - paiseOf(lienAmount))

const labelOf = (receipt: Instrument) =>
  t('{receipt}: {free} free', {
    receipt: [receipt.number, receipt.issuer].filter(Boolean).join(', ') || t('No number'),
    free: rupees(freeOf(receipt)),
  })

/** The receipts found by the search that have a free amount. */
function useReceipts(typed: string) {
  const [search] = useDebouncedValue(typed, 200)
  const { rows, error } = useFoundRows(filterInstruments, {
    search,
    kind: ['FDR', 'TDR'],
    state: ['DRAFT', 'REQUESTED', 'ISSUED', 'LODGED', 'RETURNED'],
  })
  return { receipts: rows?.filter((receipt) => freeOf(receipt) > 0), hasFailed: error !== null }
}

/** Chooses a deposit receipt by number or bank; each option shows the free amount. */
export function ReceiptField({ onChoose }: { onChoose: (receipt: Instrument | undefined) => void }) {
  const label = translated(lienLabels.receiptId)
  const { value, set, input } = useField('receiptId', label)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Instrument>()
  const { receipts, hasFailed } = useReceipts(chosen && typed === labelOf(chosen) ? '' : typed)
  const offered = receipts?.filter(({ id }) => id !== chosen?.id) ?? []
  const isNone = receipts?.length === 0 && typed === ''
  return (
    <Select
      {...input}
      label={label}
      required
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...(chosen ? [chosen] : []), ...offered].map((receipt) => ({
        value: receipt.id,
        label: labelOf(receipt),
      }))}
      nothingFoundMessage={hasFailed ? t('Failed to fetch instruments') : t('No receipt of which anything is free')}
      description={
        isNone
          ? t('There is no fixed or term deposit receipt of which anything is free: enter it first.')
          : t('By its number or bank')
      }
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      wrapperProps={{ 'data-wide': true }}
      value={plainText(value) || null}
      onChange={(id) => {
        const chosenReceipt = receipts?.find((receipt) => receipt.id === id)
        setChosen(chosenReceipt)
        set(id)
        onChoose(chosenReceipt)
      }}
    />
  )
}
