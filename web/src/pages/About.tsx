import { IconBuildingArch, IconBuildingSkyscraper, IconCrane } from '@tabler/icons-react'
import { t } from '../lib/language.ts'
import site from '../ui/form/site.module.css'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import classes from './About.module.css'

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

/** The page for visitors that describes the product. */
export function About() {
  return (
    <div className={site['page']}>
      <title>{t('About Plinth')}</title>
      <section className={`${site['blueprint']} ${site['round']} ${classes['opening']}`}>
        <h1 tabIndex={-1} className={site['display']}>
          {t('About Plinth')}
        </h1>
        <p className={site['lead']}>
          {t(
            'Plinth is a cloud product for construction companies, real estate firms and government contractors: one place for tenders, the deposits locked up in them, the projects they become and the work on site.',
          )}
        </p>
        <div className={`${site['elevation']} ${classes['drawing']}`} />
      </section>
      <section aria-label={t('Who it is for')} className={classes['section']}>
        <h2 className={site['heading']}>{t('Who it is for')}</h2>
        <ul className={classes['customers']}>
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
        <section key={title} aria-label={title} className={`${classes['section']} ${classes['chapter']}`}>
          <h2 className={site['heading']}>{title}</h2>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <section className={`${site['blueprint']} ${site['round']} ${site['call']} ${classes['section']}`}>
        <p>{t('Ask us what you would like to know, or see it with your own tenders.')}</p>
        <LinkButton to="/contact" size="md" variant="white" color="petrol">
          {t('Get in Touch')}
        </LinkButton>
      </section>
    </div>
  )
}
