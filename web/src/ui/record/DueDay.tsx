import { Text } from '@mantine/core'
import { dayText } from '../../lib/format.ts'
import type { Due } from './RecordHead.tsx'

/** The style of late days. */
export const late = { c: 'var(--mantine-color-error)', fw: 600 } as const

/** A day, and below it the days left, or how late it is. */
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
