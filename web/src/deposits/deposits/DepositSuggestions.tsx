import { Button, Group } from '@mantine/core'
import { type Deposit, depositLabels, listDepositTypes } from '@plinth/api/deposits/deposits'
import { type Contract, getContract } from '@plinth/api/tenders/contracts'
import { useFormContext, useWatch } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { decimal, plainText, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import classes from './DepositSuggestions.module.css'
import { type Share, shareOf, sharesFor } from './deposit-shares.ts'

const { AutocompleteField, MoneyField, DayField } = fieldsOf(depositLabels)

/** The usual names of deposit types. */
const tradeTypes = [
  'EMD',
  'Performance security',
  'Additional performance security',
  'Security deposit',
  'Retention money',
]

const isSameText = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()

/** The type of a deposit. The company's own types are suggested before the usual ones. */
export function DepositTypeField() {
  const isRead = useFormMode() === 'view'
  const { data: used = [] } = useRecord(listDepositTypes, { enabled: !isRead })
  const others = tradeTypes.filter((type) => !used.some(isSameText(type)))
  return <AutocompleteField name="depositType" suggestions={[...used, ...others]} required />
}

const baseNames = { estimate: t('estimate'), bid: t('bid') }

function valueOf({ of }: Share, { tenderActualValue, tenderBidValue }: Contract) {
  return of === 'bid' ? (tenderBidValue ?? tenderActualValue) : tenderActualValue
}

/** Buttons with shares of the tender's value that fill in the amount. */
function Shares({ contractId }: { contractId: string }) {
  const { data: contract } = useRecord(getContract, { params: { id: contractId } })
  const { setValue } = useFormContext<Deposit>()
  const depositType = plainText(useWatch({ name: 'depositType' }))
  if (!contract) return null
  const offered = sharesFor(depositType).flatMap((share) => {
    const whole = valueOf(share, contract)
    const amount = whole ? shareOf(whole, share.percent) : 0
    return amount > 0 ? [{ ...share, amount }] : []
  })
  return (
    <Group gap={6} role="group" aria-label={t('Shares of the tender’s value')}>
      {offered.map(({ percent, of, amount }) => (
        <Button
          key={`${percent} ${of}`}
          variant="default"
          size="compact-xs"
          className={classes['suggestion']}
          onClick={() => setValue('amount', amount, { shouldDirty: true, shouldValidate: true })}
        >
          {t('{percent} % of the {whole}', { percent: decimal(percent), whole: baseNames[of] })}
          <b>{rupees(amount)}</b>
        </Button>
      ))}
    </Group>
  )
}

export function DepositAmountField({ contractId }: { contractId: string }) {
  const isRead = useFormMode() === 'view'
  const field = <MoneyField name="amount" required />
  if (isRead) return field
  return (
    <div className={classes['field']}>
      {field}
      <Shares contractId={contractId} />
    </div>
  )
}

/** A day field. For a new deposit a button fills in today, which is the usual day. */
export function DepositDayField({ name }: { name: 'depositCreatedDate' | 'depositSubmitedDate' }) {
  const isNew = useFormMode() === 'create'
  const { setValue } = useFormContext<Deposit>()
  const field = <DayField name={name} />
  if (!isNew) return field
  return (
    <div className={classes['field']}>
      {field}
      <Group gap={6}>
        <Button
          variant="default"
          size="compact-xs"
          className={classes['suggestion']}
          aria-label={t('{label}: today', { label: translated(depositLabels[name]) })}
          onClick={() => setValue(name, today(), { shouldDirty: true, shouldValidate: true })}
        >
          {t('Today')}
        </Button>
      </Group>
    </div>
  )
}
