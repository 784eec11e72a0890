import { List, Stack, Text, Title } from '@mantine/core'
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
