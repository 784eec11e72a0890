import { gstTreatments, msmeSizes, type Party, partyKinds, partyLabels } from '@plinth/api/money/parties'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { stateOptions } from '../../lib/states.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { TickField } from '../../ui/form/TickField.tsx'
import { GstinDays } from './GstinDays.tsx'
import { GstinsField } from './GstinsField.tsx'

const { TextField, SelectField, NumberField, DayField, TextAreaField } = fieldsOf(partyLabels)

/** The name, registrations and contact data of a party; rarely used fields are folded. */
export function PartyFields() {
  return (
    <>
      <FieldGroup title={t('Who it is')}>
        <TextField name="legalName" description={t('As its PAN or its registration has it')} required />
        <TextField name="tradeName" />
        <TickField name="kinds" label={translated(partyLabels.kinds)} options={optionsOf(partyKinds)} required />
      </FieldGroup>
      <FieldGroup title={t('Registrations')}>
        <GstinsField />
        <SelectField name="gstTreatment" options={optionsOf(gstTreatments)} required />
        <TextField name="pan" description={t('A GSTIN fills it in')} />
        <SelectField name="state" options={stateOptions} />
        <Msme />
      </FieldGroup>
      <FieldGroup title={t('Where it is reached')}>
        <TextField name="phone" />
        <TextField name="email" />
        <TextField name="place" />
        <TextField name="pin" />
        <TextAreaField name="address" />
      </FieldGroup>
      <MoreFields>
        <FieldGroup title={t('Further')}>
          <TextField name="tan" description={t('Of whoever deducts tax at source')} />
          <NumberField name="agreedDays" description={t('From a bill until it is paid, where that was agreed')} />
          <DayField name="msmeFrom" />
          <GstinDays />
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </>
  )
}

/** The Udyam number is shown only for an enterprise. */
function Msme() {
  const { setValue } = useFormContext<Party>()
  const msme = useWatch<Party, 'msme'>({ name: 'msme' })
  return (
    <>
      <SelectField
        name="msme"
        options={optionsOf(msmeSizes)}
        required
        onEdit={(size) => size === 'NONE' && setValue('udyamNo', null, { shouldDirty: true })}
      />
      {msme !== undefined && msme !== 'NONE' && (
        <TextField name="udyamNo" description={t('Written UDYAM-XX-00-0000000')} required={msme !== 'MEDIUM'} />
      )}
    </>
  )
}
