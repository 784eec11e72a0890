import { ActionIcon, Button, Loader } from '@mantine/core'
import type { ListName } from '@plinth/api/entities'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { IconColumns3, IconPrinter, IconStar, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useUser } from '../../lib/session.ts'
import type { List } from '../../lib/useList.ts'
import { type UsedListSettings, useListSettings } from '../../lib/useListSettings.ts'
import { lazyPart } from '../shell/Part.tsx'
import { useCards } from '../shell/Screen.tsx'
import type { BulkAction } from './bulk-action.ts'
import classes from './DataList.module.css'
import type { CardFields, Column, Opening, Selection, Props as TableProps } from './DataRows.tsx'
import { DataTable } from './DataTable.tsx'
import { GroupChoice, type Props as GroupChoiceProps } from './GroupChoice.tsx'
import { GroupedRows } from './GroupedRows.tsx'
import { besideFilters, type Line, ListBar } from './ListBar.tsx'
import { ListExport } from './ListExport.tsx'
import { ListTool } from './ListTool.tsx'
import { Pager } from './Pager.tsx'
import { PaperHead } from './PaperHead.tsx'
import type { Quick } from './QuickFilters.tsx'
import type { Panel } from './RecordPanel.tsx'
import { useChosen } from './useChosen.ts'
import { usePaper } from './usePaper.ts'
import { ViewTabs } from './ViewTabs.tsx'

// Few visits save a view, arrange columns, open or choose rows, or come by an address that the list does not know.
const ListViews = lazyPart(() => import('./ListViews.tsx'), 'ListViews', { waiting: <Loader size="xs" /> })
const ListColumns = lazyPart(() => import('./ListColumns.tsx'), 'ListColumns', { waiting: <Loader size="xs" /> })
const LeftOut = lazyPart(() => import('./LeftOut.tsx'), 'LeftOut')
const RecordPanel = lazyPart(() => import('./RecordPanel.tsx'), 'RecordPanel', { waiting: <div /> })
const BulkActions = lazyPart(() => import('./BulkActions.tsx'), 'BulkActions')

interface Led {
  text: string
  without: string
}

interface Props<Row> {
  /** The name of the list, under which its columns and views are stored for each user. */
  name: ListName
  /** Names the rows. */
  caption: string
  list: List<Row>
  /** Every column that can be shown: `columnsOf`. */
  columns: Column<Row>[]
  /** The default columns, in their order. */
  shown: readonly (keyof Row & string)[]
  /** The columns that a card shows, on a narrow screen. */
  card?: CardFields<Row>
  filters?: ReactNode
  /** The search line. */
  line?: Line
  /** The quick filters. */
  quick?: Quick
  /** The filter that a link set, and the label of the link that shows the list without it. */
  led?: Led | undefined
  actions?: (row: Row) => ReactNode
  /** The actions for several rows at once; `nameOf` names a row. */
  bulk?: BulkAction<Row>[]
  nameOf?: (row: Row) => string
  /** How a record is shown beside the list; such a list `opens`. */
  panel?: Panel<Row>
  exported?: Endpoint
  /** How the list can be grouped. */
  grouping?: Grouping
  /** Shown when there is no record at all. */
  empty: ReactNode
  /** Shown between the filters and the rows. */
  children?: ReactNode
}

/** A list with all its tools: filters, views, columns, groups, bulk actions, export and print. */
export function DataList<Row extends { id: string }>(props: Props<Row>) {
  const { name, caption, list, line, quick, led, grouping, panel, actions, children } = props
  const settings = useListSettings(name)
  const columns = usePresentColumns(props, settings.columns)
  const card = useCard(props.card, settings.columns !== null)
  const bulk = useAllowed(props.bulk ?? [])
  // In a grouped list, only the rows of open groups can be selected.
  const [grouped, setGrouped] = useState<Row[]>([])
  const isGrouped = grouping !== undefined && list.group !== ''
  const seen = isGrouped ? { ...list, rows: grouped } : list
  const { chosen, everChosen, choose, keep } = useChosen(seen)
  const nameOf = props.nameOf ?? (() => t('row'))
  const selection: Selection<Row> | undefined =
    bulk.length > 0 ? { nameOf, has: ({ id }) => chosen.some((row) => row.id === id), toggle: choose } : undefined
  const opening = useOpening(seen, panel)
  const { paper, ...printing } = usePaper(list)
  const groups = grouping && { list, grouping, labelOf: labelIn(props.columns) }
  const filters = (
    <>
      {besideFilters}
      {props.filters}
    </>
  )
  return (
    <>
      <ViewTabs name={name} list={list} settings={settings} />
      <ListBar
        list={list}
        line={line}
        quick={quick}
        filters={props.filters}
        led={led && <LedChip list={list} led={led} />}
        bulk={everChosen && <BulkActions actions={bulk} chosen={chosen} nameOf={nameOf} onChoose={keep} />}
        isChoosing={chosen.length > 0}
        tools={<Tools {...props} present={columns} settings={settings} printing={printing} groups={groups} />}
      />
      {isLeftOut(list) && <LeftOut list={list}>{filters}</LeftOut>}
      {children}
      <PaperHead list={list} caption={caption} filters={filters} led={led} printed={paper?.length ?? null} />
      <div className={classes['beside']} data-open={opening?.opened || undefined}>
        <div>
          <Rows
            {...{ caption, list, columns, selection, opening, paper, actions, groups }}
            card={card}
            empty={props.empty}
            onRows={setGrouped}
          />
        </div>
        {opening?.opened && panel && <RecordPanel {...{ name, list: seen, opening, panel, nameOf, actions }} />}
      </div>
    </>
  )
}

