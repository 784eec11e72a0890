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
import { lazyPart } from '../../ui/shell/Part.tsx'

// A lazy part, because the form does not show it.
const DepositRelease = lazyPart(() => import('./DepositRelease.tsx'), 'DepositRelease', {
  waiting: <Skeleton height={190} />,
})

const { TextField, SelectField, NumberField, DayField } = fieldsOf(depositLabels)

/** The purpose of a deposit, which selects its release rule. */
export const PurposeField = () => (
  <SelectField name="purpose" options={optionsOf(depositPurposes)} placeholder={t('As the type says')} />
)

/** The release of a deposit, shown only while the deposit is read. */
export const ReleaseInWords = () => useFormMode() === 'view' && <FormRelease />

const FormRelease = () => <DepositRelease deposit={useFormContext<Deposit>().watch()} />

/** Office, owner, due day and next step of a deposit. Most users leave them to the contract and the release rule. */
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

/** The owner. A stored owner who cannot be chosen any more stays until another one is chosen. */
function OwnerField() {
  const ownerId = useWatch<Deposit, 'ownerId'>({ name: 'ownerId' })
  const { data: owners } = useRecord(listDepositOwners)
  const options = owners?.map(({ id, username }) => ({ value: id, label: username })) ?? []
  const isKnown = !ownerId || options.some(({ value }) => value === ownerId)
  const formerOwner = isKnown ? [] : [{ value: ownerId, label: owners ? t('Somebody who has left') : '…' }]
  return <SelectField name="ownerId" options={[...formerOwner, ...options]} placeholder={t('As its contract')} />
}

const dueFields = ['releaseBasis', 'releaseDays', 'fixedDueOn'] as const satisfies (keyof Deposit)[]

/** Basis and days after it, or an entered day instead of both. */
function DueFields() {
  useTogether(dueFields)
  const { setValue } = useFormContext<Deposit>()
  const [basis, days] = useWatch<Deposit, ['releaseBasis', 'releaseDays']>({ name: ['releaseBasis', 'releaseDays'] })
  const set = (name: (typeof dueFields)[number], value: null | 'FIXED') => setValue(name, value, { shouldDirty: true })
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

const ownStepFields = ['ownNextStep', 'ownNextOn'] as const satisfies (keyof Deposit)[]

/** A next step of the user's own and its day; each needs the other. */
function ToDoFields() {
  useTogether(ownStepFields)
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
