import {
  createModule,
  deleteModule,
  listModules,
  type ModuleRecord,
  moduleRecord,
  updateModule,
} from '@plinth/api/access/modules'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { SelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'

/** The names and descriptions of built-in modules are stored in English and translated here. */
const described = (description: string | null) => translated(description ?? '') || dash

const columns = columnsOf(
  moduleRecord,
  { name: 'Name', description: t('Description'), status: 'Status' },
  { name: { show: (name) => translated(name) }, description: { show: described, wrap: true } },
)
const shown = ['name', 'description', 'status'] as const

const noFilters = { name: '', description: '', status: '' }

const statuses = [
  { value: 'true', label: t('Active') },
  { value: 'false', label: t('Inactive') },
]

const filters = (
  <>
    <TextFilter name="name" label={t('Name')} />
    <TextFilter name="description" label={t('Description')} />
    <SelectFilter name="status" label={t('Status')} options={statuses} />
  </>
)

const rowActions = ({ id, name, builtIn }: ModuleRecord) => (
  <RowActions
    name={translated(name)}
    view={`/admin/modules/${id}`}
    edit={{ to: `/admin/modules/edit/${id}`, call: updateModule }}
    remove={{
      endpoint: deleteModule,
      params: { id },
      confirm: t('Are you sure you want to delete this module?'),
      blocked: builtIn ? t('The product itself works with this module') : undefined,
    }}
  />
)

export function ModuleList() {
  const list = useList(listModules, noFilters)
  return (
    <Screen
      title={t('Modules')}
      source={list}
      failure={t('Failed to fetch modules')}
      actions={
        <LinkButton to="/admin/modules/create" call={createModule}>
          {t('New module')}
        </LinkButton>
      }
    >
      <DataList
        name="modules"
        caption={t('Modules')}
        list={list}
        columns={columns}
        shown={shown}
        filters={filters}
        line={{ name: 'name', hint: t('Name') }}
        actions={rowActions}
        empty={t('There are no modules yet. Enter the first one with New module.')}
      />
    </Screen>
  )
}
