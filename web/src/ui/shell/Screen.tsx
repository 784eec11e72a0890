import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import classes from './Screen.module.css'

const phone = '(max-width: 640px)'

/** Whether what shows the screen is as narrow as a phone, as it is at this moment. */
export const isPhone = (): boolean => window.matchMedia(phone).matches

/** The same for a component, which follows it. */
export function usePhone(): boolean {
  return useMediaQuery(phone, false, { getInitialValueInEffect: false })
}

/** Whether the rows of a list are cards: narrower, a table would be cut off at the side. Paper has a table at any width. */
export function useCards(): boolean {
  return useMediaQuery('screen and (max-width: 800px)', false, { getInitialValueInEffect: false })
}

/** What a screen shows comes from here; a list and a record both fit. */
export interface Source {
  error: CallError | null
  retry: () => void
}

interface Props {
  title: string
  /** What the screen belongs to, above the title. */
  context?: ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** What paper begins with in place of the title and of what is above it. */
  paperHead?: ReactNode
  source?: Source
  /** Takes the place of the content when the source failed. */
  failure?: string
  width?: string
  children: ReactNode
}

/** What could not be fetched, why, and the way to try again. */
export function Failure({ text, source }: { text: string; source: Source }) {
  return (
    <div role="alert">
      <Text c="var(--mantine-color-error)" fw={600}>
        {text}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {source.error?.message}
      </Text>
      <Button variant="default" onClick={source.retry}>
        {t('Retry')}
      </Button>
    </div>
  )
}

/** One screen: the document's title, the heading that takes the focus, and the content or why there is none. */
export function Screen({ title, context, actions, paperHead, source, failure, width, children }: Props) {
  if (source?.error?.status === 403) return <Navigate to="/unauthorized" replace />
  const isScreenOnly = Boolean(paperHead) || undefined
  return (
    <div className={classes['screen']} style={width ? { maxWidth: width } : undefined}>
      <title>{`${title} · Plinth`}</title>
      {context && (
        <div className={classes['context']} data-screen-only={isScreenOnly}>
          {context}
        </div>
      )}
      <Group justify="space-between" align="center" gap="sm" mb="md" data-screen-only={isScreenOnly}>
        <Title order={1} tabIndex={-1} className={classes['title']}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {paperHead}
      {source?.error ? <Failure text={failure ?? t('Failed to fetch')} source={source} /> : children}
    </div>
  )
}

/** Stands where rows would be: what to do next, or that the filters leave nothing. */
export function Empty({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text component="div">{filtered ? t('Nothing matches these filters. Change or clear them.') : children}</Text>
    </Paper>
  )
}
