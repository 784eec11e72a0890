import { ActionIcon, Button, Group, Loader, Popover, Stack, Text } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import type { ListName } from '@plinth/api/kernel/paging'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { IconColumns3, IconDownload, IconPrinter, IconStar, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError, download } from '../lib/call.ts'
import { momentText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { isLeftOut } from '../lib/list-address.ts'
import { useCan, useUser } from '../lib/session.ts'
import type { List } from '../lib/useList.ts'
import { useListSettings } from '../lib/useListSettings.ts'
import { alertFailure } from './alerts.ts'
import classes from './DataList.module.css'
import { type Column, DataTable, type Selection } from './DataTable.tsx'
import { Filters } from './Filters.tsx'
import { FiltersInWords } from './FiltersInWords.tsx'
import { FocusInside } from './FocusInside.tsx'
import { Pager } from './Pager.tsx'
import { part } from './Part.tsx'
import type { BulkAction } from './RowActions.tsx'
import { usePaper } from './usePaper.ts'

// Few visits save a view, arrange columns or choose rows, or come by an address that the list does not know.
const ListViews = part(() => import('./ListSettings.tsx'), 'ListViews', { waiting: <Loader size="xs" /> })
const ListColumns = part(() => import('./ListSettings.tsx'), 'ListColumns', { waiting: <Loader size="xs" /> })
const LeftOut = part(() => import('./LeftOut.tsx'), 'LeftOut')
const BulkActions = part(() => import('./BulkActions.tsx'), 'BulkActions')

interface Props<Row> {
  /** The list's own name, under which its columns and views are kept for each person. */
  name: ListName
  /** Says what the rows are. */
  caption: string
  list: List<Row>
  /** Every column that can be shown: `columnsOf`. */
  columns: Column<Row>[]
  /** The columns of a list that nobody has arranged, in their order. */
  shown: readonly (keyof Row & string)[]
  filters?: ReactNode
  /** What the list adds up to, where a figure of a dashboard led to it: 'Paper cost, awarded = ₹12,34,567.00'. */
  figure?: string | undefined
  actions?: (row: Row) => ReactNode
  /** What can be done to several rows at once; `nameOf` says which is which. */
  bulk?: BulkAction<Row>[]
  nameOf?: (row: Row) => string
  exported?: Endpoint
  /** What to do next when there is no record at all. */
  empty: ReactNode
  /** Stands between the filters and the rows. */
  children?: ReactNode
}

/** A list with all that belongs to it: filters, views, columns, what is done to several rows, export and print. */
export function DataList<Row extends { id: string }>(props: Props<Row>) {
  const { name, caption, list, columns, shown, filters, figure, actions, exported, empty, children } = props
  const settings = useListSettings(name)
  // The same as long as it says the same, as the rows are.
  const present = useMemo(() => {
    const wanted = columnsNamed(columns, settings.columns)
    return wanted.length > 0 ? wanted : columnsNamed(columns, shown)
  }, [columns, settings.columns, shown])
  const bulk = useAllowed(props.bulk ?? [])
  const { chosen, everChosen, choose, keep } = useChosen(list)
  const nameOf = props.nameOf ?? (() => t('row'))
  const selection: Selection<Row> | undefined =
    bulk.length > 0 ? { nameOf, has: ({ id }) => chosen.some((row) => row.id === id), toggle: choose } : undefined
  const { paper, ...printing } = usePaper(list)
  return (
    <>
      {filters && <Filters list={list}>{filters}</Filters>}
      {isLeftOut(list) && <LeftOut list={list}>{filters}</LeftOut>}
      {children}
      <PaperHead list={list} caption={caption} filters={filters} figure={figure} printed={paper?.length ?? null} />
      <Group mb="xs" gap="xs" justify="space-between" data-screen-only>
        {figure && <FigureChip list={list} text={figure} />}
        {everChosen && <BulkActions actions={bulk} chosen={chosen} nameOf={nameOf} onChoose={keep} />}
        <Group className={classes['tools']}>
          <Tool label={t('Views')} icon={<IconStar size={15} />}>
            {(close) => <ListViews list={list} settings={settings} onClose={close} />}
          </Tool>
          <Tool label={t('Columns')} icon={<IconColumns3 size={15} />}>
            {() => <ListColumns columns={columns} present={present} settings={settings} />}
          </Tool>
          {exported && <Export endpoint={exported} list={list} columns={present} />}
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
        </Group>
      </Group>
      <DataTable
        caption={caption}
        list={paper ? { ...list, rows: paper } : list}
        columns={present}
        actions={actions}
        selection={selection}
        empty={empty}
      />
      {!paper && <Pager list={list} />}
    </>
  )
}

function columnsNamed<Row>(columns: Column<Row>[], names: readonly string[] | null): Column<Row>[] {
  return (names ?? []).flatMap((name) => columns.find(({ field }) => field === name) ?? [])
}

function useAllowed<Row>(actions: BulkAction<Row>[]): BulkAction<Row>[] {
  const user = useUser()
  return actions.filter(({ call }) => user && isAllowed(call.allow, user.permissions))
}

/**
 * The rows that are chosen. Sorting anew keeps them, though some may then stand on other pages; what else changes which
 * rows are looked at forgets them, so that nothing is done to what is out of sight and mind.
 */
function useChosen<Row extends { id: string }>({ rows, filters, page, size, sort }: List<Row>) {
  const view = JSON.stringify([filters, page, size])
  const order = JSON.stringify(sort)
  const [state, setState] = useState({ view, order, chosen: [] as Row[], everChosen: false })
  if (state.view !== view || state.order !== order)
    setState({ ...state, view, order, chosen: state.order === order ? [] : state.chosen })
  const keep = (chosen: Row[]) => setState((before) => ({ ...before, chosen, everChosen: true }))
  const choose = (some: Row[], isChosen: boolean) => {
    const others = state.chosen.filter(({ id }) => !some.some((row) => row.id === id))
    keep(isChosen ? [...others, ...some] : others)
  }
  // As it stands now, not as it stood when it was chosen.
  const chosen = state.chosen.map((row) => rows.find(({ id }) => id === row.id) ?? row)
  return { chosen, everChosen: state.everChosen, choose, keep }
}

/** Says what led here, and how to see the list without it. */
function FigureChip<Row>({ list, text }: { list: List<Row>; text: string }) {
  return (
    <div className={classes['chip']}>
      <span className="tabular">
        {t('Adds up to:')} {text}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('Show the list without this figure')}
        onClick={() => list.apply({ ...list.filters, figure: '', figureKey: '' })}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  children: (close: () => void) => ReactNode
}

/** A button of the list over what it opens. */
function Tool({ label, icon, disabled = false, children }: ToolProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={icon} disabled={disabled} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" bg="var(--surface)">
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

const formats: Record<ExportFormat, string> = { xlsx: t('Excel (XLSX)'), csv: 'CSV' }

interface ExportProps<Row> {
  endpoint: Endpoint
  list: List<Row>
  columns: Column<Row>[]
}

const exportedOf = <Row,>(columns: Column<Row>[]) =>
  columns.flatMap(({ field, label, exported }) => (exported === false ? [] : [{ field, label: exported ?? label }]))

/** Every row that meets the filters as a file, in the columns that are shown. */
function Export<Row>({ endpoint, list, columns }: ExportProps<Row>) {
  const [making, setMaking] = useState<AbortController | null>(null)
  async function make(format: ExportFormat) {
    const stopper = new AbortController()
    setMaking(stopper)
    const body = { ...list.sent, format, columns: exportedOf(columns) }
    try {
      await download(endpoint, { body }, { signal: stopper.signal })
    } catch (error) {
      if (!stopper.signal.aborted)
        void alertFailure(t('The export failed.'), error instanceof CallError ? error.message : t('Please try again.'))
    } finally {
      setMaking(null)
    }
  }
  if (!useCan(endpoint)) return null
  if (making)
    return (
      <Button size="xs" variant="default" leftSection={<Loader size={14} />} onClick={() => making.abort()}>
        {t('Cancel export')}
      </Button>
    )
  return (
    <Tool label={t('Export')} icon={<IconDownload size={15} />} disabled={list.rows.length === 0}>
      {(close) => (
        <FocusInside>
          <Stack gap={2}>
            {Object.entries(formats).map(([format, label]) => (
              <Button
                key={format}
                size="xs"
                variant="subtle"
                justify="flex-start"
                onClick={() => {
                  close()
                  void make(format as ExportFormat)
                }}
              >
                {label}
              </Button>
            ))}
          </Stack>
        </FocusInside>
      )}
    </Tool>
  )
}

const extent = (printed: number, total: number) =>
  printed < total
    ? t(
        'The first {printed} of {total} records: no more are printed at once. Narrow the filters, or export the list.',
        {
          printed,
          total,
        },
      )
    : t('All {total} records', { total })

/** What paper says above the rows: whose they are, which, and when that was. */
function PaperHead<Row>({
  list,
  caption,
  filters,
  figure,
  printed,
}: Pick<Props<Row>, 'list' | 'caption' | 'filters' | 'figure'> & { printed: number | null }) {
  const user = useUser()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tell = () => flushSync(() => setNow(new Date()))
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
  }, [])
  return (
    <div className={classes['paper']}>
      <Text>
        {user?.tenantName} · {caption} · {momentText(now.toISOString())}
      </Text>
      {printed !== null && <Text>{extent(printed, list.total)}</Text>}
      {filters && list.filtered && <FiltersInWords list={list}>{filters}</FiltersInWords>}
      {figure && (
        <Text>
          {t('Adds up to:')} {figure}
        </Text>
      )}
    </div>
  )
}
