import { Skeleton, Table } from '@mantine/core'

/** Stands where rows will be, so that the page does not jump when they come. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: Math.min(rows, 10) }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={5} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
