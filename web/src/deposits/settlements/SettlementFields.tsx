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

/** What is typed; a number that is none yet is a text. */
interface Typed {
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

/** What came back or was lost of a deposit: what else is asked follows from which of them it is. */
export function ReceiptFields({ deposit }: Props) {
  const { openAmount } = deposit
  const { setValue, getValues } = useFormContext<Typed>()
  const [kind, deducted, reason] = useWatch<Typed, ['kind', 'deducted', 'reason']>({
    name: ['kind', 'deducted', 'reason'],
  })
  /** As long as both are all that is open, what is deducted is no part of what came. */
  function follow(next: number | null, before: number | null): void {
    const isAll = leftOf(openAmount, numberIn(getValues('amount')), before ?? 0) === 0
    const rest = leftOf(openAmount, next ?? 0)
    if (isAll && rest > 0) setValue('amount', rest, { shouldDirty: true })
  }
  function turn(): void {
    follow(null, numberIn(deducted))
    setValue('deducted', null)
    setValue('intoDepositId', null)
  }
  const isReasonDue = isLost(kind) || numberIn(deducted) > 0
  return (
    <>
      <SelectField name="kind" options={kinds} description={meanings[kind]} onEdit={turn} required />
      {kind === 'CARRIED' && <IntoField deposit={deposit} />}
      <AmountField openAmount={openAmount} />
      {kind === 'RECEIVED' && (
        <MoneyField name="deducted" description={t('What the department kept back of it')} onEdit={follow} />
      )}
      <OnField />
      <ReferenceField />
      {(isReasonDue || reason) && <TextAreaField name="reason" required={isReasonDue} />}
      {kind === 'CARRIED' ? <CarriedOutcome deposit={deposit} /> : <Outcome openAmount={openAmount} />}
    </>
  )
}

/** What is given up of a deposit, and why. */
export function WriteOffFields({ deposit: { openAmount } }: Props) {
  return (
    <>
      <AmountField openAmount={openAmount} />
      <OnField />
      <ReferenceField />
      <TextAreaField name="reason" required />
      <Outcome openAmount={openAmount} />
    </>
  )
}

const AmountField = ({ openAmount }: { openAmount: number }) => (
  <MoneyField name="amount" description={t('{open} is open', { open: rupees(openAmount) })} required />
)

const OnField = () => <DayField name="settledOn" required />

const ReferenceField = () => (
  <>
    <TextField name="reference" description={t('UTR or order no.')} />
    <RepeatGuard name="reference" />
  </>
)

const useCarrying = ({ id: depositId, contractId }: Deposit) =>
  useRecord(getCarrying, { params: { contractId, depositId } }).data

/** The deposits of the contract that have room, and how much. What is more than fits into the chosen one stays open. */
function IntoField({ deposit }: Props) {
  const data = useCarrying(deposit)
  const { setValue, getValues } = useFormContext<Typed>()
  const targets = data?.targets ?? []
  const options = targets.map((target) => ({
    value: target.depositId,
    label: t('{deposit}, room for {room}', { deposit: depositName(target), room: rupees(target.room) }),
  }))
  function fit(chosen: string | null): void {
    const room = targets.find((target) => target.depositId === chosen)?.room
    if (room !== undefined && numberIn(getValues('amount')) > room) setValue('amount', room, { shouldDirty: true })
  }
  const isAlone = data !== undefined && targets.length === 0
  return (
    <SelectField
      name="intoDepositId"
      options={options}
      onEdit={fit}
      {...(isAlone && { description: t('No other deposit of this contract has room for it: record that first.') })}
      required
    />
  )
}

/** What becomes of the deposit by it, as far as the other deposit has room for it. */
function CarriedOutcome({ deposit }: Props) {
  const { targets = [] } = useCarrying(deposit) ?? {}
  const into = useWatch<Typed, 'intoDepositId'>({ name: 'intoDepositId' })
  const room = targets.find(({ depositId }) => depositId === into)?.room
  return <Outcome openAmount={deposit.openAmount} most={room} />
}

/** What becomes of the deposit by it; an amount that is refused, or more than the most, changes nothing. */
function Outcome({ openAmount, most = Infinity }: { openAmount: number; most?: number | undefined }) {
  const [amount, deducted] = useWatch<Typed, ['amount', 'deducted']>({ name: ['amount', 'deducted'] })
  const { errors } = useFormState<Typed>({ name: ['amount', 'deducted'] })
  const isRefused = errors.amount !== undefined || errors.deducted !== undefined || numberIn(amount) > most
  const left = isRefused ? openAmount : leftOf(openAmount, numberIn(amount), numberIn(deducted))
  return (
    <Text size="sm" mih="1.55em" aria-live="polite" data-wide>
      {left === 0 && t('Nothing stays open: this closes the deposit.')}
      {left > 0 && t('{left} stays open.', { left: rupees(left) })}
    </Text>
  )
}
