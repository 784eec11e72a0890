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

export function Unauthorized() {
  const router = useRouter()
  return (
    <Screen title="Unauthorized Access" width="44rem">
      <Text mb="md">
        You do not have the necessary permissions to access this page. Please contact your administrator if you believe
        this is a mistake.
      </Text>
      <Button onClick={() => router.history.back()}>Go Back</Button>
    </Screen>
  )
}
