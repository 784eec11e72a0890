import { type Column, cellOf } from './DataRows.tsx'
import classes from './RecordPanel.module.css'

interface Props<Row> {
  row: Row
  /** The columns of the list; a field that can be edited in the list can be edited here too. */
  columns: Column<Row>[]
  /** The two or three most important fields, for a record whose head does not show them. */
  figures?: readonly (keyof Row & string)[]
  facts: readonly (keyof Row & string)[]
}

/** Labelled fields of a record, shown as in its list. */
export function PanelFacts<Row>({ row, columns, figures = [], facts }: Props<Row>) {
  const named = (names: readonly string[]) => names.flatMap((name) => columns.find(({ field }) => field === name) ?? [])
  const listOf = (names: readonly string[]) =>
    named(names).map((column) => (
      <div key={column.field}>
        <dt>{column.label}</dt>
        <dd>{cellOf(column, row)}</dd>
      </div>
    ))
  return (
    <>
      {figures.length > 0 && <dl className={classes['figures']}>{listOf(figures)}</dl>}
      <dl className={classes['facts']}>{listOf(facts)}</dl>
    </>
  )
}
