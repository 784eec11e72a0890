import { createModule, getModule, type ModuleRecord, updateModule } from '@plinth/api/modules'
import { ActiveField } from '../ui/ChoiceFields.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { textFieldsOf } from '../ui/TextFields.tsx'

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
