import { Button, Loader } from '@mantine/core'
import type { ListName } from '@plinth/api/entities'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { hadViews, noteViews } from '../../lib/lists-with-views.ts'
import type { List } from '../../lib/useList.ts'
import type { UsedListSettings } from '../../lib/useListSettings.ts'
import { alertFailure, alertSuccess } from '../shell/alerts.ts'
import { lazyPart } from '../shell/Part.tsx'
import { ListTool } from './ListTool.tsx'
import classes from './ViewTabs.module.css'

const SaveView = lazyPart(() => import('./ListViews.tsx'), 'SaveView', { waiting: <Loader size="xs" /> })

interface Props {
  name: ListName
  list: Pick<List<unknown>, 'address' | 'normal' | 'open' | 'tab'>
  settings: UsedListSettings
}

/** The present view: the opened one, else one that has the present state; undefined for the whole list. */
const presentView = ({ list, settings: { views } }: Props) =>
  views.find(({ id }) => id === list.tab) ?? views.find(({ search }) => list.normal(search) === list.address)

/** Whether there are views; until they are known, whether there were on the last visit, so that the content below does not move. */
function useHasViews({ name, settings: { isKnown, isMissing, views } }: Props): boolean {
  const [had] = useState(() => hadViews(name))
  const has = views.length > 0
  useEffect(() => {
    if (isKnown && !isMissing) noteViews(name, has)
  }, [name, isKnown, isMissing, has])
  return isKnown ? has : had
}

/** The saved views of a list as tabs above it, the present one marked, with a button to save changes. */
export function ViewTabs(props: Props) {
  const { list, settings } = props
  if (!useHasViews(props)) return null
  const present = presentView(props)
  return (
    <div className={classes['row']} data-screen-only>
      <nav className={classes['tabs']} aria-label={t('Views')}>
        <ul>
          <Tab isPresent={!present} onOpen={() => list.open('')}>
            {t('All')}
          </Tab>
          {settings.views.map(({ id, name, search, from }) => (
            <Tab key={id} isPresent={id === present?.id} onOpen={() => list.open(search, id)}>
              {name}
              {from !== null && <span> {t('from {name}', { name: from })}</span>}
            </Tab>
          ))}
        </ul>
      </nav>
      {settings.isKnown && list.address !== (present ? list.normal(present.search) : '') && (
        <Changed {...props} present={present} />
      )}
    </div>
  )
}

interface TabProps {
  isPresent: boolean
  onOpen: () => void
  children: ReactNode
}

const Tab = ({ isPresent, onOpen, children }: TabProps) => (
  <li>
    <button type="button" className={classes['tab']} aria-current={isPresent || undefined} onClick={onOpen}>
      {children}
    </button>
  </li>
)

/** A notice of unsaved changes to the view, which saves them: under the name of the present view, or another. */
function Changed({ list, settings, present }: Props & { present: UsedListSettings['views'][number] | undefined }) {
  const own = present?.from === null ? present : undefined
  async function keep(id: string, name: string, search: string, undo?: string) {
    try {
      await settings.changeView(id, { search })
      if (undo === undefined) return void alertSuccess(t('{name} is as it was.', { name }))
      void alertSuccess(t('{name} is saved.', { name }), {
        label: t('Undo'),
        run: () => void keep(id, name, undo),
      })
    } catch (error) {
      void alertFailure(t('The view was not changed.'), reasonOf(error))
    }
  }
  return (
    <div className={classes['changed']}>
      <span>{t('Unsaved')}</span>
      {own && (
        <Button
          size="xs"
          variant="default"
          title={own.roleIds.length > 0 ? t('It is saved for everybody whom you share it with.') : undefined}
          onClick={() => void keep(own.id, own.name, list.address, own.search)}
        >
          {t('Save')}
        </Button>
      )}
      <ListTool label={t('Save as')} icon={<IconDeviceFloppy size={15} />}>
        {(close) => <SaveView list={list} settings={settings} onClose={close} />}
      </ListTool>
    </div>
  )
}
