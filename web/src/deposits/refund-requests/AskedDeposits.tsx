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
import { amountFault, type OfferedDeposit, totalOf } from './asked-deposits.ts'
import classes from './Request.module.css'
import type { FormValues } from './request-form.ts'
import { useAskedDeposits } from './useAskedDeposits.ts'

const label = translated(refundRequestLabels.deposits)
const amountLabel = t('Amount')

/** Count and total of the ticked deposits; users compare two versions of a draft by this text. */
const textOf = (value: unknown) => {
  const deposits: FormValues['deposits'] = Array.isArray(value) ? value : []
  return `${counted(deposits.length, 'deposit')}, ${rupees(Number(totalOf(deposits)))}`
}

interface Props {
  /** The ids of deposits in the address. */
  named: readonly string[]
  /** The deposits of the stored draft. */
  stored: readonly RequestedDeposit[]
}

/** The deposits of the office with checkboxes and amounts. */
export function AskedDeposits({ named, stored }: Props) {
  const { deposits, offered, tick, change, ...source } = useAskedDeposits(named, stored)
  const { labels } = useContext(FormContext)
  const { errors } = useFormState()
  const { getValues } = useFormContext<FormValues>()
  const openOf = new Map(offered?.map(({ depositId, openAmount }) => [depositId, openAmount]))
  const faultOf = ({ depositId, amount }: FormValues['deposits'][number]) => {
    const fault = amountFault(amount, openOf.get(depositId) ?? Number.POSITIVE_INFINITY)
    return fault && faultText(new Map([['amount', amountLabel]]), 'amount', fault, amount)
  }
  const check = () => getValues('deposits').map(faultOf).find(Boolean)
  const { input } = useField('deposits', label, { textOf, check })
  const isRefused = 'amount' in errors
  const { retry } = source
  useEffect(() => {
    labels.set('amount', amountLabel)
  }, [labels])
  // The open amount had shrunk when the draft was saved. Loading it again lets the row show the fault.
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
          <DepositRows offered={offered} deposits={deposits} faultOf={faultOf} onTick={tick} onChange={change} />
        )}
        <Total />
      </div>
    </RecordSection>
  )
}

interface RowsProps {
  offered: readonly OfferedDeposit[]
  deposits: FormValues['deposits']
  faultOf: (deposit: FormValues['deposits'][number]) => string | undefined
  onTick: (depositId: string, amount: number, isTicked: boolean) => void
  onChange: (depositId: string, amount: number | string | null) => void
}

/** Due and ticked deposits. The others are behind a button, because a letter seldom asks for them. */
function DepositRows({ offered, deposits, faultOf, onTick, onChange }: RowsProps) {
  const asked = new Map(deposits.map((deposit) => [deposit.depositId, deposit]))
  // Fixed at the first render, so that no row disappears under the pointer that unticks it.
  const [firstShown] = useState(
    () => new Set(offered.filter((one) => one.isDue || asked.has(one.depositId)).map((one) => one.depositId)),
  )
  const [isAllShown, showAll] = useState(firstShown.size === 0)
  const visible = offered.filter((one) => isAllShown || firstShown.has(one.depositId) || asked.has(one.depositId))
  const left = offered.length - visible.length
  return (
    <>
      <ul className={classes['deposits']}>
        {visible.map((one) => {
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

/** The total of the letter in figures and in words. */
function Total() {
  const [deposits, language] = useWatch<FormValues, ['deposits', 'language']>({ name: ['deposits', 'language'] })
  if (deposits.length === 0) return null
  const total = totalOf(deposits)
  // A larger total cannot be written in words, and the server refuses the letter.
  const hasWords = total.length <= '9999999999999.99'.length
  return (
    <div className={classes['sum']} role="status">
      <span>{t('{count} ticked', { count: decimal(deposits.length) })}</span>
      <b>{rupees(Number(total))}</b>
      {hasWords && (
        <span className={`hint ${classes['words']}`} lang={language}>
          {rupeesInWords(total, language)}
        </span>
      )}
    </div>
  )
}
