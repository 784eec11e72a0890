import { ActionIcon, Button, Checkbox, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import type { UsedListSettings } from '../../lib/useListSettings.ts'
import { alertFailure } from '../shell/alerts.ts'
import { FocusInside } from '../shell/FocusInside.tsx'
import classes from './DataList.module.css'

interface Named {
  field: string
  label: string
}

interface ColumnsProps {
  columns: Named[]
  present: Named[]
  settings: UsedListSettings
}

/** Chooses the columns of a list and their order; shown columns come first. */
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

/** A disabled button at either end stays focusable. */
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
