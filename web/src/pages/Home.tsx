import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import {
  IconCalendarCheck,
  IconChartBar,
  IconCreditCard,
  IconFileDescription,
  IconGavel,
  IconTruck,
} from '@tabler/icons-react'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './Home.module.css'
import { QuickLinks } from './QuickLinks.tsx'

const features = [
  {
    title: t('Contract management'),
    text: t('Every tender and contract, its dates, values and papers.'),
    icon: IconFileDescription,
  },
  {
    title: t('Vehicle tracking'),
    text: t('Which vehicle is where, and which paper of it runs out next.'),
    icon: IconTruck,
  },
  { title: t('Payroll and attendance'), text: t('Who was on site, and what is due to them.'), icon: IconCalendarCheck },
  {
    title: t('Tender and bidding'),
    text: t('Bid values and percentages that always agree, to the paisa.'),
    icon: IconGavel,
  },
  {
    title: t('Payments and estimations'),
    text: t('What the work should cost, and what has been paid.'),
    icon: IconCreditCard,
  },
  {
    title: t('Dashboards'),
    text: t('Deposits held, refunds due and contracts by status, at a glance.'),
    icon: IconChartBar,
  },
]

export function Home() {
  const user = useUser()
  return (
    <div className={classes['home']}>
      <title>{t('Plinth')}</title>
      {user && <QuickLinks />}
      <section className={classes['hero']}>
        <h1 tabIndex={-1}>{t('The back office of your contracting business')}</h1>
        <p>{t('From the tender notice to the last deposit returned: contracts, projects and tasks in one place.')}</p>
        <LinkButton to="/about" size="md" variant="white" color="petrol">
          {t('Learn More')}
        </LinkButton>
      </section>
      <SimpleGrid component="section" aria-label={t('Features')} cols={{ base: 1, xs: 2, md: 3 }} my="lg">
        {features.map(({ title, text, icon: Icon }) => (
          <Paper key={title} withBorder p="lg">
            <Icon size={26} stroke={1.5} className={classes['icon']} aria-hidden />
            <Title order={2} mt="xs" mb={4}>
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Paper withBorder p="lg">
        <Group justify="space-between">
          <Text size="lg">{t('Tell us about your business, and see Plinth with your own tenders.')}</Text>
          <LinkButton to="/contact">{t('Get in Touch')}</LinkButton>
        </Group>
      </Paper>
    </div>
  )
}
