import { ActionIcon, CloseButton, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { hasSingleKeys } from '../../lib/preference.ts'
import { LinkButton, RowLink } from '../shell/LinkButton.tsx'
import type { Opening } from './DataRows.tsx'
import { PanelWaiting } from './PanelWaiting.tsx'
import classes from './RecordPanel.module.css'
import { focusRow, pressed, stepOf, walk } from './useRowOpening.ts'

/** How a record of a list is shown beside it. */
export interface Panel<Row> {
  show: (row: Row) => ReactNode
  /** The address of the record's page. */
  to: (row: Row) => string
  /** Fetches a record that is not among the rows; undefined if its id alone is not enough. `last` is the record as it was shown last. */
  load: (id: string, last: Row | undefined) => Promise<Row> | undefined
}

interface Props<Row> {
  /** The name of the list. */
  name: string
  list: { rows: Row[]; pending: boolean; hide: () => void }
  opening: Opening
  panel: Panel<Row>
  nameOf: (row: Row) => string
  /** The actions of a row, which has no room for them while the panel is open. */
  actions: ((row: Row) => ReactNode) | undefined
}

/** The record from the rows, else fetched: it stays open when an edit takes it out of the list. */
function useShown<Row extends { id: string }>({ name, list, opening: { opened }, panel }: Props<Row>) {
  const found = list.rows.find(({ id }) => id === opened)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const seen = last?.id === opened ? last : undefined
  const isMissing = !found && !list.pending
  const { data, error, isPending } = useQuery({
    queryKey: ['beside the list', name, opened],
    queryFn: async () => (await panel.load(opened, seen)) ?? null,
    enabled: isMissing,
    gcTime: 0,
  })
  const row = found ?? data ?? (isPending ? seen : undefined)
  return { row, error, isWaiting: !row && (list.pending || isPending) }
}

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** While a record is shown, keys outside of inputs move through the rows, open its page, and close it. */
function usePanelKeys(doings: { rows: { id: string }[]; opening: Opening; close: () => void; go: () => void }) {
  const latest = useRef(doings)
  useEffect(() => {
    latest.current = doings
  })
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      const { key, target, defaultPrevented } = event
      if (defaultPrevented || !(target instanceof Element) || target.closest(typing)) return
      const { rows, opening, close, go } = latest.current
      const step = stepOf(event)
      const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (step !== undefined) walk(rows, opening.opened, step, opening)
      else if (key === 'Escape') close()
      else if (key === 'Enter' && !isHeld && !target.closest(pressed)) go()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
}

interface StepsProps {
  rows: { id: string }[]
  opening: Opening
}

function Steps({ rows, opening }: StepsProps) {
  const at = rows.findIndex(({ id }) => id === opening.opened)
  const step = (by: number, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={at < 0 || rows[at + by] === undefined}
      onClick={() => opening.show(rows[at + by]?.id ?? '')}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <>
      {step(-1, t('Previous row'), <IconChevronUp size={17} />)}
      {step(1, t('Next row'), <IconChevronDown size={17} />)}
    </>
  )
}

/** Next, previous, open, close; the list of shortcuts describes them. */
const keys = ['J', 'K', 'Enter', 'Esc']

/** One record beside its list: its main facts, and a link to its page. */
export function RecordPanel<Row extends { id: string }>(props: Props<Row>) {
  const { list, opening, panel, nameOf, actions } = props
  const navigate = useNavigate()
  const { row, error, isWaiting } = useShown(props)
  function close() {
    list.hide()
    focusRow(opening.opened)
  }
  const go = () => row && void navigate({ to: panel.to(row) })
  usePanelKeys({ rows: list.rows, opening, close, go })
  const title = row ? nameOf(row) : t('Record')
  return (
    <section className={`sheet ${classes['panel']}`} aria-label={title} tabIndex={-1} data-panel data-screen-only>
      <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
        <h2 className={classes['title']}>{row ? <RowLink to={panel.to(row)}>{title}</RowLink> : title}</h2>
        <Group gap={0} wrap="nowrap">
          <Steps rows={list.rows} opening={opening} />
          <CloseButton aria-label={t('Close the panel')} title={t('Close the panel')} onClick={close} />
        </Group>
      </Group>
      {isWaiting && <PanelWaiting />}
      {!isWaiting && !row && (
        <Text c="dimmed">{error ? reasonOf(error) : t('It is not among the rows of this list as it stands.')}</Text>
      )}
      {row && (
        <>
          {panel.show(row)}
          <Group gap="xs" mt="md">
            <LinkButton to={panel.to(row)} size="xs">
              {t('Open')}
            </LinkButton>
            <div className={classes['actions']}>{actions?.(row)}</div>
            {hasSingleKeys() && (
              <Text size="xs" c="dimmed" className={classes['keys']} aria-hidden>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </Text>
            )}
          </Group>
        </>
      )}
      <VisuallyHidden role="status">{row && t('{name} is shown beside the list', { name: title })}</VisuallyHidden>
    </section>
  )
}
