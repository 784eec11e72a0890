import { Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'

export function About() {
  return (
    <Screen title={t('About')} width="48rem">
      <Stack gap="md">
        <Text size="lg">
          {t(
            'Plinth is a cloud product for construction companies, real estate firms and government contractors: one place for tenders, the deposits locked up in them, the projects they become and the work on site.',
          )}
        </Text>
        <Title order={2}>{t('Who it is for')}</Title>
        <List spacing="xs">
          <List.Item>{t('Construction companies, which follow a tender from its notice to the final bill.')}</List.Item>
          <List.Item>{t('Real estate firms, which run many projects and contractors side by side.')}</List.Item>
          <List.Item>{t('Government contractors, which must account for every deposit, date and document.')}</List.Item>
        </List>
        <Title order={2}>{t('How it keeps companies apart')}</Title>
        <Text>
          {t(
            'Every company is a tenant of its own. Its people see its records and nobody else’s, each within the permissions of their role.',
          )}
        </Text>
        <div>
          <LinkButton to="/contact">{t('Get in Touch')}</LinkButton>
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
      <Text mb="md">{t('This page is under construction.')}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => router.history.back()}>
          {t('Back')}
        </Button>
        <LinkButton to="/">{t('Home')}</LinkButton>
      </Group>
    </Screen>
  )
}

export function Unauthorized() {
  const router = useRouter()
  return (
    <Screen title={t('Unauthorized Access')} width="44rem">
      <Text mb="md">
        {t(
          'You do not have the necessary permissions to access this page. Please contact your administrator if you believe this is a mistake.',
        )}
      </Text>
      <Button onClick={() => router.history.back()}>{t('Go Back')}</Button>
    </Screen>
  )
}
