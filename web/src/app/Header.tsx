import { ActionIcon, Anchor, Avatar, Button, Tooltip } from '@mantine/core'
import type { SessionUser } from '@plinth/api/auth'
import { IconLogout, IconMenu2, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLogout } from '../auth/useLogout.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePhone } from '../ui/usePhone.ts'
import { ColorSchemeButton } from './ColorSchemeButton.tsx'
import classes from './Layout.module.css'

function Account({ user }: { user: SessionUser }) {
  const logout = useLogout()
  const phone = usePhone()
  const whom = user.email ?? user.username
  return (
    <>
      <Tooltip label={whom}>
        <Avatar src={user.profileImage} alt={whom} size="sm" tabIndex={0}>
          <IconUser size={16} />
        </Avatar>
      </Tooltip>
      <Button
        variant="default"
        size="compact-md"
        {...(!phone && { leftSection: <IconLogout size={16} /> })}
        onClick={() => void logout()}
      >
        Logout
      </Button>
    </>
  )
}

export function Header({ user, onMenu }: { user: SessionUser | null; onMenu: (() => void) | undefined }) {
  return (
    <header className={classes['header']}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the menu" onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Anchor component={Link} to="/" fw={600} c="inherit">
        Home
      </Anchor>
      <div className={classes['banner']}>{user?.username ?? 'Guest'}</div>
      <ColorSchemeButton />
      {user ? (
        <Account user={user} />
      ) : (
        <LinkButton to="/login" size="compact-md">
          Login
        </LinkButton>
      )}
    </header>
  )
}
