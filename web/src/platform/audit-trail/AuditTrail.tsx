import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { auditedRecords } from '@plinth/api/entities'
import type { Answer } from '@plinth/api/kernel/endpoint'
import {
  type AuditEntry,
  auditActions,
  auditEntry,
  auditLabels,
  exportAuditTrail,
  filterAuditTrail,
} from '@plinth/api/platform/audit-trail'
import { IconHistory, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { dash, optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useCan } from '../../lib/useCan.ts'
import { type List, useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import type { Column } from '../../ui/list/DataRows.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { ActionLink } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import {
  areKnown,
  ChangesInBrief,
  fetchFields,
  kindText,
  type Names,
  secondText,
  shownRecords,
  whoText,
} from './AuditChanges.tsx'
import { AuditProof } from './AuditProof.tsx'
import classes from './AuditTrail.module.css'

// Few users open an entry, so the dialog is loaded late.
const AuditDetails = lazyDialog(() => import('./AuditDetails.tsx'), 'AuditDetails')

const tones = {
  CREATED: 'good',
  CHANGED: 'progress',
  DELETED: 'bad',
  RESTORED: 'good',
  SIGNED_IN: 'neutral',
  SESSION_ENDED: 'neutral',
  UNLOCKED: 'warning',
  LINK_MAILED: 'warning',
  LINK_HANDED_OUT: 'warning',
  LINK_USED: 'warning',
  EXPORTED: 'warning',
} as const

interface RowProps {
  entry: AuditEntry
  isGone: boolean
}

/** The name of the record, as a link if the record still exists. */
function RecordName({ entry, isGone }: RowProps) {
  const { recordType, recordId, recordName } = entry
  const screen = shownRecords[recordType]
  const module = typeof screen?.module === 'function' ? screen.module(entry) : screen?.module
  const mayView = useCan({ allow: { module: module ?? [], can: 'canView' } })
  if (!recordName || !recordId || !screen || !mayView || isGone) return recordName || dash
  return (
    <Anchor component={Link} to={screen.path(recordId, entry)} inherit>
      {recordName}
    </Anchor>
  )
}

/** Whether this entry, or a later one in the shown rows, deleted the record. */
function isGone({ recordId, recordType, createdAt }: AuditEntry, rows: readonly AuditEntry[]): boolean {
  const fates = rows
    .filter((row) => row.recordId === recordId && row.recordType === recordType && row.createdAt >= createdAt)
    .filter(({ action }) => action === 'DELETED' || action === 'RESTORED')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return fates.at(-1)?.action === 'DELETED'
}

const shown = ['createdAt', 'actorName', 'action', 'recordType', 'recordName', 'changes'] as const

const card = { called: 'recordName', facts: ['action', 'actorName', 'createdAt'] } as const

/** The trail has only one order: by time. */
const ofEntries = (rows: readonly AuditEntry[], names: Names): Column<AuditEntry>[] =>
  columnsOf(auditEntry, auditLabels, {
    createdAt: { label: translated(auditLabels.createdAt), exported: auditLabels.createdAt, show: secondText },
    actorName: { show: (_, entry) => whoText(entry) },
    action: { show: (action) => <StatusBadge status={action} tones={tones} /> },
    recordType: { show: kindText },
    recordName: { wrap: true, show: (_, entry) => <RecordName entry={entry} isGone={isGone(entry, rows)} /> },
    changes: { wrap: true, show: (_, entry) => <ChangesInBrief entry={entry} names={names} /> },
  }).map((column) => (column.field === 'createdAt' ? column : { ...column, sortable: false as const }))

const noFilters = { actorName: '', action: [], recordType: [], recordId: '', dateRange: anyDay }

const kinds = Object.keys(auditedRecords)
  .map((value) => ({ value, label: kindText(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

type Trail = List<AuditEntry, Answer<typeof filterAuditTrail>>

/** The name of the record that the trail is filtered by. */
function onlyOf({ rows, filters }: Trail): string {
  const found = rows.find(({ recordId, recordName }) => recordName && recordId === filters['recordId'])
  return found?.recordName ?? plainText(filters['recordId'])
}

const filtersOf = (list: Trail): ReactNode => (
  <>
    <TextFilter name="actorName" label={t('Who')} />
    <MultiSelectFilter name="action" label={t('What')} options={optionsOf(auditActions)} />
    <MultiSelectFilter name="recordType" label={t('Kind of record')} options={kinds} />
    <DateRangeFilter name="dateRange" label={t('Date')} />
    {/* Set by a link, and told on paper. */}
    <Filter name="recordId" label={t('Record')} words={() => onlyOf(list)}>
      {() => null}
    </Filter>
  </>
)

const typesOf = (rows: readonly AuditEntry[]) => [...new Set(rows.map(({ recordType }) => recordType))].toSorted()

/** The trail, with the field descriptions of its records, which are loaded when a kind is first shown or printed. */
function useTrail(): Trail {
  const list = useList(filterAuditTrail, noFilters)
  const types = typesOf(list.rows)
  const fields = useQuery({
    queryKey: ['fields of records', ...types],
    queryFn: () => fetchFields(types),
    enabled: !areKnown(types),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  async function everything(most: number): Promise<AuditEntry[]> {
    const rows = await list.everything(most)
    await fetchFields(typesOf(rows)).catch(() => {})
    return rows
  }
  if (areKnown(types) || !fields.isPending) return { ...list, everything }
  // The page waits until all descriptions are loaded, because it would move otherwise.
  return { ...list, rows: [], pending: true, counted: false, everything }
}

/** The audit trail: who did what to which record, when and from where. */
export function AuditTrail() {
  const list = useTrail()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const names = list.answer?.names ?? {}
  return (
    <Screen title={t('Audit Trail')} source={list} failure={t('Failed to fetch the audit trail')}>
      <AuditProof />
      <DataList
        name="audit-trail"
        caption={t('Audit Trail')}
        list={list}
        columns={ofEntries(list.rows, names)}
        shown={shown}
        card={card}
        filters={filtersOf(list)}
        line={{ name: 'actorName', hint: t('Who') }}
        actions={(entry) => <EntryActions entry={entry} list={list} onOpen={setOpened} />}
        exported={exportAuditTrail}
        empty={t('Nothing is recorded yet. What anybody does to a record from now on stands here.')}
      >
        {list.filters['recordId'] && <OnlyOf list={list} />}
      </DataList>
      {opened && <AuditDetails entry={opened} names={names} onClose={() => setOpened(null)} />}
    </Screen>
  )
}

function OnlyOf({ list }: { list: Trail }) {
  return (
    <div className={classes['only']} data-screen-only>
      <Text>
        {t('Only of this record:')} <b>{list.counted ? onlyOf(list) : '…'}</b>
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => list.apply({ ...list.filters, recordId: '' })}>
        {t('Show all')}
      </Button>
    </div>
  )
}

interface ActionsProps {
  entry: AuditEntry
  list: Trail
  onOpen: (entry: AuditEntry) => void
}

function EntryActions({ entry, list, onOpen }: ActionsProps) {
  const { recordId, recordType, recordName } = entry
  const name = recordName ?? kindText(recordType)
  const details = t('Details of {name}', { name })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {recordId && recordId !== list.filters['recordId'] && (
        <ActionLink
          label={t('Everything about {name}', { name })}
          to="/admin/audit-trail"
          search={{ recordId }}
          icon={<IconHistory size={17} stroke={1.7} />}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={details} title={details} onClick={() => onOpen(entry)}>
        <IconListDetails size={17} stroke={1.7} />
      </ActionIcon>
    </Group>
  )
}
