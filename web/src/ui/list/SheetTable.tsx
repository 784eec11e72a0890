import { Table, type TableProps } from '@mantine/core'
import classes from './SheetTable.module.css'

interface Props extends Pick<TableProps, 'withRowBorders' | 'children'> {
  label: string
  heads: readonly string[]
  maxHeight: string
  className?: string | undefined
}

/** Rows of an uploaded sheet in a scrolling box with sticky headings. */
export function SheetTable({ label, heads, maxHeight, className = '', children, ...props }: Props) {
  return (
    <Table.ScrollContainer
      className={classes['scroll']}
      minWidth={640}
      maxHeight={maxHeight}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table className={`${classes['table']} ${className}`} verticalSpacing={5} horizontalSpacing={10} {...props}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {children}
      </Table>
    </Table.ScrollContainer>
  )
}

/** The text of a cell exactly as in the file. */
export const CellText = ({ children }: { children: string }) => <span className={classes['cell']}>{children}</span>
