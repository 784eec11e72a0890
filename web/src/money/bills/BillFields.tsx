import { billKinds } from '@plinth/api/money/bill-states'
import { type Bill, type BillableAgreement, billLabels } from '@plinth/api/money/bills'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import beside from '../../ui/form/BesideMemorandum.module.css'
import { FieldGroup, FixedValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { LiveMemorandum } from './LiveMemorandum.tsx'
import { TypedField } from './TypedField.tsx'
import { useNextBill } from './useNextBill.ts'
import { WorkFields } from './WorkFields.tsx'

const { TextField, SelectField, NumberField, MoneyField, DayField, TextAreaField } = fieldsOf(billLabels)

interface Props {
  /** The choices for a new bill. */
  agreements?: readonly BillableAgreement[]
}

/** The fields of a claim, and beside them the resulting memorandum of payment. */
export function BillFields({ agreements = [] }: Props) {
  return (
    <div className={beside['sides']}>
      <div>
        <FieldGroup title={t('The bill')}>
          <AgreementField agreements={agreements} />
          <Days />
          <WorkFields />
        </FieldGroup>
        <FieldGroup title={t('Amounts that no percentage gives')}>
          <TypedField />
        </FieldGroup>
        <MoreFields>
          <FieldGroup title={t('What few bills need')}>
            <FirstNumber />
            <TextField
              name="title"
              description={t('What the department calls it, where that is not RA- and its number')}
            />
            <SelectField
              name="kind"
              options={optionsOf(billKinds)}
              description={t('After the final bill there is no other')}
              required
            />
            <MoneyField
              name="variationUpto"
              description={t('Sanctioned, since the beginning; minus for a lump cut for good')}
            />
            <TextAreaField name="comment" />
          </FieldGroup>
        </MoreFields>
      </div>
      <LiveMemorandum />
    </div>
  )
}

/** The agreement of a bill never changes. */
function AgreementField({ agreements }: { agreements: readonly BillableAgreement[] }) {
  const isNew = useFormMode() === 'create'
  const { agreementNumber = '', agreementName = '' } = useFormContext<Partial<Bill>>().getValues()
  if (!isNew)
    return <FixedValue label={translated(billLabels.agreementId)}>{`${agreementNumber}, ${agreementName}`}</FixedValue>
  return (
    <SelectField
      name="agreementId"
      options={agreements.map(({ id, number, name, partyName }) => ({
        value: id,
        label: [number, name, partyName].join(', '),
      }))}
      description={t('One with a client that is signed and not closed')}
      openOnFocus={false}
      required
    />
  )
}

/** Work is mostly billed up to the day of the bill, so `uptoDate` follows `billDate` until the user types it. */
function Days() {
  const { getValues, setValue } = useFormContext<Partial<Bill>>()
  const before = useRef(getValues('billDate'))
  function follow(day: string | null): void {
    const upto = getValues('uptoDate')
    if (day && (!upto || upto === before.current || upto > day)) setValue('uptoDate', day, { shouldDirty: true })
    before.current = day ?? undefined
  }
  return (
    <>
      <DayField name="billDate" description={t('Percentages are those of this day')} onEdit={follow} required />
      <DayField name="uptoDate" required />
    </>
  )
}

/** The first bill of an agreement may have another number, if earlier bills were made elsewhere; later numbers follow. */
function FirstNumber() {
  const isNew = useFormMode() === 'create'
  const { next } = useNextBill()
  if (!isNew || !next?.isFirst) return null
  return (
    <NumberField
      name="number"
      placeholder={String(next.number)}
      description={t('Of the first bill here, where earlier ones were billed elsewhere')}
    />
  )
}
