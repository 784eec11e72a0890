import { ActionIcon, Alert, Anchor, Button, CopyButton, Group, Paper, Skeleton, Text } from '@mantine/core'
import {
  type AuditEntry,
  auditActions,
  auditEntry,
  auditedRecords,
  auditLabels,
  exportAuditTrail,
  filterAuditTrail,
  getAuditProof,
} from '@plinth/api/audit-trail'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { IconHistory, IconListDetails, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRecord } from '../lib/call.ts'
import { dash, decimal, optionsOf, plainText } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan, useUser } from '../lib/session.ts'
import { anyDay, type List, useList } from '../lib/useList.ts'
import { columnsOf, StatusBadge } from '../ui/Columns.tsx'
import { DataList } from '../ui/DataList.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { DateRangeFilter, Filter, MultiSelectFilter, TextFilter } from '../ui/Filters.tsx'
import { ActionLink } from '../ui/RowActions.tsx'
import { Failure, Screen } from '../ui/Screen.tsx'
import { AuditDetails, ChangesInBrief, kindText, type Names, secondText, whoText } from './AuditChanges.tsx'
import classes from './AuditTrail.module.css'

const tones = {
  CREATED: 'good',
  CHANGED: 'progress',
  DELETED: 'bad',
  RESTORED: 'good',
  SIGNED_IN: 'neutral',
  SESSION_ENDED: 'neutral',
  EXPORTED: 'warning',
} as const

type Screens = Record<string, { module: ModuleName; path: (id: string) => string }>

const ofPerson = { module: 'User', path: (id: string) => `/admin/users/${id}` } as const
const ofRole = { module: 'Role', path: (id: string) => `/admin/roles/${id}/view` } as const

/** Where a record of each kind is looked at. */
const screens: Screens = {
  contracts: { module: 'Contracts', path: (id) => `/contracts/${id}` },
  projects: { module: 'Projects', path: (id) => `/projects/${id}` },
  tasks: { module: 'Project Tasks', path: (id) => `/project-tasks/${id}` },
  users: ofPerson,
  user_roles: ofPerson,
  user_passwords: ofPerson,
  second_factors: ofPerson,
  profile_images: ofPerson,
  sessions: ofPerson,
  roles: ofRole,
  role_permissions: ofRole,
  tenants: { module: 'Tenants', path: (id) => `/admin/tenants/${id}` },
  modules: { module: 'Modules', path: (id) => `/admin/modules/${id}` },
}

/** A deposit is told by its contract, which stands in the entry of its making only; else the register finds it. */
function depositPath({ recordId, recordName, changes }: AuditEntry): string {
  const contractId = changes['contract_id']
  if (typeof contractId === 'string') return `/contracts/${contractId}/security-deposit/${recordId}/view`
  const number = recordName?.split(' ').at(-1) ?? ''
  return `/contracts/deposit-register?${new URLSearchParams({ instrumentNo: number })}`
}

interface RowProps {
  entry: AuditEntry
  isGone: boolean
}

/** What the record is called, as a link where it can still be looked at. */
function RecordName({ entry, isGone }: RowProps) {
  const { recordType, recordId, recordName } = entry
  const isDeposit = recordType === 'security_deposits'
  const screen = isDeposit ? { module: 'Contracts' as const, path: () => depositPath(entry) } : screens[recordType]
  const mayView = useCan({ allow: { module: screen?.module ?? [], can: 'canView' } })
  if (!recordName || !recordId || !screen || !mayView || isGone) return recordName || dash
  return (
    <Anchor component={Link} to={screen.path(recordId)} inherit>
      {recordName}
    </Anchor>
  )
}

/** Whether the record was deleted by this entry or by a later one that is in sight. */
function isGone({ recordId, recordType, createdAt }: AuditEntry, rows: readonly AuditEntry[]): boolean {
  const fates = rows
    .filter((row) => row.recordId === recordId && row.recordType === recordType && row.createdAt >= createdAt)
    .filter(({ action }) => action === 'DELETED' || action === 'RESTORED')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return fates.at(-1)?.action === 'DELETED'
}

