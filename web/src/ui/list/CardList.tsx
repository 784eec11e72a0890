import { ActionIcon, Box, Group, NativeSelect, Skeleton } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import { choiceOf, choosingOf, PageCheckbox, type Props } from './DataRows.tsx'
import classes from './ListCard.module.css'
import { ListCard } from './ListCard.tsx'

/** The rows of a table as cards, for a narrow screen. */
export function CardList<Row extends { id: string }>(props: Props<Row>) {
  const { caption, list } = props
  return (
    <div aria-busy={list.fetching}>
      <CardTools {...props} />
      <Cards {...props} label={caption} rows={list.rows} isPending={list.pending} />
    </div>
  )
}

/** The tools above cards: their order, and a checkbox for all of them. */
export const CardTools = <Row extends { id: string }>({
  list,
  columns,
  selection,
  beside,
}: Omit<Props<Row>, 'caption' | 'empty'>) => (
  <>
    <CardSort list={list} columns={columns} beside={beside} />
    {selection && (
      <Box mb="xs" px="0.75rem" data-screen-only>
        <PageCheckbox rows={list.rows} label={t('Select all on this page')} selection={selection} />
      </Box>
    )}
  </>
)

interface CardsProps<Row> extends Omit<Props<Row>, 'caption' | 'list' | 'empty'> {
  label: string
  rows: Row[]
  isPending: boolean
}

export const Cards = <Row extends { id: string }>({
  label,
  rows,
  isPending,
  columns,
  card,
  actions,
  selection,
}: CardsProps<Row>) => (
  <ul aria-label={label} className={classes['cards']} {...choosingOf(rows, selection)}>
    {isPending && [0, 1, 2].map((at) => <Skeleton component="li" key={at} height={160} aria-hidden />)}
    {rows.map((row) => (
      <ListCard key={row.id} {...{ row, columns, card, actions }} {...choiceOf(row, selection)} />
    ))}
  </ul>
)

function CardSort<Row>({ list: { sort, sortBy }, columns, beside }: Pick<Props<Row>, 'list' | 'columns' | 'beside'>) {
  const choices = columns
    .filter(({ sortable }) => sortable !== false)
    .map(({ field, label }) => ({ value: field, label }))
  const known = choices.some(({ value }) => value === sort?.field)
  return (
    <Group gap="xs" align="flex-end" mb="sm" wrap="nowrap" data-screen-only>
      <NativeSelect
        label={t('Sort by')}
        flex={1}
        data={known ? choices : [{ value: '', label: t('As listed') }, ...choices]}
        value={known ? sort?.field : ''}
        onChange={(event) => event.currentTarget.value && sortBy(event.currentTarget.value)}
      />
      {known && sort && (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={sort.direction === 'asc' ? t('Ascending; turn round') : t('Descending; turn round')}
          onClick={() => sortBy(sort.field)}
        >
          {sort.direction === 'asc' ? <IconSortAscending size={18} /> : <IconSortDescending size={18} />}
        </ActionIcon>
      )}
      {beside}
    </Group>
  )
}
