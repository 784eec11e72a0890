import { createModule, getModule, type ModuleRecord, updateModule } from '@plinth/api/modules'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { ActiveField, textFieldsOf } from '../ui/FormFields.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'

const { TextField, TextAreaField } = textFieldsOf<ModuleRecord>()

const texts = {
  loadFailed: 'Failed to fetch module',
  saveFailed: 'Failed to save module',
  created: 'Module created successfully!',
  updated: 'Module updated successfully!',
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
      <FieldGroup title="Module">
        <TextField name="name" label="Name" required />
        <ActiveField name="status" label="Status" description="Permissions on an inactive module count for nothing" />
        <TextAreaField name="description" label="Description" />
      </FieldGroup>
    </FormScreen>
  )
}
