import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import classes from './Screen.module.css'

const phone = '(max-width: 640px)'

/** Whether the window is as narrow as a phone at this moment. */
export const isPhone = (): boolean => window.matchMedia(phone).matches

/** The same for a component, which follows changes. */
export function usePhone(): boolean {
  return useMediaQuery(phone, false, { getInitialValueInEffect: false })
}

/** Whether the rows of a list are cards, because a table would be cut off at the side. Paper has a table at any width. */
export function useCards(): boolean {
  return useMediaQuery('screen and (max-width: 800px)', false, { getInitialValueInEffect: false })
}

/** The request behind a screen; a list and a record both fit. */
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
  /** Printed in place of the title and the context. */
  paperHead?: ReactNode
  source?: Source
  /** Shown in place of the content if the source failed. */
  failure?: string
  width?: string
  children: ReactNode
}

/** What could not be fetched, why, and a button to retry. */
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

/** A screen: the document's title, the heading that takes the focus, and the content or why there is none. */
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

/** Shown in place of rows: what to do next, or that the filters find nothing. */
export function Empty({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text component="div">{filtered ? t('Nothing matches these filters. Change or clear them.') : children}</Text>
    </Paper>
  )
}
