import { projectLabels, projectStatuses } from '@plinth/api/works/projects'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { BidFields } from '../../tenders/contracts/BidFields.tsx'
import { LicenseFields } from '../../tenders/contracts/LicenseFields.tsx'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'

const { TextField, NameField, TextAreaField, AutocompleteField, SelectField, NumberField, DayField } =
  fieldsOf(projectLabels)

const projectTypes = [
  'Road',
  'Bridge',
  'Building',
  'Water supply',
  'Drainage',
  'Irrigation',
  'Electrical',
  'Maintenance',
]

export function ProjectFields() {
  return (
    <>
      <FieldGroup title={t('Project')}>
        <NameField name="projectName" required />
        <AutocompleteField name="projectType" suggestions={projectTypes} />
        <SelectField name="status" options={optionsOf(projectStatuses)} required />
        <TextField name="contractBidId" />
        <TextField name="contractBidNo" />
        <TextAreaField name="description" />
      </FieldGroup>
      <FieldGroup title={t('Values')}>
        <BidFields
          labels={projectLabels}
          actual="projectActualValue"
          percentage="projectBidPercentage"
          value="projectBidValue"
        />
      </FieldGroup>
      <FieldGroup title={t('Work')}>
        <DayField name="givenStartDate" />
        <DayField name="givenEndDate" />
        <DayField name="actualStartDate" />
        <DayField name="actualEndDate" />
      </FieldGroup>
      <MoreFields>
        <LicenseFields />
        <FieldGroup title={t('Remarks')}>
          <NumberField name="extensionCount" required />
          <DayField name="extensionDate" />
          <TextAreaField name="terminationReason" />
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </>
  )
}
