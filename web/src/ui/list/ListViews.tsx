import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDeviceFloppy, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { t, worded } from '../../lib/language.ts'
import type { List } from '../../lib/useList.ts'
import type { UsedListSettings } from '../../lib/useListSettings.ts'
import { alertFailure } from '../shell/alerts.ts'
import { FocusInside } from '../shell/FocusInside.tsx'
import classes from './DataList.module.css'
import { ShareView } from './ShareView.tsx'

/** The server's message about a name, to be shown beside it. */
const faultOf = (error: unknown) =>
  error instanceof CallError ? worded(error.fields.find(({ path }) => path === 'name') ?? error) : t('Failed')

type SavedView = UsedListSettings['views'][number]

interface ViewsProps {
  list: Pick<List<unknown>, 'address' | 'normal' | 'open'>
  settings: UsedListSettings
  onClose: () => void
}

/** Saves the present state of a list under a new name, and opens it as that view. */
export const SaveView = ({ list, settings, onClose }: ViewsProps) => (
  <FocusInside>
    <div className={classes['panel']}>
      <NewView list={list} settings={settings} onSaved={onClose} />
    </div>
  </FocusInside>
)

function NewView({ list, settings, onSaved }: Pick<ViewsProps, 'list' | 'settings'> & { onSaved?: () => void }) {
  return (
    <ViewName
      label={t('Save this view as')}
      button={t('Save view')}
      initial=""
      onSave={async (name) => {
        const { id, search } = await settings.saveView(name, list.address)
        list.open(search, id)
        onSaved?.()
      }}
    />
  )
}

/** The saved views of a list: filters, sort, groups and page size under a name. */
export const ListViews = (props: ViewsProps) => (
  <FocusInside>
    <Views {...props} />
  </FocusInside>
)

const noViews = t('No saved views yet. A view keeps filters, sort, groups and page size under a name.')

function Views({ list, settings, onClose }: ViewsProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const [shared, setShared] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  // Keeps the focus in the panel when the focused row is removed.
  const stay = () => panel.current?.focus()
  const { views, isKnown, isMissing, changeView } = settings
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
            {view.id === shared ? (
              <ShareView
                view={view}
                settings={settings}
                onDone={() => {
                  setShared(null)
                  stay()
                }}
              />
            ) : view.id === renamed ? (
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
                onShare={() => setShared(view.id)}
                onDeleted={stay}
                onClose={onClose}
              />
            )}
          </li>
        ))}
      </ul>
      <NewView list={list} settings={settings} />
    </Stack>
  )
}

interface RowProps extends ViewsProps {
  view: SavedView
  onRename: () => void
  onShare: () => void
  onDeleted: () => void
}

/** A view with a link that opens it, and the actions of its owner. */
function ViewRow({ list, onClose, ...own }: RowProps) {
  const { id, name, search, from } = own.view
  const isCurrent = list.normal(search) === list.address
  return (
    <>
      <button
        type="button"
        className={`ellipsis ${classes['view']}`}
        aria-current={isCurrent || undefined}
        title={name}
        onClick={() => {
          list.open(search, id)
          onClose()
        }}
      >
        {name}
        {from !== null && <span className={classes['from']}> {t('from {name}', { name: from })}</span>}
      </button>
      {from === null && <OwnersTools {...own} address={list.address} isCurrent={isCurrent} />}
    </>
  )
}

type ToolsProps = Omit<RowProps, 'list' | 'onClose'> & { address: string; isCurrent: boolean }

function OwnersTools({ view, settings, address, isCurrent, onRename, onShare, onDeleted }: ToolsProps) {
  const { id, name, roleIds } = view
  const attempt = (act: Promise<unknown>) =>
    void act.catch((error) => alertFailure(t('The view was not changed.'), reasonOf(error)))
  return (
    <>
      {!isCurrent && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Keep the present filters under {name}', { name })}
          title={t('Keep the present filters under this name')}
          onClick={() => {
            if (window.confirm(t('Replace what {name} shows by the present filters?', { name })))
              attempt(settings.changeView(id, { search: address }))
          }}
        >
          <IconDeviceFloppy size={16} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        variant={roleIds.length > 0 ? 'light' : 'subtle'}
        color={roleIds.length > 0 ? 'petrol' : 'gray'}
        aria-label={t('Share {name}', { name })}
        title={roleIds.length > 0 ? t('Shared; choose with whom') : t('Share with a role')}
        onClick={onShare}
      >
        <IconUsers size={16} stroke={1.7} />
      </ActionIcon>
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
  onSave: (name: string) => Promise<unknown>
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
