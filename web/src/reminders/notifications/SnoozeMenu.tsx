import { Menu } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Notifications.module.css'
import { snoozeTimes } from './snooze-times.ts'

/** Whether it is open, and how to open and close it: a key does so, too. */
export interface SnoozeControl {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

interface Props extends SnoozeControl {
  /** What is put off, to name the button by; none where its words say it. */
  name?: string
  className: string
  onPick: (until: string) => void
}

/** Puts something off: until when is asked below the button. */
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
              rightSection={<span className={classes['moment']}>{momentText(until)}</span>}
              onClick={() => onPick(until)}
            >
              {time}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
