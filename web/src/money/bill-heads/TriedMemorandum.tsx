import type { BillTerms } from '@plinth/api/money/bill-engine/bill'
import { asPrevious, computeBill } from '@plinth/api/money/bill-engine/compute'
import { rupeesText } from '@plinth/api/money/bill-engine/figures'
import type { ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { t } from '../../lib/language.ts'
import classes from './Heads.module.css'
import { Memorandum } from './Memorandum.tsx'

interface Props {
  resolved: ResolvedTerms
  terms: BillTerms
  /** Rupees since the beginning, with the tender percentage; `previous` is the work up to the last bill. */
  upto: number
  previous: number
}

/** The bill of this work after a bill of the previous work, both with the same terms. */
function computeTrial({ terms, upto, previous }: Omit<Props, 'resolved'>) {
  const of = (amount: number) => ({
    work: { source: 'TYPED' as const, upto: rupeesText(amount) },
    variationUpto: '0.00',
    typed: [],
  })
  const last = computeBill({ terms: { ...terms, isFinal: false }, ...of(previous), previous: null })
  return computeBill({ terms, ...of(upto), previous: asPrevious(last) })
}

/** The memorandum that a bill of the typed work would have. */
export function TriedMemorandum({ resolved, ...bill }: Props) {
  return (
    <>
      <Memorandum claimed={computeTrial(bill)} why={resolved} />
      {bill.terms.incomeTaxTds?.year && (
        <p className={`hint ${classes['note']}`}>
          {t('Income-tax TDS is computed as on the first bill of the tax year.')}
        </p>
      )}
    </>
  )
}
