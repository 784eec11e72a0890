import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import classes from './ReminderTabs.module.css'

const mayView = { allow: { module: 'Reminders', can: 'canView' } } as const
const exact = { exact: true, includeSearch: false } as const

/** The screens of reminders; all but the first need the permission to view reminders. */
const screens = [
  { to: '/reminders', label: t('Agenda') },
  { to: '/reminders/coverage', label: t('Coverage') },
  { to: '/reminders/rules', label: t('Rules') },
  { to: '/reminders/holidays', label: t('Holidays') },
]

/** The tabs of the screens of reminders; empty for users who may view only the agenda. */
export function ReminderTabs() {
  if (!useCan(mayView)) return null
  return (
    <nav className={classes['tabs']} aria-label={t('Reminders')} data-screen-only>
      <ul>
        {screens.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} activeOptions={exact}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
