import {
  createModule,
  deleteModule,
  listModules,
  type ModuleRecord,
  moduleRecord,
  updateModule,
} from '@plinth/api/modules'
import { useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'

const columns = columnsOf(
  moduleRecord,
  { name: 'Name', description: 'Description', status: 'Status' },
  { description: { wrap: true } },
)
const shown = ['name', 'description', 'status'] as const

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
      <DataList
        name="modules"
        caption="Modules"
        list={list}
        columns={columns}
        shown={shown}
        actions={rowActions}
        empty="There are no modules yet. Enter the first one with New module."
      />
    </Screen>
  )
}
