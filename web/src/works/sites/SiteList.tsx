import {
  createSite,
  deleteSite,
  exportSites,
  filterSites,
  getSite,
  siteColumnLabels as labels,
  type Site,
  site,
  updateSite,
  weekdays,
} from '@plinth/api/works/sites'
import { call } from '../../lib/call.ts'
import { optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { stateOptions, stateText } from '../../lib/states.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { projectFilter } from './ProjectFilter.tsx'

const pathOf = ({ id }: Pick<Site, 'id'>) => `/projects/sites/${id}`

const columns = columnsOf(site, labels, {
  name: { wrap: true, show: (name, row) => <RowLink to={pathOf(row)}>{name}</RowLink> },
  projectName: { wrap: true, show: (name, { projectId }) => <RowLink to={`/projects/${projectId}`}>{name}</RowLink> },
  state: { show: (code) => stateText(code) },
  remarks: { wrap: true },
})

const shown = ['name', 'projectName', 'state', 'weeklyOff', 'shiftHours'] as const

const card = { called: 'name', facts: ['projectName', 'state', 'weeklyOff', 'shiftHours'] } as const

const noFilters = { search: '', name: '', projectId: '', state: [], weeklyOff: [], dateRange: anyDay }

const filters = (
  <>
    <TextFilter name="name" label={translated(labels.name)} />
    {projectFilter}
    <MultiSelectFilter name="state" label={translated(labels.state)} options={stateOptions} />
    <MultiSelectFilter name="weeklyOff" label={translated(labels.weeklyOff)} options={optionsOf(weekdays)} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<Site> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['weeklyOff', 'shiftHours']}
      facts={['projectName', 'state', 'remarks']}
    />
  ),
  to: pathOf,
  load: (id) => call(getSite, { params: { id } }),
}

const rowActions = ({ id, name }: Site) => (
  <RowActions
    name={name}
    view={pathOf({ id })}
    edit={{ to: `${pathOf({ id })}/edit`, call: updateSite }}
    remove={{
      endpoint: deleteSite,
      params: { id },
      confirm: t('Are you sure you want to delete this site?'),
    }}
  />
)

export function SiteList() {
  const list = useList(filterSites, noFilters, { opens: true })
  const projectId = plainText(list.filters['projectId'])
  return (
    <Screen
      title={t('Sites')}
      source={list}
      failure={t('Failed to fetch sites')}
      actions={
        <LinkButton to="/projects/sites/create" {...(projectId && { search: { projectId } })} call={createSite}>
          {t('New site')}
        </LinkButton>
      }
    >
      <DataList
        name="sites"
        caption={t('Sites')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Name, project or remarks') }}
        actions={rowActions}
        nameOf={({ name }) => name}
        panel={panel}
        exported={exportSites}
        empty={t('There are no sites yet. Enter the first one with New site.')}
      />
    </Screen>
  )
}
