import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../lib/idle.ts'
import { t } from '../lib/language.ts'
import classes from './Layout.module.css'
import { slices } from './slices.ts'

const unreadCount = slices.flatMap(({ bell }) => bell ?? []).at(0)

/** The link to the inbox. The count of unread notifications is added when the page is idle; without its script the link stays. */
export function Bell() {
  const [Count, setCount] = useState<ComponentType>()
  useEffect(() => whenIdle(() => unreadCount?.load().then(({ UnreadCount }) => setCount(() => UnreadCount))), [])
  return (
    <Link to="/notification" className={classes['bell']} title={t('Notification')}>
      <IconBell size={18} aria-hidden />
      <span className="spoken">{t('Notification')}</span>
      {Count && <Count />}
    </Link>
  )
}
