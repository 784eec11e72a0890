import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Stands where rows would be: what to do next, or that the filters leave nothing. */
export function Empty({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text component="div">{filtered ? 'Nothing matches these filters. Change or clear them.' : children}</Text>
    </Paper>
  )
}
