import { Button, Group, Text } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { words } from '../lib/format.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'

export function UnderConstruction() {
  const router = useRouter()
  const { pathname } = useLocation()
  const name = pathname.split('/').findLast(Boolean)?.replaceAll('-', ' ')
  return (
    <Screen title={words(name)}>
      <Text mb="md">This page is under construction.</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => router.history.back()}>
          Back
        </Button>
        <LinkButton to="/">Home</LinkButton>
      </Group>
    </Screen>
  )
}
