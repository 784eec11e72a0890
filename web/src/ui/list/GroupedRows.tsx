import { Button, Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { type Grouping, groupName } from '../../lib/list-groups.ts'
import { Empty, Failure, useCards } from '../shell/Screen.tsx'
import { Cards, CardTools } from './CardList.tsx'
import { choosingOf, type Props as TableProps } from './DataRows.tsx'
import { GridFrame, GridRows, SkeletonRows, widthOf } from './DataTable.tsx'
import classes from './GroupedRows.module.css'
import { type OpenGroup, useGroups } from './useGroups.ts'
import { useRowOpening } from './useRowOpening.ts'

interface Props<Row> extends TableProps<Row> {
  grouping: Grouping
  /** The label of a field. */
  labelOf: (field: string) => string
  /** The printed rows of every group; null on the screen. */
  paper: Row[] | null
  /** Called with the rows that are shown. */
  onRows: (rows: Row[]) => void
}

interface GroupProps<Row> {
  group: OpenGroup<Row>
  name: string
  amounts: Grouping['amounts']
}

/** A group's name, its number of records and its amounts. It opens and closes the group. */
const Head = <Row,>({ group, name, amounts }: GroupProps<Row>) => (
  <button type="button" className={classes['head']} aria-expanded={group.isOpen} onClick={group.toggle}>
    <IconChevronRight size={16} className={classes['arrow']} aria-hidden />
    <span className={classes['name']}>{name}</span>
    <span className={classes['count']}>{decimal(group.count)}</span>
    <Sums amounts={amounts} of={group.amounts} />
  </button>
)

const Sums = ({ amounts, of }: { amounts: Grouping['amounts']; of: Readonly<Record<string, number>> }) =>
  Object.entries(amounts).map(([field, label]) => (
    <span key={field} className={classes['sum']}>
      <span>{label}</span> {rupees(of[field])}
    </span>
  ))

/** The line after the rows of a group: why there are none, or a button for more. */
function Rest<Row>({ group, name }: { group: OpenGroup<Row>; name: string }): ReactNode {
  if (group.error) return <Failure text={t('Failed to fetch')} source={group} />
  const left = group.count - group.rows.length
  if (group.isPending || left <= 0) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      data-screen-only
      aria-label={t('Show more of {name}', { name })}
      onClick={group.more}
    >
      {t('Show more: {left} left', { left: decimal(left) })}
    </Button>
  )
}

/** The rows of a list in groups, each of which can be opened. */
export function GroupedRows<Row extends { id: string }>({ grouping, labelOf, paper, onRows, ...table }: Props<Row>) {
  const areCards = useCards()
  const { list } = table
  const { query, groups, leftOut, error } = useGroups(list, grouping, paper, onRows)
  if (error) return <Failure text={t('Failed to fetch')} source={{ error, retry: () => void query.refetch() }} />
  if (query.data && groups.length === 0) return <Empty filtered={list.filtered}>{table.empty}</Empty>
  const shown = { ...table, list: { ...list, rows: groups.flatMap(({ rows }) => rows) } }
  const heads = groups.map((group) => ({
    group,
    name: groupName(grouping, list.group, labelOf(list.group), group.key),
    amounts: grouping.amounts,
  }))
  return (
    <>
      {areCards ? <GroupedCards {...shown} heads={heads} /> : <GroupedGrid {...shown} heads={heads} />}
      <Text size="sm" mt="sm" className="tabular" role="status">
        {query.data
          ? t('{groups} groups — {total} total records', {
              groups: groups.length + (leftOut?.groups ?? 0),
              total: list.total,
            })
          : t('Loading…')}
      </Text>
      {leftOut !== undefined && leftOut.groups > 0 && (
        <div className={classes['left']}>
          <span>
            {t('{groups} smaller groups with {count} records are not shown here. Narrow the filters to see them.', {
              groups: decimal(leftOut.groups),
              count: decimal(leftOut.count),
            })}
          </span>
          <Sums amounts={grouping.amounts} of={leftOut.amounts} />
        </div>
      )}
    </>
  )
}

interface ShownProps<Row> extends TableProps<Row> {
  heads: GroupProps<Row>[]
}

function GroupedGrid<Row extends { id: string }>({ heads, ...table }: ShownProps<Row>) {
  const width = widthOf(table)
  const opened = useRowOpening(table.list.rows, table.opening)
  return (
    <GridFrame {...table}>
      {heads.length === 0 && (
        <tbody>
          <SkeletonRows rows={5} columns={width} />
        </tbody>
      )}
      {heads.map((head) => (
        <GridGroup key={head.group.key ?? ''} {...{ head, table, width, opened }} />
      ))}
    </GridFrame>
  )
}

interface GridGroupProps<Row> {
  head: GroupProps<Row>
  table: TableProps<Row>
  width: number
  opened: ReturnType<typeof useRowOpening>
}

function GridGroup<Row extends { id: string }>({ head, table, width, opened }: GridGroupProps<Row>) {
  const { group, name } = head
  const rest = group.isOpen && Rest({ group, name })
  return (
    <tbody {...choosingOf(group.rows, table.selection)} {...opened.handlers}>
      <tr className={classes['group']}>
        <th scope="rowgroup" colSpan={width}>
          <Head {...head} />
        </th>
      </tr>
      {group.isPending && <SkeletonRows rows={Math.min(3, group.count)} columns={width} />}
      <GridRows {...table} rows={group.rows} active={opened.active} />
      {rest && (
        <tr className={classes['rest']}>
          <td colSpan={width}>{rest}</td>
        </tr>
      )}
    </tbody>
  )
}

const GroupedCards = <Row extends { id: string }>({ heads, ...table }: ShownProps<Row>) => (
  <div aria-busy={table.list.fetching}>
    <CardTools {...table} />
    {heads.length === 0 && [0, 1, 2].map((at) => <Skeleton key={at} height={56} mb="xs" aria-hidden />)}
    {heads.map(({ group, name, amounts }) => (
      <section key={group.key ?? ''} style={{ marginBottom: '0.5rem' }} aria-label={name}>
        <h2 className={classes['title']}>
          <Head {...{ group, name, amounts }} />
        </h2>
        {group.isOpen && <Cards {...table} label={name} rows={group.rows} isPending={group.isPending} />}
        {group.isOpen && <Rest group={group} name={name} />}
      </section>
    ))}
  </div>
)