const shown = ['createdAt', 'actorName', 'action', 'recordType', 'recordName', 'changes'] as const

/** The trail has one order, that of time. */
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

/** What the record is called that the trail is narrowed to. */
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

/** Who did what to which record, when and from where. */
export function AuditTrail() {
  const list = useList(filterAuditTrail, noFilters)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const names = list.answer?.names ?? {}
  return (
    <Screen title={t('Audit Trail')} source={list} failure={t('Failed to fetch the audit trail')}>
      <Proof />
      <DataList
        name="audit-trail"
        caption={t('Audit Trail')}
        list={list}
        columns={ofEntries(list.rows, names)}
        shown={shown}
        filters={filtersOf(list)}
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
        {t('Only of this record:')} <b>{onlyOf(list)}</b>
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

/** Whether the trail is as it was written. The list does not wait for it. */
function Proof() {
  const proof = useRecord(getAuditProof)
  if (proof.error)
    return (
      <Paper withBorder className={classes['proof']} data-screen-only>
        <Failure text={t('The seals could not be compared')} source={proof} />
      </Paper>
    )
  if (!proof.data) return <Skeleton height={46} mb="sm" />
  return proof.data.faults.length > 0 ? <Tampered proof={proof.data} /> : <Sound proof={proof.data} />
}

interface ProofProps {
  proof: Answer<typeof getAuditProof>
}

function Sound({ proof: { entries, open, newest, checkedFrom } }: ProofProps) {
  const isPart = checkedFrom !== null && checkedFrom > 1
  const counts = { entries: decimal(entries), open: decimal(open) }
  return (
    <Paper withBorder className={classes['proof']}>
      <div className={classes['sound']}>
        <IconShieldCheck size={20} stroke={1.7} aria-hidden />
        {newest ? t('The trail is as it was written') : t('Nothing is sealed yet')}
      </div>
      <span className={`${classes['seal']} tabular`}>
        {open > 0
          ? t('Entries: {entries}; {open} of the last seconds will be sealed in a moment', counts)
          : t('Entries: {entries}, all of them sealed', counts)}
      </span>
      {newest && <Seal newest={newest} />}
      {isPart && (
        <span className={classes['seal']}>
          {t('Compared from seal {number} on; npm run verify-audit compares all.', { number: decimal(checkedFrom) })}
        </span>
      )}
    </Paper>
  )
}

/** The newest seal; whoever keeps what is copied can show later that nothing up to there was touched. */
function Seal({ newest: { number, digest, madeAt } }: { newest: NonNullable<ProofProps['proof']['newest']> }) {
  const company = useUser()?.tenantId
  const line = `${company} ${number} ${digest}`
  return (
    <span className={`${classes['seal']} tabular`}>
      {t('Seal {number} of {moment}', { number: decimal(number), moment: secondText(madeAt) })}
      {/* Browsers let no page write to the clipboard on plain http. */}
      <code>{window.isSecureContext ? `${digest.slice(0, 12)}…` : digest}</code>
      {window.isSecureContext && (
        <CopyButton value={line}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              title={t('Whoever keeps the seal can show later that nothing up to it was touched.')}
              onClick={copy}
            >
              {copied ? t('Copied') : t('Copy seal')}
            </Button>
          )}
        </CopyButton>
      )}
    </span>
  )
}

const toldAtOnce = 5

function Tampered({ proof: { faults } }: ProofProps) {
  const more = faults.length - toldAtOnce
  return (
    <Alert color="red" role="alert" mb="sm" title={t('The trail is not as it was written')}>
      <ul className={classes['faults']}>
        {faults.slice(0, toldAtOnce).map(({ number, fault }) => (
          <li key={`${number} ${fault}`}>
            {t('Seal {number}:', { number: decimal(number) })} {translated(fault)}
          </li>
        ))}
        {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
      </ul>
      {t(
        'Something other than Plinth changed the database, or the secret of the installation was replaced. Tell whoever runs it at once; on the server, npm run verify-audit compares every seal.',
      )}
    </Alert>
  )
}
