import { Text } from '@mantine/core'
import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import {
  instrumentKinds,
  isBankGuarantee,
  isGuarantee,
  isPaidMoney,
  isReceipt,
} from '@plinth/api/guarantees/instrument-moves'
import {
  enteredStates,
  type Instrument,
  instrumentColumnLabels,
  instrumentHolders,
} from '@plinth/api/guarantees/instruments'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted, dayText, optionsOf, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { OfficeField } from '../../tenders/offices/OfficeField.tsx'
import { FactGroup, FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { instrumentPath } from './instrument-name.ts'
import { hasField, isIssued, kindFields } from './instrument-needs.ts'
import { LimitField } from './LimitField.tsx'
import { PlannedLine } from './PlannedLine.tsx'
import { useNeeded } from './useNeeded.ts'

const labels = { ...instrumentColumnLabels, happenedOn: 'Since' } as const
const { TextField, TextAreaField, SelectField, MoneyField, PercentField, DayField } = fieldsOf(labels)

interface FormValues extends Omit<Partial<Instrument>, 'kind'> {
  kind?: Instrument['kind'] | null
  depositIds?: string[]
  planId?: string
}

/** The fields of an instrument, which depend on its kind. Once it is issued its terms are read-only and change by events. */
export function InstrumentFields({ plan }: { plan: BgPlan | undefined }) {
  const mode = useFormMode()
  const { getValues } = useFormContext<FormValues>()
  const [chosen, state = 'DRAFT'] = useWatch<FormValues, ['kind', 'state']>({ name: ['kind', 'state'] })
  const kind = chosen ?? null
  const isDue = useNeeded(kind, isIssued(state))
  const areFixed = mode === 'edit' && isIssued(state)
  const isPaper = kind === null || !isPaidMoney(kind)
  return (
    <>
      {areFixed && <FixedTerms />}
      <FieldGroup title={t('Instrument')}>
        {mode === 'create' && plan && <PlannedLine plan={plan} />}
        {!areFixed && <KindField />}
        {!areFixed && <MoneyField name="amount" required />}
        <TextField
          name="number"
          required={isDue('number')}
          {...(kind === 'ONLINE' && { description: t('UTR of the payment') })}
        />
        {kind !== null && isBankGuarantee(kind) && <LimitField />}
        <TextField name="issuer" />
        {isPaper && <TextField name="branch" />}
        {mode === 'create' && <StateFields />}
        {areFixed && kind !== null && isGuarantee(kind) && <DayField name="effectiveOn" />}
        <Linked ids={getValues('depositIds') ?? []} />
      </FieldGroup>
      {kind !== null && !areFixed && <DayFields kind={kind} isDue={isDue} />}
      <FieldGroup title={t('For whom')}>
        {isPaper && <TextField name="favouring" description={t('The beneficiary, as it is printed')} wide />}
        <OfficeField />
      </FieldGroup>
      <MoreFields>
        <FieldGroup title={t('Further')}>
          {kind !== null && isGuarantee(kind) && (
            <>
              <PercentField name="marginPercent" description={t('What the bank keeps in cash or as a receipt')} />
              <PercentField
                name="commissionPercent"
                {...(isBankGuarantee(kind) && { description: t('That of its bank limit, if left empty') })}
              />
            </>
          )}
          {isPaper && <SelectField name="heldBy" options={optionsOf(instrumentHolders)} />}
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </>
  )
}

/** Choosing another kind clears the fields that this kind does not have. */
function KindField() {
  const { setValue, getValues } = useFormContext()
  function clearForeignFields(value: string | null) {
    const kind = instrumentKinds.find((one) => one === value)
    for (const name of kindFields)
      if (kind && !hasField(kind, name) && getValues(name)) setValue(name, null, { shouldDirty: true })
  }
  const offered = getValues('planId') ? instrumentKinds.filter(isBankGuarantee) : instrumentKinds
  return (
    <SelectField name="kind" options={optionsOf(offered)} onEdit={clearForeignFields} openOnFocus={false} required />
  )
}

const sinceWords = { REQUESTED: t('Requested on'), LODGED: t('Handed in on') } as const

/** The state in which the instrument is entered, with its day if lodged or requested; the day of issue has its own field. */
function StateFields() {
  const { setValue, getValues } = useFormContext()
  const state = useWatch<FormValues, 'state'>({ name: 'state' })
  // The guarantee replaces the plan in the use of the limit, and a draft does not count there.
  const offered = getValues('planId') ? enteredStates.filter((one) => one !== 'DRAFT') : enteredStates
  const sinceLabel = state === 'REQUESTED' || state === 'LODGED' ? sinceWords[state] : undefined
  return (
    <>
      <SelectField
        name="state"
        options={optionsOf(offered)}
        description={t('How far it is already')}
        onEdit={() => setValue('happenedOn', null)}
        required
      />
      {sinceLabel && <DayField name="happenedOn" label={sinceLabel} description={t('Today, if left empty')} />}
    </>
  )
}

interface DaysProps {
  kind: Instrument['kind']
  isDue: ReturnType<typeof useNeeded>
}

function DayFields({ kind, isDue }: DaysProps) {
  return (
    <FieldGroup title={t('Days')}>
      <DayField name="issuedOn" {...(isPaidMoney(kind) && { label: t('Paid on') })} required={isDue('issuedOn')} />
      {isGuarantee(kind) && (
        <>
          <DayField name="effectiveOn" description={t('If it is not in force from the day of its issue')} />
          <DayField
            name="expiresOn"
            description={t('The last day on which it is valid')}
            required={isDue('expiresOn')}
          />
          <DayField name="claimUntil" description={t('The last day of claims, where it is later')} />
        </>
      )}
      {isReceipt(kind) && <DayField name="maturesOn" />}
    </FieldGroup>
  )
}

/** The terms of an issued paper, read-only, with a link to the events that change them. */
function FixedTerms() {
  const record = useFormContext<Instrument>().getValues()
  const { kind, amount } = record
  const days = (['issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const).filter((name) => hasField(kind, name))
  return (
    <FactGroup
      title={t('What it says')}
      actions={
        <>
          <Text size="sm" c="dimmed" mt="sm">
            {t('It is issued: this changes by what becomes of it, such as an extension, or by a correction.')}
          </Text>
          <LinkButton variant="transparent" size="compact-sm" px={0} to={instrumentPath(record)} hash="acts">
            {t('Enter what happened')}
          </LinkButton>
        </>
      }
    >
      <ReadValue label={translated(labels.kind)}>{words(kind)}</ReadValue>
      <ReadValue label={translated(labels.amount)}>{rupees(amount)}</ReadValue>
      {days.map((name) => (
        <ReadValue key={name} label={translated(labels[name])}>
          {dayText(record[name])}
        </ReadValue>
      ))}
    </FactGroup>
  )
}

/** Says that the new instrument will secure the deposit that the user came from. */
function Linked({ ids }: { ids: readonly string[] }) {
  const isNew = useFormMode() === 'create'
  if (!isNew || ids.length === 0) return null
  return (
    <Text size="sm" data-wide>
      {t('Once it is saved it stands behind {deposits}, which takes over its number and bank.', {
        deposits: counted(ids.length, 'deposit'),
      })}
    </Text>
  )
}
