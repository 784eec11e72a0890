import { createModule, deleteModule, listModules, type ModuleRecord, updateModule } from '@plinth/api/modules'
import { useList } from '../lib/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ActiveBadge } from '../ui/StatusBadge.tsx'

const columns: Column<ModuleRecord>[] = [
  { field: 'name', label: 'Name' },
  { field: 'description', label: 'Description', wrap: true },
  { field: 'status', label: 'Status', show: (status) => <ActiveBadge active={status} /> },
]

const rowActions = ({ id, name, builtIn }: ModuleRecord) => (
  <RowActions
    name={name}
    view={`/admin/modules/${id}`}
    edit={{ to: `/admin/modules/edit/${id}`, call: updateModule }}
    remove={{
      endpoint: deleteModule,
      params: { id },
      confirm: 'Are you sure you want to delete this module?',
      blocked: builtIn ? 'The product itself works with this module' : undefined,
    }}
  />
)

export function ModuleList() {
  const list = useList(listModules, {})
  return (
    <Screen
      title="Modules"
      source={list}
      failure="Failed to fetch modules"
      actions={
        <LinkButton to="/admin/modules/create" call={createModule}>
          New module
        </LinkButton>
      }
    >
      <DataTable
        caption="Modules"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="There are no modules yet. Enter the first one with New module."
      />
      <Pager list={list} />
    </Screen>
  )
}