/** The shown columns; the same object while nothing changes, so that rows are not redrawn. */
function usePresentColumns<Row>({ columns, shown }: Props<Row>, chosen: string[] | null) {
  return useMemo(() => {
    const wanted = columnsNamed(columns, chosen)
    return wanted.length > 0 ? wanted : columnsNamed(columns, shown)
  }, [columns, chosen, shown])
}

/** A user who has arranged the columns has set the order on cards too. */
function useCard<Row>(card: CardFields<Row> | undefined, isArranged: boolean) {
  return useMemo(() => (card && isArranged ? { ...card, facts: [] } : card), [card, isArranged])
}

const labelIn =
  <Row,>(columns: Column<Row>[]) =>
  (field: string) =>
    columns.find((column) => column.field === field)?.label ?? field

type Groups<Row> = Omit<GroupChoiceProps, 'list' | 'size' | 'label'> & { list: List<Row> }

interface ToolsProps<Row> extends Props<Row> {
  present: Column<Row>[]
  settings: UsedListSettings
  printing: Pick<ReturnType<typeof usePaper>, 'isFetching' | 'print'>
  groups: Groups<Row> | undefined
}

function Tools<Row>({ list, columns, exported, present, settings, printing, groups }: ToolsProps<Row>) {
  const areCards = useCards()
  return (
    <>
      {groups && !areCards && <GroupChoice {...groups} size="xs" />}
      <ListTool label={t('Views')} icon={<IconStar size={15} />}>
        {(close) => <ListViews list={list} settings={settings} onClose={close} />}
      </ListTool>
      <ListTool label={t('Columns')} icon={<IconColumns3 size={15} />}>
        {() => <ListColumns columns={columns} present={present} settings={settings} />}
      </ListTool>
      {exported && <ListExport endpoint={exported} list={list} columns={present} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={15} />}
        disabled={list.rows.length === 0}
        loading={printing.isFetching}
        onClick={() => void printing.print()}
      >
        {t('Print')}
      </Button>
    </>
  )
}

interface RowsProps<Row> extends TableProps<Row> {
  groups: Groups<Row> | undefined
  /** The rows being printed. */
  paper: Row[] | null
  onRows: (rows: Row[]) => void
}

/** The rows of a page, or the groups with their rows. */
function Rows<Row extends { id: string }>({ groups, paper, onRows, ...table }: RowsProps<Row>) {
  const { list } = table
  const areCards = useCards()
  const beside = groups && areCards && <GroupChoice {...groups} size="sm" label={t('Group by')} />
  if (groups && list.group)
    return <GroupedRows key={list.group} {...table} {...groups} {...{ beside, paper, onRows }} />
  return (
    <>
      <DataTable {...table} list={paper ? { ...list, rows: paper } : list} beside={beside} />
      {!paper && <Pager list={list} />}
    </>
  )
}

/** How records open beside the list, if the list has a panel. */
function useOpening<Row extends { id: string }>(list: List<Row>, panel: Panel<Row> | undefined): Opening | undefined {
  const navigate = useNavigate()
  if (!panel) return undefined
  const { opened, show } = list
  function go(id: string) {
    const row = list.rows.find((one) => one.id === id)
    if (row) void navigate({ to: panel?.to(row) ?? '' })
  }
  return { opened, show, go }
}

function columnsNamed<Row>(columns: Column<Row>[], names: readonly string[] | null): Column<Row>[] {
  return (names ?? []).flatMap((name) => columns.find(({ field }) => field === name) ?? [])
}

function useAllowed<Row>(actions: BulkAction<Row>[]): BulkAction<Row>[] {
  const user = useUser()
  return actions.filter(({ call }) => user && isAllowed(call.allow, user.permissions))
}

/** The filter that a link set, with a link to the list without it. */
function LedChip<Row>({ list, led }: { list: List<Row>; led: Led }) {
  const unset = Object.fromEntries(list.linkFilters.map(({ name }) => [name, '']))
  return (
    <div className={classes['chip']}>
      <span className="tabular">{led.text}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={led.without}
        onClick={() => list.apply({ ...list.filters, ...unset })}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}
