import { Text } from '@mantine/core'
import { subtract, textOf } from '@plinth/api/kernel/decimal'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { rupees as exact, figureOf, sumOf } from '@plinth/api/money/bill-engine/figures'
import { getUnbilledWork } from '@plinth/api/money/bill-items'
import { getBill, getNextBill, type NextBill } from '@plinth/api/money/bills'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './Items.module.css'
import { amountText, cutText, quantityText } from './item-words.ts'
import { SheetLink } from './SheetLink.tsx'

const most = 6

/** Unbilled work of an agreement: sheets in no bill, and quantities cut from the last passed one. */
export function NotBilled({ agreementId }: { agreementId: string }) {
  const { data } = useRecord(getUnbilledWork, { params: { agreementId } })
  const isThere = data !== undefined && data.sheets.length + data.cuts.length > 0
  const { data: next } = useRecord(getNextBill, { params: { agreementId }, query: {}, enabled: isThere })
  const [isWhole, setWhole] = useState(false)
  // Bills with a typed amount cover sheets without naming them.
  if (!isThere || !next || next.workSource === 'TYPED') return null
  const { sheets, cuts } = data
  const shown = isWhole ? sheets : sheets.slice(0, most)
  return (
    <>
      <h3 style={{ margin: '1rem 0 0.5rem' }}>{t('Not billed yet')}</h3>
      {sheets.length > 0 && (
        <ul aria-label={t('Sheets in no bill')} className={classes['sheets']}>
          {shown.map((sheet) => (
            <li key={sheet.id}>
              <SheetLink sheet={sheet} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore left={sheets.length - shown.length} onClick={() => setWhole(true)} />
      {cuts.length > 0 && (
        <ul aria-label={t('Quantities that were cut')} className={entry['rows']}>
          {cuts.map(({ itemId, itemNo, description, unit, quantity, amount, reason }) => (
            <li key={itemId} className={entry['row']}>
              <div>
                {itemNo} <span className={classes['words']}>{description}</span>
                <div className="hint">
                  {t('Cut {quantity} {unit}: {reason}', { quantity: quantityText(quantity), unit, reason })}
                </div>
              </div>
              <div className={`figure ${entry['amount']}`}>{amountText(amount)}</div>
            </li>
          ))}
        </ul>
      )}
      {cuts.length > 0 && <CutInAll next={next} cuts={cuts} />}
      {cuts.length > 0 && (
        <Text c="dimmed" size="sm">
          {t('What was cut stays measured: the bill after it claims it again, unless a correction takes it back.')}
        </Text>
      )}
      <Text size="sm" role="status">
        {nextClaimText(next)}
      </Text>
    </>
  )
}

/** The work that the next bill would claim with all of it; undefined if there is a draft, which shows it itself. */
function nextClaimText({ byItems, draftId, previous }: NextBill): string | undefined {
  if (draftId || !byItems?.workUpto) return undefined
  const { since } = figureOf(exact(byItems.workUpto), exact(previous?.work ?? '0'))
  return t('The next bill would claim work of {amount} for it', { amount: amountText(since) })
}

interface CutProps {
  next: NextBill
  cuts: Answer<typeof getUnbilledWork>['cuts']
}

/** The sum of these cuts, also with the tender percentage, as the difference between claimed and passed work of their bill. */
function CutInAll({ next: { previousBill, terms }, cuts }: CutProps) {
  const hasTender = terms !== null && Number(terms.tenderPercentage) !== 0
  const enabled = hasTender && previousBill !== null
  const { data: bill } = useRecord(getBill, { params: { id: previousBill?.id ?? '' }, enabled })
  if (!hasTender || !bill?.claimed || !bill.passed) return null
  const work = textOf(subtract(exact(bill.claimed.work.upto), exact(bill.passed.work.upto)))
  const items = textOf(sumOf(cuts.map(({ amount }) => exact(amount))))
  return (
    <Text size="sm" mb="xs">
      {cutText({ items, work }, terms.tenderPercentage)}
    </Text>
  )
}
