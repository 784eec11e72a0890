import { Anchor } from '@mantine/core'
import { agreementDirections, agreementRoundings } from '@plinth/api/money/agreement-choices'
import { type Agreement, agreementLabels, agreementPricings } from '@plinth/api/money/agreements'
import { listPartyChoices, paidKinds } from '@plinth/api/money/parties'
import { Link } from '@tanstack/react-router'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { stateOptions } from '../../lib/states.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ContractChoice } from '../../tenders/contracts/ContractChoice.tsx'
import { FieldGroup, FixedValue, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { partyOptions, partyPath } from '../parties/party-words.ts'
import { ProjectOfAgreement } from './ProjectOfAgreement.tsx'
import { useFillFromContract } from './useFillFromContract.ts'

const {
  TextField,
  NameField,
  SelectField,
  MoneyField,
  PercentField,
  NumberField,
  DayField,
  TextAreaField,
  CheckboxField,
} = fieldsOf(agreementLabels)

/** The party, the work, the price and the days of an agreement; rarely used fields are folded. */
export function AgreementFields() {
  return (
    <>
      <FieldGroup title={t('With whom')}>
        <Side />
        <OfContract />
        <Party />
        <ProjectOfAgreement />
      </FieldGroup>
      <FieldGroup title={t('What is agreed')}>
        <TextField name="number" description={t('As it stands on the agreement or the work order')} required />
        <NameField name="name" required />
        <DayField name="agreedOn" />
        <MoneyField name="value" />
        <Pricing />
        <DayField name="startsOn" />
        <DayField name="endsOn" />
        <DayField name="completedOn" />
      </FieldGroup>
      <MoreFields>
        <FieldGroup title={t('Site, measuring and paying')}>
          <SelectField
            name="siteState"
            options={stateOptions}
            description={t('The place of supply is the State of the site, wherever the client is')}
          />
          <TextField name="ourGstin" description={t('Of the registration that invoices under it: its State is ours')} />
          <CheckboxField name="hasRoundOff" />
          <TextField name="sac" description={t('9954 is construction')} />
          <TextAreaField name="siteAddress" />
          <SelectField name="rounding" options={optionsOf(agreementRoundings)} required />
          <NumberField name="dlpMonths" />
          <NumberField name="paymentDays" description={t('From a bill until it is to be paid')} />
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </>
  )
}

/** The direction is chosen once and fixed afterwards. */
function Side() {
  const isNew = useFormMode() === 'create'
  const { setValue, getValues } = useFormContext<Partial<Agreement>>()
  if (isNew)
    return (
      <SelectField
        name="direction"
        options={optionsOf(agreementDirections)}
        onEdit={() => setValue('partyId', undefined)}
        required
      />
    )
  return <FixedValue label={translated(agreementLabels.direction)}>{words(getValues('direction') ?? '')}</FixedValue>
}

/** The contract that the client pays under; choosing it fills in its known fields. */
function OfContract() {
  useFillFromContract()
  const isPaid = useWatch<Partial<Agreement>, 'direction'>({ name: 'direction' }) === 'RECEIVABLE'
  return (
    <ContractChoice
      label={translated(agreementLabels.contractId)}
      description={
        isPaid
          ? t('What it says already is filled in: nothing is typed twice')
          : t('The contract that the work is part of')
      }
      required={isPaid}
    />
  )
}

/** The party, chosen among those that fit the direction. */
function Party() {
  const isRead = useFormMode() === 'view'
  const direction = useWatch<Partial<Agreement>, 'direction'>({ name: 'direction' })
  const { partyId, partyName } = useFormContext<Partial<Agreement>>().getValues()
  const { data, error } = useRecord(listPartyChoices, { enabled: !isRead })
  if (isRead)
    return (
      <ReadValue label={translated(agreementLabels.partyId)}>
        <Anchor component={Link} to={partyPath({ id: partyId ?? '' })} inherit underline="always">
          {partyName}
        </Anchor>
      </ReadValue>
    )
  const isOfSide = ({ kinds }: { kinds: readonly (typeof paidKinds)[number][] }) =>
    direction === 'RECEIVABLE' ? kinds.includes('CLIENT') : kinds.some((kind) => paidKinds.includes(kind))
  // Shows the name of the present party until the choices are loaded.
  const present = partyId && partyName ? [{ id: partyId, legalName: partyName, place: null }] : []
  const offered = data?.filter(isOfSide) ?? present
  return (
    <SelectField
      name="partyId"
      options={partyOptions(offered)}
      description={
        error
          ? t('Failed to fetch parties')
          : direction === 'RECEIVABLE'
            ? t('A client among the parties')
            : t('A vendor, subcontractor, labour contractor, transporter or hirer among the parties')
      }
      required
    />
  )
}

/** The pricing, and the percentage of a percentage rate. */
function Pricing() {
  const { setValue } = useFormContext<Partial<Agreement>>()
  const isPercentage = useWatch<Partial<Agreement>, 'pricing'>({ name: 'pricing' }) === 'PERCENTAGE_RATE'
  return (
    <>
      <SelectField
        name="pricing"
        options={optionsOf(agreementPricings)}
        onEdit={(pricing) => pricing !== 'PERCENTAGE_RATE' && setValue('tenderPercentage', null, { shouldDirty: true })}
        required
      />
      {isPercentage && (
        <PercentField
          name="tenderPercentage"
          description={t('Above (+) or below (-) the rates of the schedule')}
          required
        />
      )}
    </>
  )
}
