import { Text } from '@mantine/core'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { enteredKinds, getCarrying, settlementLabels } from '@plinth/api/deposits/settlements'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { depositName } from '../deposits/DepositColumns.tsx'
import { RepeatGuard } from '../deposits/RepeatGuard.tsx'
import { leftOf } from './settled-parts.ts'

const { MoneyField, DayField, TextField, TextAreaField, SelectField } = fieldsOf(settlementLabels)

type EnteredKind = (typeof enteredKinds)[number]

/** The values of the form. An amount that is no number is kept as text. */
interface FormValues {
  kind: EnteredKind
  amount: number | string | null
  reason: string | null
  deducted: number | string | null
  intoDepositId: string | null
}

const kinds = enteredKinds.map((value) => ({
  value,
  label: value === 'CARRIED' ? t('Carried into another deposit') : words(value),
}))

const meanings: Record<EnteredKind, string> = {
  RECEIVED: t('Money came back to the company.'),
  RELEASED: t('The paper came back or was discharged: no money moved.'),
  FORFEITED: t('The department keeps it.'),
  DEDUCTED: t('The department kept it back when it paid.'),
  CARRIED: t('It became another deposit, as an EMD becomes security deposit.'),
}

const isLost = (kind: EnteredKind) => kind === 'FORFEITED' || kind === 'DEDUCTED'
const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0)

interface Props {
  deposit: Deposit
}

/** The fields of a settlement; its kind decides which are shown. */
export function ReceiptFields({ deposit }: Props) {
  const { openAmount } = deposit
  const { setValue, getValues } = useFormContext<FormValues>()
  const [kind, deducted, reason] = useWatch<FormValues, ['kind', 'deducted', 'reason']>({
    name: ['kind', 'deducted', 'reason'],
  })
  /** While amount and deduction together are the whole open amount, a changed deduction changes the amount. */
  function adjustAmount(next: number | null, before: number | null): void {
    const isAll = leftOf(openAmount, numberIn(getValues('amount')), before ?? 0) === 0
    const rest = leftOf(openAmount, next ?? 0)
    if (isAll && rest > 0) setValue('amount', rest, { shouldDirty: true })
  }
  function changeKind(): void {
    adjustAmount(null, numberIn(deducted))
    setValue('deducted', null)
    setValue('intoDepositId', null)
  }
  const isReasonDue = isLost(kind) || numberIn(deducted) > 0
  return (
    <>
      <SelectField name="kind" options={kinds} description={meanings[kind]} onEdit={changeKind} required />
      {kind === 'CARRIED' && <IntoField deposit={deposit} />}
      <AmountField openAmount={openAmount} />
      {kind === 'RECEIVED' && (
        <MoneyField name="deducted" description={t('What the department kept back of it')} onEdit={adjustAmount} />
      )}
      <SettledOnField />
      <ReferenceField />
      {(isReasonDue || reason) && <TextAreaField name="reason" required={isReasonDue} />}
      {kind === 'CARRIED' ? <CarriedOutcome deposit={deposit} /> : <Outcome openAmount={openAmount} />}
    </>
  )
}

/** The fields of a write-off. */
export function WriteOffFields({ deposit: { openAmount } }: Props) {
  return (
    <>
      <AmountField openAmount={openAmount} />
      <SettledOnField />
      <ReferenceField />
      <TextAreaField name="reason" required />
      <Outcome openAmount={openAmount} />
    </>
  )
}

const AmountField = ({ openAmount }: { openAmount: number }) => (
  <MoneyField name="amount" description={t('{open} is open', { open: rupees(openAmount) })} required />
)

const SettledOnField = () => <DayField name="settledOn" required />

const ReferenceField = () => (
  <>
    <TextField name="reference" description={t('UTR or order no.')} />
    <RepeatGuard name="reference" />
  </>
)

const useCarrying = ({ id: depositId, contractId }: Deposit) =>
  useRecord(getCarrying, { params: { contractId, depositId } }).data

/** A choice of the deposits of the contract with their room. Choosing one lowers the amount to its room. */
function IntoField({ deposit }: Props) {
  const data = useCarrying(deposit)
  const { setValue, getValues } = useFormContext<FormValues>()
  const targets = data?.targets ?? []
  const options = targets.map((target) => ({
    value: target.depositId,
    label: t('{deposit}, room for {room}', { deposit: depositName(target), room: rupees(target.room) }),
  }))
  function limitToRoom(chosen: string | null): void {
    const room = targets.find((target) => target.depositId === chosen)?.room
    if (room !== undefined && numberIn(getValues('amount')) > room) setValue('amount', room, { shouldDirty: true })
  }
  const hasNoTarget = data !== undefined && targets.length === 0
  return (
    <SelectField
      name="intoDepositId"
      options={options}
      onEdit={limitToRoom}
      {...(hasNoTarget && { description: t('No other deposit of this contract has room for it: record that first.') })}
      required
    />
  )
}

/** The outcome of carrying, limited by the room of the chosen deposit. */
function CarriedOutcome({ deposit }: Props) {
  const { targets = [] } = useCarrying(deposit) ?? {}
  const into = useWatch<FormValues, 'intoDepositId'>({ name: 'intoDepositId' })
  const room = targets.find(({ depositId }) => depositId === into)?.room
  return <Outcome openAmount={deposit.openAmount} most={room} />
}

/** The amount that stays open after this booking. An invalid amount, or one above `most`, counts as none. */
function Outcome({ openAmount, most = Infinity }: { openAmount: number; most?: number | undefined }) {
  const [amount, deducted] = useWatch<FormValues, ['amount', 'deducted']>({ name: ['amount', 'deducted'] })
  const { errors } = useFormState<FormValues>({ name: ['amount', 'deducted'] })
  const isRefused = errors.amount !== undefined || errors.deducted !== undefined || numberIn(amount) > most
  const left = isRefused ? openAmount : leftOf(openAmount, numberIn(amount), numberIn(deducted))
  return (
    <Text size="sm" mih="1.55em" aria-live="polite" data-wide>
      {left === 0 && t('Nothing stays open: this closes the deposit.')}
      {left > 0 && t('{left} stays open.', { left: rupees(left) })}
    </Text>
  )
}
