import { type Column, cellOf } from './DataRows.tsx'
import classes from './RecordPanel.module.css'

interface Props<Row> {
  row: Row
  /** Those of the list: what is changed in its place there is changed here, too. */
  columns: Column<Row>[]
  /** The two or three that matter most, of a record without a head that has them. */
  figures?: readonly (keyof Row & string)[]
  facts: readonly (keyof Row & string)[]
}

/** Fields of a record as its list shows them, each under what it is called. */
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
