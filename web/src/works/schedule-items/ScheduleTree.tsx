import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { Agreement } from '@plinth/api/money/agreements'
import {
  createScheduleItem,
  deleteScheduleItem,
  type getSchedule,
  type ScheduleItem,
  updateScheduleItem,
} from '@plinth/api/works/schedule-items'
import { IconSearch } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { counted, decimal, plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { Empty } from '../../ui/shell/Screen.tsx'
import { TreeBar, TreeGrid } from '../../ui/tree/TreeGrid.tsx'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'
import { useNarrowTree } from '../../ui/tree/useNarrowTree.ts'
import type { TreeMoves } from '../../ui/tree/useTreeDrag.ts'
import type { DrawerRequest } from './ItemDrawer.tsx'
import classes from './Schedule.module.css'
import { scheduleCards, scheduleColumns } from './ScheduleColumns.tsx'
import { ScheduleFoot } from './ScheduleFoot.tsx'
import {
  belowIn,
  placeBeside,
  rowsOf,
  type ScheduleSearch,
  searchSchedule,
  sectionsFor,
  sumsOf,
} from './schedule-tree.ts'
import { useScheduleEdits } from './useScheduleEdits.ts'

const MoveItem = lazyDialog(() => import('./MoveItem.tsx'), 'MoveItem')

type Schedule = Answer<typeof getSchedule>
type Row = TreeRow<ScheduleItem>

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The folded rows, and the search in the schedule. */
function useShownRows(items: readonly ScheduleItem[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [sought, seek] = useState<ScheduleSearch>({ text: plainText(search['search']), isWithoutRate: false })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  // Deferred, so that typing stays fluent with thousands of rows.
  const deferredSearch = useDeferredValue(sought)
  const found = useMemo(() => searchSchedule(items, deferredSearch), [items, deferredSearch])
  const rows = useMemo(() => rowsOf(items, folded, found), [items, folded, found])
  const fold = (ids: readonly string[]) => setFolded(new Set(ids))
  const sections = () => items.flatMap(({ id, kind }) => (kind === 'SECTION' ? [id] : []))
  return {
    rows,
    found,
    sought,
    seek,
    toggle: ({ id }: Row) => setFolded((before) => toggled(before, id)),
    unfold: (id: string) => setFolded((before) => (before.has(id) ? toggled(before, id) : before)),
    expandAll: () => fold([]),
    collapseAll: () => fold(sections()),
  }
}

/** Moving rows by drag and by keys, with messages for screen readers. */
function useMoves(items: readonly ScheduleItem[], isFiltered: boolean, unfold: (id: string) => void) {
  const edits = useScheduleEdits()
  const [message, setMessage] = useState('')
  const moves: TreeMoves<ScheduleItem> = {
    async onMove({ item, name }, place) {
      if (!item) return
      if (place.parentId) unfold(place.parentId)
      if (await edits.move(item, place)) setMessage(t('{item} moved', { item: name }))
    },
    mayStand: ({ item }, parentId) =>
      item !== null && (parentId === null || sectionsFor(items, item).some(({ id }) => id === parentId)),
    onRefused: ({ name }) =>
      setMessage(t('{item} stays where it is: it goes into sections alone, at most 8 deep', { item: name })),
    blocked: isFiltered ? t('The search hides some rows: clear it to move any') : undefined,
  }
  return { moves, message }
}

interface Props {
  agreement: Agreement
  schedule: Schedule
  /** Opens the drawer of an item; never called where nothing may be entered. */
  onAsk: (asked: DrawerRequest) => void
}

/** The schedule of an agreement as a tree that can be searched, folded and edited in place. */
export function ScheduleTree({ agreement, schedule: { items }, onAsk }: Props) {
  const isOpen = agreement.status !== 'CLOSED'
  const mayCreate = useCan(createScheduleItem) && isOpen
  const mayEdit = useCan(updateScheduleItem) && isOpen
  const mayDelete = useCan(deleteScheduleItem) && isOpen
  const hasTender = agreement.tenderPercentage !== null
  const [moving, setMoving] = useState<ScheduleItem>()
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const { ref, isNarrow } = useNarrowTree()
  const { rows, found, sought, seek, toggle, unfold, expandAll, collapseAll } = useShownRows(items)
  const { moves, message } = useMoves(items, found !== undefined, unfold)
  const sums = useMemo(() => sumsOf(items), [items])
  const contents = useMemo(() => belowIn(items), [items])
  const columns = useMemo(() => {
    const onWhole = ({ id }: ScheduleItem) => setWhole((before) => toggled(before, id))
    const around = {
      mayCreate,
      mayEdit,
      mayDelete,
      hasTender,
      sums,
      contents,
      whole,
      onWhole,
      onAdd: (item: ScheduleItem) => onAsk({ place: placeBeside(items, item) }),
      onMove: setMoving,
      onEdit: (item: ScheduleItem) => onAsk({ item }),
    }
    return isNarrow ? scheduleCards(around) : scheduleColumns(around)
  }, [isNarrow, mayCreate, mayEdit, mayDelete, hasTender, sums, contents, whole, items, onAsk])

  function open(item: ScheduleItem): void {
    const row = rows.find(({ id }) => id === item.id)
    if (row?.expanded !== undefined) toggle(row)
    else setWhole((before) => toggled(before, item.id))
  }
  const shownItems = rows.filter(({ item }) => item && item.kind !== 'SECTION').length
  const withoutRate = items.filter(({ kind, rate }) => kind !== 'SECTION' && rate === null).length

  return (
    <div ref={ref}>
      <TreeBar stuck={false}>
        <SearchOf sought={sought} seek={seek} />
        {(withoutRate > 0 || sought.isWithoutRate) && (
          <Button
            variant={sought.isWithoutRate ? 'light' : 'default'}
            size="xs"
            aria-pressed={sought.isWithoutRate}
            onClick={() => seek({ ...sought, isWithoutRate: !sought.isWithoutRate })}
          >
            {t('Without a rate: {count}', { count: decimal(withoutRate) })}
          </Button>
        )}
        <Text size="sm" role="status" className="tabular">
          {found
            ? t('{found} of {items}', { found: decimal(shownItems), items: counted(countItems(items), 'item') })
            : t('{items} in {sections}', {
                items: counted(countItems(items), 'item'),
                sections: counted(items.length - countItems(items), 'section'),
              })}
        </Text>
        <Group gap="xs" ml="auto" data-screen-only>
          <Button variant="default" size="xs" disabled={found !== undefined} onClick={expandAll}>
            {t('Expand all')}
          </Button>
          <Button variant="default" size="xs" disabled={found !== undefined} onClick={collapseAll}>
            {t('Collapse all')}
          </Button>
        </Group>
      </TreeBar>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      {rows.length === 0 ? (
        <Empty filtered={false}>{t('Nothing in this schedule has these words. Change or clear them.')}</Empty>
      ) : (
        <TreeGrid
          caption={t('Schedule of quantities')}
          rows={rows}
          columns={columns}
          pending={false}
          fetching={false}
          moves={mayEdit ? moves : undefined}
          foot={footHeight}
          onToggle={found ? doNothing : toggle}
          onOpen={open}
        />
      )}
      <ScheduleFoot agreement={agreement} items={items} />
      {moving && <MoveItem items={items} item={moving} onClose={() => setMoving(undefined)} />}
    </div>
  )
}

/** The height of the totals, which stay at the bottom of the window. */
const footHeight = 64

// Rows cannot be folded during a search.
const doNothing = () => undefined

const countItems = (items: readonly ScheduleItem[]) => items.filter(({ kind }) => kind !== 'SECTION').length

const SearchOf = ({ sought, seek }: { sought: ScheduleSearch; seek: (next: ScheduleSearch) => void }) => (
  <TextInput
    type="search"
    size="sm"
    className={classes['search'] ?? ''}
    aria-label={t('Search this schedule')}
    placeholder={t('Number or words of the description')}
    maxLength={200}
    leftSection={<IconSearch size={16} aria-hidden />}
    leftSectionPointerEvents="none"
    value={sought.text}
    onChange={({ currentTarget: { value } }) => seek({ ...sought, text: value })}
  />
)
