import { Button, Skeleton, Text } from '@mantine/core'
import { type RequestedDeposit, refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { rupeesInWords } from '@plinth/api/kernel/rupees-in-words'
import { useContext, useEffect, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { counted, decimal, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { FormContext, faultText } from '../../ui/form/form-context.ts'
import { AskedDeposit } from './AskedDeposit.tsx'
import { amountFault, type Offered, totalOf } from './asked-deposits.ts'
import classes from './Request.module.css'
import type { Typed } from './request-form.ts'
import { useAskedDeposits } from './useAskedDeposits.ts'

const label = translated(refundRequestLabels.deposits)
const amountLabel = t('Amount')

/** What is asked for, in words: of two versions of a draft one is chosen by it. */
const textOf = (value: unknown) => {
  const deposits: Typed['deposits'] = Array.isArray(value) ? value : []
  return `${counted(deposits.length, 'deposit')}, ${rupees(Number(totalOf(deposits)))}`
}

interface Props {
  /** The deposits that the address names. */
  named: readonly string[]
  /** Those of a draft as it is stored. */
  stored: readonly RequestedDeposit[]
}

/** The deposits of the office, those that are asked for ticked, each with its amount. */
export function AskedDeposits({ named, stored }: Props) {
  const { deposits, offered, tick, change, ...source } = useAskedDeposits(named, stored)
  const { labels } = useContext(FormContext)
  const { errors } = useFormState()
  const { getValues } = useFormContext<Typed>()
  const openOf = new Map(offered?.map(({ depositId, openAmount }) => [depositId, openAmount]))
  const faultOf = ({ depositId, amount }: Typed['deposits'][number]) => {
    const found = amountFault(amount, openOf.get(depositId) ?? Number.POSITIVE_INFINITY)
    return found && faultText(new Map([['amount', amountLabel]]), 'amount', found, amount)
  }
  const check = () => getValues('deposits').map(faultOf).find(Boolean)
  const { input } = useField('deposits', label, { textOf, check })
  const isRefused = 'amount' in errors
  const { retry } = source
  useEffect(() => {
    labels.set('amount', amountLabel)
  }, [labels])
  // What is open was less by the time it was saved: once that is known, the row says so itself.
  useEffect(() => {
    if (isRefused) retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once for each refusal
  }, [isRefused])
  return (
    <RecordSection title={label} source={source}>
      <div id={input.id} tabIndex={-1}>
        {!offered && !source.error && <Skeleton className={classes['waiting'] ?? ''} aria-hidden />}
        {offered && offered.length === 0 && (
          <Text c="dimmed">{t('Nothing that could be asked for lies with this office.')}</Text>
        )}
        {input.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" mb="xs">
            {input.error}
          </Text>
        )}
        {offered && offered.length > 0 && (
          <Rows offered={offered} deposits={deposits} faultOf={faultOf} onTick={tick} onChange={change} />
        )}
        <Sum />
      </div>
    </RecordSection>
  )
}

interface RowsProps {
  offered: readonly Offered[]
  deposits: Typed['deposits']
  faultOf: (deposit: Typed['deposits'][number]) => string | undefined
  onTick: (depositId: string, amount: number, isTicked: boolean) => void
  onChange: (depositId: string, amount: number | string | null) => void
}

/** What is due or ticked, and what is not due yet behind one button: a letter seldom asks for that. */
function Rows({ offered, deposits, faultOf, onTick, onChange }: RowsProps) {
  const asked = new Map(deposits.map((deposit) => [deposit.depositId, deposit]))
  // Fixed at first sight, so that no row goes from under the pointer that unticks it.
  const [ahead] = useState(
    () => new Set(offered.filter((one) => one.isDue || asked.has(one.depositId)).map((one) => one.depositId)),
  )
  const [isWhole, showAll] = useState(ahead.size === 0)
  const shown = offered.filter((one) => isWhole || ahead.has(one.depositId) || asked.has(one.depositId))
  const left = offered.length - shown.length
  return (
    <>
      <ul className={classes['deposits']}>
        {shown.map((one) => {
          const ticked = asked.get(one.depositId)
          return (
            <AskedDeposit
              key={one.depositId}
              deposit={one}
              asked={ticked}
              fault={ticked && faultOf(ticked)}
              onTick={(isTicked) => onTick(one.depositId, one.openAmount, isTicked)}
              onChange={(amount) => onChange(one.depositId, amount)}
            />
          )
        })}
      </ul>
      {left > 0 && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {t('Show {deposits} not due yet', { deposits: counted(left, 'deposit') })}
        </Button>
      )}
    </>
  )
}

/** What the letter asks for as a whole, in figures and, as it stands there, in words. */
function Sum() {
  const [deposits, language] = useWatch<Typed, ['deposits', 'language']>({ name: ['deposits', 'language'] })
  if (deposits.length === 0) return null
  const total = totalOf(deposits)
  // More cannot be said in words: the letter is refused for it.
  const isSayable = total.length <= '9999999999999.99'.length
  return (
    <div className={classes['sum']} role="status">
      <span>{t('{count} ticked', { count: decimal(deposits.length) })}</span>
      <b>{rupees(Number(total))}</b>
      {isSayable && (
        <span className={classes['words']} lang={language}>
          {rupeesInWords(total, language)}
        </span>
      )}
    </div>
  )
}
