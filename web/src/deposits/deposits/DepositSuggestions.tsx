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

/** What the trade calls them. */
const tradeTypes = [
  'EMD',
  'Performance security',
  'Additional performance security',
  'Security deposit',
  'Retention money',
]

const isTheSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()

/** The kind of deposit, in the words that the company uses; those of the trade come after them. */
export function DepositTypeField() {
  const isRead = useFormMode() === 'view'
  const { data: used = [] } = useRecord(listDepositTypes, { enabled: !isRead })
  const others = tradeTypes.filter((type) => !used.some(isTheSame(type)))
  return <AutocompleteField name="depositType" suggestions={[...used, ...others]} required />
}

const wholeOf = { estimate: t('estimate'), bid: t('bid') }

function valueOf({ of }: Share, { tenderActualValue, tenderBidValue }: Contract) {
  return of === 'bid' ? (tenderBidValue ?? tenderActualValue) : tenderActualValue
}

/** Shares of the tender's value to choose from: each fills the amount when it is pressed. */
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
          {t('{percent} % of the {whole}', { percent: decimal(percent), whole: wholeOf[of] })}
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

/** A day that is mostly the present one: of a new deposit that is offered. */
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
