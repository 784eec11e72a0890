import { Button } from '@mantine/core'
import { IconBarrierBlock, IconBuildingArch, IconBuildingSkyscraper, IconCrane, IconLock } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import site from '../ui/Site.module.css'
import about from './About.module.css'
import classes from './PlainPages.module.css'

interface Props {
  title: string
  icon: typeof IconLock
  text: string
  /** What can be done here. */
  children: ReactNode
}

/** A page that says one thing and how to go on. */
function PlainPage({ title, icon: Icon, text, children }: Props) {
  return (
    <div className={classes['sheet']}>
      <title>{`${title} · Plinth`}</title>
      <div className={`${site['blueprint']} ${classes['mark']}`}>
        <Icon size={40} stroke={1.4} aria-hidden />
      </div>
      <h1 tabIndex={-1} className={site['heading']}>
        {title}
      </h1>
      <p>{text}</p>
      <div className={classes['actions']}>{children}</div>
    </div>
  )
}

/** Where one came from; home for whoever opened the page directly. */
function useWayBack(): () => void {
  const router = useRouter()
  return () => (window.history.length > 1 ? router.history.back() : void router.navigate({ to: '/' }))
}

export function UnderConstruction() {
  const goBack = useWayBack()
  const { pathname } = useLocation()
  const name = pathname.split('/').findLast(Boolean)?.replaceAll('-', ' ')
  return (
    <PlainPage
      title={name === 'gst' ? 'GST' : words(name)}
      icon={IconBarrierBlock}
      text={t('This page is under construction.')}
    >
      <Button variant="default" onClick={goBack}>
        {t('Back')}
      </Button>
      <LinkButton to="/">{t('Home')}</LinkButton>
    </PlainPage>
  )
}

export function Unauthorized() {
  return (
    <PlainPage
      title={t('Unauthorized Access')}
      icon={IconLock}
      text={t(
        'You do not have the necessary permissions to access this page. Please contact your administrator if you believe this is a mistake.',
      )}
    >
      <Button onClick={useWayBack()}>{t('Go Back')}</Button>
    </PlainPage>
  )
}

const customers = [
  {
    title: t('Construction companies'),
    text: t('Follow a tender from its notice to the final bill, and the site from the first task to the last.'),
    icon: IconCrane,
  },
  {
    title: t('Real estate firms'),
    text: t('Run many projects and contractors side by side, each with its own dates and papers.'),
    icon: IconBuildingSkyscraper,
  },
  {
    title: t('Government contractors'),
    text: t('Account for every deposit, every date and every document, years after the work.'),
    icon: IconBuildingArch,
  },
]

const chapters = [
  {
    title: t('What it is'),
    points: [
      t('Tenders and contracts, from the draft to the closed file: dates, bid, licence, papers and status history.'),
      t('Security deposits with instrument and bank, and a dashboard that says what is held and what is due back.'),
      t(
        'Projects that grow out of awarded contracts, and their tasks on five levels: as a tree, a Gantt chart, a board.',
      ),
      t('Lists that are filtered, kept as views, printed, and taken away as Excel; sheets of your own read in bulk.'),
    ],
  },
  {
    title: t('How companies are kept apart'),
    points: [
      t('Every company is a tenant of its own: its people see its records and nobody else’s.'),
      t('The database itself refuses to show one company’s rows to another, whatever a program asks of it.'),
      t('Within a company each person may do what their roles allow, checked by the server at every single step.'),
      t(
        'Those who run the installation look after companies and people; they cannot read contracts, projects or files.',
      ),
    ],
  },
  {
    title: t('How people sign in'),
    points: [
      t(
        'With e-mail or mobile number, password and company; with a code of an authenticator app where you ask for it.',
      ),
      t('Whoever leaves is out within a second: a deactivated person, a suspended company, a session ended from afar.'),
      t('Links to documents are signed, good for minutes, and die with the document.'),
    ],
  },
  {
    title: t('What it runs on'),
    points: [
      t('For you: a browser, on a desktop or on a phone, in English or Hindi, in light or dark colours.'),
      t('For whoever runs it: one server with a PostgreSQL database and a file store, of the cloud or of your own.'),
      t('Everything goes in and out by open ways: Excel and CSV sheets, and a documented interface for programs.'),
    ],
  },
]

export function About() {
  return (
    <div className={site['page']}>
      <title>{t('About Plinth')}</title>
      <section className={`${site['blueprint']} ${site['round']} ${about['opening']}`}>
        <h1 tabIndex={-1} className={site['display']}>
          {t('About Plinth')}
        </h1>
        <p className={site['lead']}>
          {t(
            'Plinth is a cloud product for construction companies, real estate firms and government contractors: one place for tenders, the deposits locked up in them, the projects they become and the work on site.',
          )}
        </p>
        <div className={`${site['elevation']} ${about['drawing']}`} />
      </section>
      <section aria-label={t('Who it is for')} className={about['section']}>
        <h2 className={site['heading']}>{t('Who it is for')}</h2>
        <ul className={about['customers']}>
          {customers.map(({ title, text, icon: Icon }) => (
            <li key={title}>
              <div className={site['tile']}>
                <Icon size={22} stroke={1.6} aria-hidden />
              </div>
              <p>
                <b>{title}</b> {text}
              </p>
            </li>
          ))}
        </ul>
      </section>
      {chapters.map(({ title, points }) => (
        <section key={title} aria-label={title} className={`${about['section']} ${about['chapter']}`}>
          <h2 className={site['heading']}>{title}</h2>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <section className={`${site['blueprint']} ${site['round']} ${site['call']} ${about['section']}`}>
        <p>{t('Ask us what you would like to know, or see it with your own tenders.')}</p>
        <LinkButton to="/contact" size="md" variant="white" color="petrol">
          {t('Get in Touch')}
        </LinkButton>
      </section>
    </div>
  )
}
