import { Anchor } from '@mantine/core'
import { createRefundRequest } from '@plinth/api/deposits/refund-requests'
import {
  createOffice,
  getOffice,
  listParentOffices,
  type Office,
  officeLabels,
  updateOffice,
} from '@plinth/api/tenders/offices'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { counted, dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { ClientField } from './ClientField.tsx'
import { departmentsOf, useOffices } from './useOffices.ts'

const { TextField, TextAreaField, SelectField, AutocompleteField } = fieldsOf(officeLabels)

const texts = {
  loadFailed: t('Failed to fetch office'),
  saveFailed: t('Failed to save office. Please try again.'),
  created: t('Office created successfully!'),
  updated: t('Office updated successfully!'),
}

export function OfficeForm() {
  return (
    <FormScreen
      noun="office"
      load={getOffice}
      create={createOffice}
      update={updateOffice}
      blank={{}}
      listPath="/contracts/offices"
      nameOf={({ name }) => name}
      texts={texts}
      actions={({ id, contracts }) => (
        <>
          <LinkButton variant="default" to="/contracts/list" search={{ officeId: [id] }}>
            {counted(contracts, 'contract')}
          </LinkButton>
          <LinkButton
            variant="default"
            to="/contracts/refund-requests/create"
            search={{ officeId: id }}
            call={createRefundRequest}
          >
            {t('New refund request')}
          </LinkButton>
        </>
      )}
      related={(office) => <RecordFacts record={office} hasTrail />}
    >
      <FieldGroup title={t('Office')}>
        <Department />
        <TextField name="name" required />
        <TextField name="designation" description={t('Whom letters are addressed to')} />
        <Parent />
        <ClientField />
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Where it is reached')}>
        <TextField name="email" />
        <TextField name="phone" />
        <TextAreaField name="address" />
      </FieldGroup>
    </FormScreen>
  )
}

/** Suggests departments that have an office already, so that a name is not spelt in two ways. */
function Department() {
  const { offices } = useOffices({ enabled: useFormMode() !== 'view' })
  return <AutocompleteField name="department" suggestions={departmentsOf(offices)} required />
}

/** The parent office. The office itself and those below it are not offered. */
function Parent() {
  const isRead = useFormMode() === 'view'
  const { id, parentId, parentName } = useFormContext<Office>().getValues()
  const { data, error } = useRecord(listParentOffices, { enabled: !isRead, query: { officeId: id } })
  if (isRead)
    return (
      <ReadValue label={translated(officeLabels.parentId)}>
        {parentId ? (
          <Anchor component={Link} to={`/contracts/offices/${parentId}`} inherit underline="always">
            {parentName}
          </Anchor>
        ) : (
          dash
        )}
      </ReadValue>
    )
  // While the offices are loading, the present one is shown by its stored name.
  const choices = data ?? (parentId ? [{ id: parentId, parentName: parentName ?? '' }] : [])
  return (
    <SelectField
      name="parentId"
      options={choices.map((office) => ({ value: office.id, label: office.parentName }))}
      description={error ? t('Failed to fetch offices') : t('Whom to write to next')}
    />
  )
}
