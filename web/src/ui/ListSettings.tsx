import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallError } from '../lib/call.ts'
import { t, translated } from '../lib/language.ts'
import type { List } from '../lib/useList.ts'
import type { UsedListSettings } from '../lib/useListSettings.ts'
import { alertFailure } from './alerts.ts'
import classes from './DataList.module.css'
import { FocusInside } from './FocusInside.tsx'

const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : t('Please try again.'))

/** What the server says of a name stands beside it. */
const faultOf = (error: unknown) =>
  error instanceof CallError
    ? translated(error.fields.find(({ path }) => path === 'name')?.message ?? error.message)
    : t('Failed')

type Kept = UsedListSettings['views'][number]

interface ViewsProps {
  list: Pick<List<unknown>, 'address' | 'normal' | 'open'>
  settings: UsedListSettings
  onClose: () => void
}

/** The saved views of a list: filters, sort and page size under a name. */
export const ListViews = (props: ViewsProps) => (
  <FocusInside>
    <Views {...props} />
  </FocusInside>
)

const noViews = t('No saved views yet. A view keeps filters, sort and page size under a name, for you alone.')

function Views({ list, settings, onClose }: ViewsProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  // What had the focus goes away with its row.
  const stay = () => panel.current?.focus()
  const { views, isKnown, isMissing, saveView, changeView } = settings
  return (
    <Stack gap="xs" ref={panel} tabIndex={-1} className={classes['panel']}>
      {views.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {isMissing ? t('Your saved views could not be fetched.') : isKnown ? noViews : t('Loading…')}
        </Text>
      )}
      <ul className={classes['scroll']} aria-label={t('Saved views')} hidden={views.length === 0}>
        {views.map((view) => (
          <li key={view.id}>
            {view.id === renamed ? (
              <ViewName
                label={t('New name of {name}', { name: view.name })}
                button={t('Rename')}
                initial={view.name}
                onSave={async (name) => {
                  await changeView(view.id, { name })
                  setRenamed(null)
                  stay()
                }}
              />
            ) : (
              <ViewRow
                view={view}
                list={list}
                settings={settings}
                onRename={() => setRenamed(view.id)}
                onDeleted={stay}
                onClose={onClose}
              />
            )}
          </li>
        ))}
      </ul>
      <ViewName
        label={t('Save this view as')}
        button={t('Save view')}
        initial=""
        onSave={(name) => saveView(name, list.address)}
      />
    </Stack>
  )
}

interface RowProps extends ViewsProps {
  view: Kept
  onRename: () => void
  onDeleted: () => void
}

function ViewRow({ view, list, settings, onRename, onDeleted, onClose }: RowProps) {
  const { id, name } = view
  const isCurrent = list.normal(view.search) === list.address
  const attempt = (act: Promise<void>) =>
    void act.catch((error) => alertFailure(t('The view was not changed.'), reasonOf(error)))
  return (
    <>
      <button
        type="button"
        className={classes['view']}
        aria-current={isCurrent || undefined}
        title={name}
        onClick={() => {
          list.open(view.search)
          onClose()
        }}
      >
        {name}
      </button>
      {!isCurrent && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Keep the present filters under {name}', { name })}
          title={t('Keep the present filters under this name')}
          onClick={() => {
            if (window.confirm(t('Replace what {name} shows by the present filters?', { name })))
              attempt(settings.changeView(id, { search: list.address }))
          }}
        >
          <IconDeviceFloppy size={16} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Rename {name}', { name })}
        title={t('Rename')}
        onClick={onRename}
      >
        <IconPencil size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Delete the view {name}', { name })}
        title={t('Delete')}
        onClick={() => {
          if (window.confirm(t('Are you sure you want to delete this view?')))
            attempt(settings.deleteView(id).then(onDeleted))
        }}
      >
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </>
  )
}

interface NameProps {
  label: string
  button: string
  initial: string
  onSave: (name: string) => Promise<void>
}

function ViewName({ label, button, initial, onSave }: NameProps) {
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (initial) input.current?.select()
  }, [initial])
  const [sending, setSending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    try {
      await onSave(name)
      setName('')
      setFault(null)
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Group component="form" gap="xs" align="flex-start" wrap="nowrap" flex={1} onSubmit={submit}>
      <TextInput
        ref={input}
        size="xs"
        flex={1}
        aria-label={label}
        placeholder={label}
        maxLength={60}
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" variant="default" loading={sending}>
        {button}
      </Button>
    </Group>
  )
}

interface Named {
  field: string
  label: string
}

interface ColumnsProps {
  columns: Named[]
  present: Named[]
  settings: UsedListSettings
}

/** Which columns a list shows, and in which order: those shown first. */
export const ListColumns = (props: ColumnsProps) => (
  <FocusInside>
    <Columns {...props} />
  </FocusInside>
)

function Columns({ columns, present, settings }: ColumnsProps) {
  const fields = present.map(({ field }) => field)
  const moved = useRef<HTMLElement | null>(null)
  const order = fields.join()
  // A button that moves with its row loses the focus.
  useLayoutEffect(() => {
    if (order) moved.current?.focus()
    moved.current = null
  }, [order])
  const show = (chosen: string[] | null) =>
    void settings.showColumns(chosen).catch((error) => alertFailure(t('The columns were not kept.'), reasonOf(error)))
  const move = (from: number, by: number, button: HTMLElement) => {
    const to = from + by
    if (to < 0 || to >= fields.length) return
    moved.current = button
    show(fields.with(from, fields[to] ?? '').with(to, fields[from] ?? ''))
  }
  const rest = columns.filter(({ field }) => !fields.includes(field))
  return (
    <Stack gap="xs" className={classes['panel']}>
      <ul className={classes['scroll']} aria-label={t('Columns')}>
        {[...present, ...rest].map(({ field, label }, at) => {
          const isShown = at < fields.length
          const toggled = isShown ? fields.filter((other) => other !== field) : [...fields, field]
          return (
            <li key={field}>
              <Checkbox
                size="xs"
                flex={1}
                label={label}
                checked={isShown}
                disabled={isShown && fields.length === 1}
                onChange={() => show(toggled)}
              />
              {isShown && (
                <MoveButton
                  label={t('Move {label} up', { label })}
                  icon={IconArrowUp}
                  isEnd={at === 0}
                  onMove={(button) => move(at, -1, button)}
                />
              )}
              {isShown && (
                <MoveButton
                  label={t('Move {label} down', { label })}
                  icon={IconArrowDown}
                  isEnd={at === fields.length - 1}
                  onMove={(button) => move(at, 1, button)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Button size="xs" variant="default" disabled={settings.columns === null} onClick={() => show(null)}>
        {t('Reset')}
      </Button>
    </Stack>
  )
}

interface MoveProps {
  label: string
  icon: typeof IconArrowUp
  isEnd: boolean
  onMove: (button: HTMLElement) => void
}

/** Stays in reach of the keyboard at the end of the way. */
const MoveButton = ({ label, icon: Icon, isEnd, onMove }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={isEnd || undefined}
    {...(isEnd && { 'data-disabled': true })}
    onClick={(event) => onMove(event.currentTarget)}
  >
    <Icon size={16} stroke={1.7} />
  </ActionIcon>
)
