import { Group } from '@mantine/core'
import type { Flag, ModuleName, SessionUser } from '@plinth/api/kernel/permissions'
import {
  IconCalendarCheck,
  IconChartBar,
  IconCreditCard,
  IconFileDescription,
  IconGavel,
  IconTruck,
} from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { today } from '../lib/days.ts'
import { dayText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import site from '../ui/form/site.module.css'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import { lazyPart } from '../ui/shell/Part.tsx'
import classes from './Home.module.css'
import { ProductPicture } from './ProductPicture.tsx'

// Visitors have no day to look at; the first steps are of the sample company only.
const TodayCards = lazyPart(() => import('../app/TodayCards.tsx'), 'TodayCards', { waiting: <div data-waiting /> })
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps', {
  waiting: <div data-waiting />,
})

const features = [
  {
    title: t('Contract management'),
    text: t('Every tender and contract with its dates, its values, its papers and who changed its status when.'),
    icon: IconFileDescription,
  },
  {
    title: t('Vehicle tracking'),
    text: t('The papers and the insurance of every vehicle, where the whole office finds them.'),
    icon: IconTruck,
  },
  {
    title: t('Payroll and attendance'),
    text: t('Who was on site, and what is due to them for it.'),
    icon: IconCalendarCheck,
    isComing: true,
  },
  {
    title: t('Tender and bidding'),
    text: t('The bid and its percentage above or below the estimate, which always agree to the paisa.'),
    icon: IconGavel,
  },
  {
    title: t('Payments and estimations'),
    text: t('What each task should cost and what it did cost, with the papers of every payment.'),
    icon: IconCreditCard,
  },
  {
    title: t('Dashboards'),
    text: t('Deposits held, refunds due, contracts by status: each figure leads to the records behind it.'),
    icon: IconChartBar,
  },
]

const steps = [
  {
    title: t('Tender'),
    text: t('The notice, its closing date, the paper cost and your bid: typed once, or read from your Excel sheet.'),
  },
  {
    title: t('Deposit'),
    text: t('EMD and security deposits stand beside their contract, with instrument and bank.'),
  },
  { title: t('Award'), text: t('An awarded contract becomes a project in one step, and nothing is typed again.') },
  {
    title: t('Work'),
    text: t('Tasks on five levels with quantities, rates and progress, as a tree, a Gantt chart or a board.'),
  },
  { title: t('Refund'), text: t('When the work is done, the dashboard says which deposits are still to come back.') },
]

const people = [
  {
    title: t('For the owner'),
    text: t('How much money is locked up in deposits, which work is late and what is due next, on any screen.'),
  },
  {
    title: t('For the tender executive'),
    text: t('Each tender once, with its papers. Whoever takes over finds everything where it belongs.'),
  },
  {
    title: t('For the accountant'),
    text: t('Where every deposit lies and since when. Any list goes to Excel as it stands on the screen.'),
  },
  {
    title: t('For the site engineer'),
    text: t('The tasks of the site on the phone: enter quantities and progress, send work for review.'),
  },
]

/** A section with a heading. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes['section']}>
      <h2 className={site['heading']}>{title}</h2>
      {children}
    </section>
  )
}

function Features() {
  return (
    <Section title={t('Features')}>
      <ul className={classes['cards']}>
        {features.map(({ title, text, icon: Icon, isComing }) => (
          <li key={title} className={classes['card']}>
            <div className={site['tile']}>
              <Icon size={22} stroke={1.6} aria-hidden />
            </div>
            <h3>
              {title}
              {isComing && <span className={classes['soon']}>{t('In preparation')}</span>}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The permissions of the calls behind the links; importing the calls would make every visitor's home page heavier. */
const needs = (module: ModuleName, can: Flag = 'canView') => ({ allow: { module, can } })

const links = [
  { to: '/admin/tenants', label: t('Tenants'), call: needs('Tenants') },
  { to: '/admin/contact-messages', label: t('Contact messages'), call: needs('Tenants') },
  { to: '/contracts', label: t('Contracts'), call: needs('Contracts') },
  { to: '/contracts/create', label: t('New contract'), call: needs('Contracts', 'canCreate') },
  { to: '/contracts/contract-deposit', label: t('Contract deposits'), call: needs('Contracts') },
  { to: '/projects', label: t('Projects'), call: needs('Projects') },
  { to: '/project-tasks', label: t('Project tasks'), call: needs('Project Tasks') },
]

/** Links to the main screens of a signed-in user. */
function QuickLinks() {
  return (
    <Group component="nav" aria-label={t('Quick links')} gap="xs" my="md">
      {links.map(({ label, ...link }) => (
        <LinkButton key={link.to} variant="default" {...link}>
          {label}
        </LinkButton>
      ))}
    </Group>
  )
}

/** The signed-in user's cards, above the description of the product. */
function Today({ user }: { user: SessionUser }) {
  return (
    <div className={classes['today']}>
      <header>
        <h1 tabIndex={-1}>{t('Today')}</h1>
        <p>
          {dayText(today())} · {user.tenantName}
        </p>
      </header>
      {user.isSample && <FirstSteps user={user} />}
      <TodayCards />
      <QuickLinks />
    </div>
  )
}

export function Home() {
  const user = useUser()
  const Display = user ? 'h2' : 'h1'
  return (
    <div className={site['page']}>
      <title>{user ? `${t('Today')} · Plinth` : t('Plinth: the back office of contracting')}</title>
      {user && <Today user={user} />}
      <section className={`${site['blueprint']} ${site['round']} ${classes['hero']}`}>
        <div className={classes['words']}>
          <Display tabIndex={-1} className={site['display']}>
            {t('The back office of your contracting business')}
          </Display>
          <p className={site['lead']}>
            {t('From the tender notice to the last deposit returned: contracts, projects and tasks in one place.')}
          </p>
          <LinkButton to="/about" size="md" variant="white" color="petrol">
            {t('Learn More')}
          </LinkButton>
        </div>
        <ProductPicture />
      </section>
      <Features />
      <Section title={t('From the notice to the refund')}>
        <ol className={classes['steps']}>
          {steps.map(({ title, text }) => (
            <li key={title} className={classes['step']}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('For everyone in the office and on site')}>
        <ul className={classes['people']}>
          {people.map(({ title, text }) => (
            <li key={title} className={classes['person']}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <section className={`${site['blueprint']} ${site['round']} ${site['call']} ${classes['section']}`}>
        <p>{t('Tell us about your business, and see Plinth with your own tenders.')}</p>
        <LinkButton to="/contact" size="md" variant="white" color="petrol">
          {t('Get in Touch')}
        </LinkButton>
      </section>
    </div>
  )
}
