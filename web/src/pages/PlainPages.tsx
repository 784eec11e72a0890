import { Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { words } from '../lib/format.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'

export function About() {
  return (
    <Screen title="About" width="48rem">
      <Stack gap="md">
        <Text size="lg">
          Plinth is a cloud product for construction companies, real estate firms and government contractors: one place
          for tenders, the deposits locked up in them, the projects they become and the work on site.
        </Text>
        <Title order={2}>Who it is for</Title>
        <List spacing="xs">
          <List.Item>Construction companies, which follow a tender from its notice to the final bill.</List.Item>
          <List.Item>Real estate firms, which run many projects and contractors side by side.</List.Item>
          <List.Item>Government contractors, which must account for every deposit, date and document.</List.Item>
        </List>
        <Title order={2}>How it keeps companies apart</Title>
        <Text>
          Every company is a tenant of its own. Its people see its records and nobody else’s, each within the
          permissions of their role.
        </Text>
        <div>
          <LinkButton to="/contact">Get in Touch</LinkButton>
        </div>
      </Stack>
    </Screen>
  )
}

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
