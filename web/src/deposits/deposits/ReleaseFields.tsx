import { Skeleton } from '@mantine/core'
import { depositPurposes, listDepositOwners, releaseBases } from '@plinth/api/deposits/deposit-releases'
import { type Deposit, depositLabels } from '@plinth/api/deposits/deposits'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { OfficeField } from '../../tenders/offices/OfficeField.tsx'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode, useTogether } from '../../ui/form/form-context.ts'
import { part } from '../../ui/shell/Part.tsx'

// A form has none.
const DepositRelease = part(() => import('./DepositRelease.tsx'), 'DepositRelease', {
  waiting: <Skeleton height={190} />,
})

const { TextField, SelectField, NumberField, DayField } = fieldsOf(depositLabels)

/** What a deposit is for, which the rules of release go by. */
export const PurposeField = () => (
  <SelectField name="purpose" options={optionsOf(depositPurposes)} placeholder={t('As the type says')} />
)

/** Of a deposit that is read: when it comes back, as its contract, its rule and itself say. */
export const ReleaseInWords = () => useFormMode() === 'view' && <Told />

const Told = () => <DepositRelease deposit={useFormContext<Deposit>().watch()} />

/** When a deposit comes back, who is after it, and what is to be done: what most leave to its contract and rule. */
export function ReleaseFields() {
  const isRead = useFormMode() === 'view'
  if (isRead) return null
  return (
    <FieldGroup title={t('When it comes back')}>
      <OfficeField
        label={translated(depositLabels.officeId)}
        description={t('The office that gives it back')}
        placeholder={t('As its contract')}
      />
      <OwnerField />
      <DueFields />
      <DayField name="acknowledgedOn" description={t('The department wrote that it owes it')} />
      <DayField name="disputedOn" description={t('The department wrote that it does not')} />
      <ToDoFields />
    </FieldGroup>
  )
}

/** Who is after it. Somebody who was named and may no longer be stays until another is. */
function OwnerField() {
  const named = useWatch<Deposit, 'ownerId'>({ name: 'ownerId' })
  const { data: owners } = useRecord(listDepositOwners)
  const offered = owners?.map(({ id, username }) => ({ value: id, label: username })) ?? []
  const isOffered = !named || offered.some(({ value }) => value === named)
  const kept = isOffered ? [] : [{ value: named, label: owners ? t('Somebody who has left') : '…' }]
  return <SelectField name="ownerId" options={[...kept, ...offered]} placeholder={t('As its contract')} />
}

const whenDue = ['releaseBasis', 'releaseDays', 'fixedDueOn'] as const satisfies (keyof Deposit)[]

/** What it waits for, and how long after that; a day that is entered waits for nothing else. */
function DueFields() {
  useTogether(whenDue)
  const { setValue } = useFormContext<Deposit>()
  const [basis, days] = useWatch<Deposit, ['releaseBasis', 'releaseDays']>({ name: ['releaseBasis', 'releaseDays'] })
  const set = (name: (typeof whenDue)[number], value: null | 'FIXED') => setValue(name, value, { shouldDirty: true })
  const hasDays = (basis && basis !== 'FIXED') || (days !== null && days !== undefined)
  return (
    <>
      <SelectField
        name="releaseBasis"
        options={optionsOf(releaseBases)}
        placeholder={t('By its rule')}
        onEdit={(next) => {
          if (next === null || next === 'FIXED') set('releaseDays', null)
          if (next !== null && next !== 'FIXED') set('fixedDueOn', null)
        }}
      />
      {hasDays && <NumberField name="releaseDays" placeholder="0" description={t('Below 0: before it')} />}
      <DayField
        name="fixedDueOn"
        description={t('A day that goes before its rule')}
        onEdit={(day) => {
          if (day && basis !== 'FIXED') set('releaseBasis', 'FIXED')
          if (day) set('releaseDays', null)
          if (!day && basis === 'FIXED') set('releaseBasis', null)
        }}
      />
    </>
  )
}

const toDo = ['ownNextStep', 'ownNextOn'] as const satisfies (keyof Deposit)[]

/** What somebody writes down to be done, and its day: neither without the other. */
function ToDoFields() {
  useTogether(toDo)
  const { getValues } = useFormContext<Deposit>()
  const [step, day] = useWatch<Deposit, ['ownNextStep', 'ownNextOn']>({ name: ['ownNextStep', 'ownNextOn'] })
  const check = () =>
    getValues('ownNextStep')?.trim() && !getValues('ownNextOn')
      ? t('To be done on is required with what is to be done')
      : undefined
  return (
    <>
      <TextField
        name="ownNextStep"
        required={Boolean(day)}
        description={t('Goes before what is proposed as the next step')}
      />
      <DayField name="ownNextOn" required={Boolean(step)} check={check} />
    </>
  )
}
