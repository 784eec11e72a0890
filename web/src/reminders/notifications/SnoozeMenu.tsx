import { Menu } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Notifications.module.css'
import { snoozeTimes } from './snooze-times.ts'

/** The state of the menu and its setter, because a keyboard shortcut opens it too. */
export interface SnoozeControl {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

interface Props extends SnoozeControl {
  /** The notification, for the accessible name of the button; undefined for a selection. */
  name?: string
  className: string
  onPick: (until: string) => void
}

/** A button with a menu of times to snooze until. */
export function SnoozeMenu({ name, className, isOpen, onOpen, onPick }: Props) {
  const label = t('Put off')
  return (
    <Menu
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      shadow="md"
      withinPortal
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={className} title={label} aria-label={name ? `${label}: ${name}` : undefined}>
          <IconClock size={18} aria-hidden />
          <span>{label}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown bg="var(--surface)">
        {isOpen &&
          snoozeTimes().map(({ label: time, until }) => (
            <Menu.Item
              key={time}
              className={classes['time'] ?? ''}
              rightSection={<span className="hint tabular">{momentText(until)}</span>}
              onClick={() => onPick(until)}
            >
              {time}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
