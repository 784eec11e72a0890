import { Checkbox, Skeleton } from '@mantine/core'
import { notANumber, parseAmount } from '@plinth/api/kernel/amounts'
import { money } from '@plinth/api/kernel/fields'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import type { Agreement } from '@plinth/api/money/agreements'
import { getBillTerms } from '@plinth/api/money/bill-heads'
import { useState } from 'react'
import * as z from 'zod/mini'
import { today } from '../../lib/days.ts'
import { t, worded } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { type Numeric, NumericInput } from '../../ui/form/NumericInput.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import classes from './Heads.module.css'
import { TermsFaults } from './TermsFaults.tsx'

const TriedMemorandum = lazyPart(() => import('./TriedMemorandum.tsx'), 'TriedMemorandum', {
  waiting: <Skeleton height={320} />,
})

/** Computes the memorandum of payment of typed work on a day in the page, and stores nothing. */
export function TryBill({ agreement }: { agreement: Agreement }) {
  const [upto, setUpto] = useState<Numeric>(null)
  const [previous, setPrevious] = useState<Numeric>(0)
  const [day, setDay] = useState(today)
  const [isFinal, setFinal] = useState(false)
  const { data, error, retry } = useRecord(getBillTerms, { params: { agreementId: agreement.id }, query: { day } })
  const isTyped = isMoney(upto) && isMoney(previous)
  return (
    <RecordSection title={t('Try a bill')} source={{ error, retry }}>
      <div className={classes['typed']} data-screen-only>
        <Amount label={t('Work done up to date')} value={upto} onChange={setUpto} />
        <Amount label={t('Paid for up to the last bill')} value={previous} onChange={setPrevious} />
        <DayInput label={t('Day of the bill')} value={day} onChange={(next) => next && setDay(next)} />
        {data?.terms?.retention?.mode === 'FINAL_ONLY' && (
          <Checkbox
            label={t('It is the final bill')}
            checked={isFinal}
            onChange={({ currentTarget }) => setFinal(currentTarget.checked)}
          />
        )}
      </div>
      {!data && !error && <Skeleton height={160} aria-hidden />}
      {data && <TermsFaults faults={data.faults} />}
      {data?.terms && !isTyped && (
        <p style={{ margin: '1em 0' }}>
          {t('Type the work that is done, with the tender percentage: the memorandum of payment appears here.')}
        </p>
      )}
      {data?.terms && isTyped && (
        <TriedMemorandum resolved={data} terms={{ ...data.terms, isFinal }} upto={upto} previous={previous} />
      )}
    </RecordSection>
  )
}

const isMoney = (value: Numeric): value is number => z.safeParse(money, value).success

interface AmountProps {
  label: string
  value: Numeric
  onChange: (value: Numeric) => void
}

function Amount({ label, value, onChange }: AmountProps) {
  const [issue] = typeof value === 'number' ? (z.safeParse(money, value).error?.issues ?? []) : []
  return (
    <NumericInput
      label={label}
      inputMode="decimal"
      leftSection="₹"
      value={value}
      read={parseAmount}
      fault={notANumber.amount}
      error={issue && `${label} ${worded(messageOfIssue(issue))}`}
      onChange={onChange}
    />
  )
}
