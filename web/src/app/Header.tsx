import { ActionIcon, Anchor, Avatar, Button, Tooltip, useMantineColorScheme } from '@mantine/core'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { IconDeviceDesktop, IconLogout, IconMenu2, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLogout } from '../auth/useSession.ts'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './Layout.module.css'

const schemes = {
  light: { label: t('Light colours'), icon: IconSun, next: 'dark' },
  dark: { label: t('Dark colours'), icon: IconMoon, next: 'auto' },
  auto: { label: t('Colours as the system'), icon: IconDeviceDesktop, next: 'light' },
} as const

/** Light, dark, or as the system has it: each press goes on to the next. */
function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, icon: Icon, next } = schemes[colorScheme]
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('{label}; change to: {label2}', { label, label2: schemes[next].label })}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function Account({ user }: { user: SessionUser }) {
  const logout = useLogout()
  const phone = usePhone()
  const whom = user.email ?? user.username
  return (
    <>
      <Tooltip label={whom} events={{ hover: true, focus: true, touch: false }}>
        <Avatar component={Link} to="/account" aria-label={t('Your page')} src={user.profileImage} alt="" size="sm">
          <IconUser size={16} />
        </Avatar>
      </Tooltip>
      <Button
        variant="default"
        size="compact-md"
        {...(!phone && { leftSection: <IconLogout size={16} /> })}
        onClick={() => void logout()}
      >
        {t('Logout')}
      </Button>
    </>
  )
}

export function Header({ user, onMenu }: { user: SessionUser | null; onMenu: (() => void) | undefined }) {
  return (
    <header className={classes['header']}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Open the menu')} onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Anchor component={Link} to="/" fw={600} c="inherit">
        {t('Home')}
      </Anchor>
      <div className={classes['banner']}>{user?.username ?? t('Guest')}</div>
      <ColorSchemeButton />
      {user ? (
        <Account user={user} />
      ) : (
        <LinkButton to="/login" size="compact-md">
          {t('Login')}
        </LinkButton>
      )}
    </header>
  )
}
