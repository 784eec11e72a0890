import { Text } from '@mantine/core'
import {
  type BankFacility,
  bankFacilityLabels,
  commissionBases,
  freeings,
} from '@plinth/api/guarantees/bank-facilities'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { exampleText, freeingText } from './facility-words.ts'

const { MoneyField, PercentField, NumberField, DayField, SelectField } = fieldsOf(bankFacilityLabels)

/** The values as typed: a text if it is not a number. */
type FormValues = { [K in keyof BankFacility]?: BankFacility[K] | string | null }

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)

/** What a guarantee under this limit costs. */
export function CommissionFields() {
  return (
    <FieldGroup title={t('Margin and commission')}>
      <PercentField name="marginPercent" description={t('What the bank keeps in cash or as a receipt')} />
      <PercentField name="commissionPercent" />
      <SelectField name="commissionBasis" options={optionsOf(commissionBases)} required />
      <MoneyField name="minCharge" description={t('The least that the bank takes for a guarantee')} />
      <Example />
    </FieldGroup>
  )
}

/** What a guarantee would cost by the terms typed so far. */
function Example() {
  const isRead = useFormMode() === 'view'
  const [margin, commission, basis, least] = useWatch<
    FormValues,
    ['marginPercent', 'commissionPercent', 'commissionBasis', 'minCharge']
  >({ name: ['marginPercent', 'commissionPercent', 'commissionBasis', 'minCharge'] })
  const commissionBasis = commissionBases.find((one) => one === basis)
  const text =
    commissionBasis &&
    exampleText({
      marginPercent: numberIn(margin),
      commissionPercent: numberIn(commission),
      commissionBasis,
      minCharge: numberIn(least),
    })
  if (isRead)
    return (
      text && (
        <ReadValue label={t('For example')} wide>
          {text}
        </ReadValue>
      )
    )
  return (
    <Text size="sm" mih="1.55em" {...(!text && { c: 'dimmed' })} aria-live="polite" data-wide>
      {text || t('Once margin or commission is typed, what a guarantee costs by them is told here.')}
    </Text>
  )
}

/** When the bank frees the part of the limit that a guarantee uses. */
export function FreeingFields() {
  const { resetField } = useFormContext()
  const chosen = useWatch<FormValues, 'freesOn'>({ name: 'freesOn' })
  const freesOn = freeings.find((one) => one === chosen)
  return (
    <FieldGroup title={t('When it comes free')}>
      <SelectField
        name="freesOn"
        options={optionsOf(freeings)}
        {...(freesOn && { description: freeingText[freesOn] })}
        // Otherwise an invalid value in the hidden field would block saving.
        onEdit={(way) => way !== 'DISCHARGE' && resetField('dischargeDays')}
        required
      />
      {freesOn === 'DISCHARGE' && (
        <NumberField
          name="dischargeDays"
          description={t('From the last day of claims on: when it is expected to come free is told by them')}
          required
        />
      )}
    </FieldGroup>
  )
}

/** The cash for margins with the day of that amount (required with it), and the day of the bank's next review. */
export function CashAndReview() {
  const { getValues } = useFormContext()
  const isGiven = numberIn(useWatch<FormValues, 'freeCash'>({ name: 'freeCash' })) !== null
  const check = () =>
    numberIn(getValues('freeCash')) !== null && !getValues('freeCashOn')
      ? 'is required with the cash for margins'
      : undefined
  return (
    <FieldGroup title={t('Cash and review')}>
      <MoneyField name="freeCash" description={t('What there is to pledge for further guarantees')} />
      <DayField name="freeCashOn" required={isGiven} check={check} />
      <DayField name="reviewOn" description={t('When the bank looks at the limit again')} />
    </FieldGroup>
  )
}
