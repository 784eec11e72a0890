import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { type DepositMoney, getDepositMoney } from '@plinth/api/deposits/deposits-money'
import { refundRequestLabels } from '@plinth/api/deposits/refund-requests'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted, dash, decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { officeText, useOffices } from '../../tenders/offices/useOffices.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import classes from './Request.module.css'
import type { FormValues } from './request-form.ts'

const { SelectField } = fieldsOf(refundRequestLabels)

type OfficeMoney = DepositMoney['offices'][number] & { officeId: string }
const isOffice = (office: DepositMoney['offices'][number]): office is OfficeMoney => office.officeId !== null

/** The number of offices shown at first. */
const firstCount = 8

/** The choice of the office. Offices with open deposits come first, with their overdue amounts. */
export function OfficePick() {
  const officeId = useWatch<FormValues, 'officeId'>({ name: 'officeId' })
  const { setValue } = useFormContext<FormValues>()
  const { offices } = useOffices()
  const { data, error } = useRecord(getDepositMoney)
  const officesWithMoney = (data?.offices ?? []).filter(isOffice)
  const rank = new Map(officesWithMoney.map((office, at) => [office.officeId, at]))
  const place = (id: string) => rank.get(id) ?? rank.size
  const options = (offices ?? [])
    .toSorted((one, other) => place(one.id) - place(other.id))
    .map((office) => ({ value: office.id, label: officeText(office) }))
  const choose = (id: string) => setValue('officeId', id, { shouldDirty: true, shouldValidate: true })
  const chosen = offices?.find((office) => office.id === officeId)
  const isWaiting = !data && !error
  return (
    <>
      <div data-wide>
        <SelectField
          name="officeId"
          options={options}
          // The description repeats the name, because a phone cuts it off in the field.
          {...(chosen && { description: chosen.officeName })}
          required
          openOnFocus={false}
        />
      </div>
      {!officeId && (
        <div data-wide>
          {isWaiting ? (
            <Skeleton className={classes['waiting'] ?? ''} aria-hidden />
          ) : (
            <Offices offices={officesWithMoney} onChoose={choose} />
          )}
        </div>
      )}
    </>
  )
}

function Offices({ offices, onChoose }: { offices: readonly OfficeMoney[]; onChoose: (id: string) => void }) {
  const [isAllShown, showAll] = useState(false)
  const visible = isAllShown ? offices : offices.slice(0, firstCount)
  if (offices.length === 0) return null
  return (
    <>
      <ul className={classes['offices']} aria-label={t('Offices that deposits lie with')}>
        {visible.map((office) => (
          <li key={office.officeId}>
            <UnstyledButton className={classes['office'] ?? ''} onClick={() => onChoose(office.officeId)}>
              <span>
                {office.officeName ?? dash}
                <small>{office.department}</small>
              </span>
              <span className={`figure ${classes['due']}`}>
                <b>{rupees(office.overdueDeposits > 0 ? office.overdue : office.open)}</b>
                <small>
                  {office.overdueDeposits > 0
                    ? t('{deposits} overdue', { deposits: counted(office.overdueDeposits, 'deposit') })
                    : t('{deposits} open, none overdue', { deposits: counted(office.deposits, 'deposit') })}
                </small>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {!isAllShown && offices.length > firstCount && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {t('Show all {count} offices', { count: decimal(offices.length) })}
        </Button>
      )}
    </>
  )
}
