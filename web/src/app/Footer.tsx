import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './Layout.module.css'

export function Footer() {
  return (
    <footer className={classes['footer']}>
      <Text size="sm" c="dimmed">
        Plinth, the back office of contracting
      </Text>
      <nav aria-label="Site">
        <Anchor component={Link} to="/" size="sm">
          Home
        </Anchor>
        <Anchor component={Link} to="/about" size="sm">
          About
        </Anchor>
        <Anchor component={Link} to="/contact" size="sm">
          Contact
        </Anchor>
      </nav>
    </footer>
  )
}
