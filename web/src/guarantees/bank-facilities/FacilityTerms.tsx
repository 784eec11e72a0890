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

/** As it is typed: a text where that is no number. */
type Typed = { [K in keyof BankFacility]?: BankFacility[K] | string | null }

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

/** The terms by what a guarantee would cost, as they are typed. */
function Example() {
  const isRead = useFormMode() === 'view'
  const [margin, commission, basis, least] = useWatch<
    Typed,
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

/** When the bank gives back what a guarantee took of this limit. */
export function FreeingFields() {
  const { resetField } = useFormContext()
  const chosen = useWatch<Typed, 'freesOn'>({ name: 'freesOn' })
  const freesOn = freeings.find((one) => one === chosen)
  return (
    <FieldGroup title={t('When it comes free')}>
      <SelectField
        name="freesOn"
        options={optionsOf(freeings)}
        {...(freesOn && { description: freeingText[freesOn] })}
        // Nothing that is wrong stays behind in a field that is not shown.
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

/** What there is for margins, where an amount says nothing without its day; and when the bank asks again. */
export function CashAndReview() {
  const { getValues } = useFormContext()
  const isGiven = numberIn(useWatch<Typed, 'freeCash'>({ name: 'freeCash' })) !== null
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
