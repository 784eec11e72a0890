import { createModule, getModule, type ModuleRecord, updateModule } from '@plinth/api/access/modules'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { ActiveField, textFieldsOf } from '../../ui/form/FormFields.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'

const { TextField, TextAreaField } = textFieldsOf<ModuleRecord>()

const texts = {
  loadFailed: t('Failed to fetch module'),
  saveFailed: t('Failed to save module'),
  created: t('Module created successfully!'),
  updated: t('Module updated successfully!'),
}

export function ModuleForm() {
  return (
    <FormScreen
      noun="module"
      load={getModule}
      create={createModule}
      update={updateModule}
      blank={{ status: true }}
      listPath="/admin/modules"
      nameOf={({ name }) => name}
      texts={texts}
    >
      <FieldGroup title={t('Module')}>
        <TextField name="name" label={t('Name')} required />
        <ActiveField
          name="status"
          label={t('Status')}
          description={t('Permissions on an inactive module count for nothing')}
        />
        <TextAreaField name="description" label={t('Description')} />
      </FieldGroup>
    </FormScreen>
  )
}
