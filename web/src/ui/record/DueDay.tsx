import { Text } from '@mantine/core'
import { dayText } from '../../lib/format.ts'
import type { Due } from './RecordHead.tsx'

/** How what is late is written. */
export const late = { c: 'var(--mantine-color-error)', fw: 600 } as const

/** A day, and below it what is left until then, or by how much it is late. */
export function DueDay({ day, due }: { day: string | null; due: Due | undefined }) {
  return (
    <>
      {dayText(day)}
      {due && (
        <Text size="xs" {...(due.isLate ? late : { c: 'dimmed' })}>
          {due.text}
        </Text>
      )}
    </>
  )
}
